import { workspace, type Uri } from 'vscode';
import { lazily } from '../../../core/async.ts';
import { messageOf } from '../../../core/errors.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { versionScheme } from '../../kit/uri.ts';
import type { Register } from '../../services/services.ts';
import { Versions } from './versions.ts';
import type { MentionItems, LoadScm } from './scm.ts';

/** Registers what restored editors need. `loadScm` loads the rest, as an open remote file does. */
export const registerSourceControl: Register<
  { readonly loadRecords: () => Promise<{ readonly mentions: MentionItems }> },
  { readonly loadScm: LoadScm }
> = (services, lifetime) => {
  const { commands, loadRecords, log } = services;
  const load = lazily(async () => {
    const { createScm } = await services.load();
    return createScm(services, async (...place) => await (await loadRecords()).mentions(...place), lifetime);
  });
  const versions = lifetime.add(new Versions(services));
  const options = { isCaseSensitive: true, isReadonly: true };
  lifetime.add(workspace.registerFileSystemProvider(versionScheme, versions, options));
  const look = (uris: readonly Uri[]): void => {
    if (!uris.some(({ scheme }) => scheme === fileScheme)) return;
    load().catch((error: unknown) => log.error(`no source control: ${messageOf(error)}`));
  };
  const folders = (): Uri[] => (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  lifetime.add(workspace.onDidChangeWorkspaceFolders(() => look(folders())));
  lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => look([uri])));
  look([...folders(), ...workspace.textDocuments.map(({ uri }) => uri)]);
  commands.add(async () => (await services.load()).sourceControlTable(services, load));
  return { loadScm: load };
};
