import { workspace, type Uri } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { fileScheme } from '../../../domain/hosts/address.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { versionScheme } from '../../kit/uri.ts';
import type { Versions } from './conflicts/versions.ts';

/** Registers the providers that restored editors need at once. `load` loads the rest when a remote file is open. */
export function registerScm(versions: Versions, load: () => Promise<unknown>, log: Log): Lifetime {
  const lifetime = new Lifetime();
  const options = { isCaseSensitive: true, isReadonly: true };
  lifetime.add(versions);
  lifetime.add(workspace.registerFileSystemProvider(versionScheme, versions, options));
  const look = (uris: readonly Uri[]): void => {
    if (!uris.some(({ scheme }) => scheme === fileScheme)) return;
    load().catch((error: unknown) => log.error(`no source control: ${messageOf(error)}`));
  };
  const folders = (): Uri[] => (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  lifetime.add(workspace.onDidChangeWorkspaceFolders(() => look(folders())));
  lifetime.add(workspace.onDidOpenTextDocument(({ uri }) => look([uri])));
  look([...folders(), ...workspace.textDocuments.map(({ uri }) => uri)]);
  return lifetime;
}
