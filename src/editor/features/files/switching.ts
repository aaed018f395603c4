import { l10n, TabInputCustom, TabInputNotebook, TabInputText, window, workspace, type Uri } from 'vscode';
import { Failure } from '../../../core/errors.ts';
import { repositoryKey, type RepositoryName } from '../../../domain/hosts/address.ts';
import { configurationPaths } from '../../../domain/rules/configurationFiles.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { CheckoutRegistry } from '../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import { switchRef } from '../../../domain/sourceControl/workingTree/switchRef.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { choose } from '../../kit/prompts/prompt.ts';
import { fileAddressOf } from '../../kit/uri.ts';

export interface SwitchRun {
  readonly silent: boolean;
  readonly signal: AbortSignal;
}

interface Unsaved {
  readonly uri: Uri;
  readonly save: () => PromiseLike<unknown>;
}

/**
 * Shows `ref` without a reload of the window. Unsaved files become drafts of the branch they were written on.
 * @throws Failure `missing` without such a ref; `cancelled` if the user does not save;
 * `conflict` if a file cannot be saved
 */
export async function switchInPlace(
  { repositories, checkouts }: { readonly repositories: RemoteRepositories; readonly checkouts: CheckoutRegistry },
  name: RepositoryName,
  ref: string,
  { silent, signal }: SwitchRun,
): Promise<ResolvedRef> {
  const isOwn = (uri: Uri): boolean => {
    const address = uri.query === '' ? fileAddressOf(uri) : undefined;
    return address !== undefined && address.ref === undefined && repositoryKey(address) === repositoryKey(name);
  };
  const pathOf = (uri: Uri): string => fileAddressOf(uri)?.path ?? '';
  const open = (): readonly string[] => [...new Set([...configurationPaths, ...openUris().filter(isOwn).map(pathOf)])];
  const unsaved = (): readonly Unsaved[] => unsavedFiles().filter(({ uri }) => isOwn(uri));
  const save = async (before: ResolvedRef | undefined): Promise<void> => {
    const all = unsaved();
    const paths = all.map(({ uri }) => pathOf(uri));
    if (!silent) await agree(paths, before?.name);
    for (const one of all) await one.save();
    const left = unsaved().map(({ uri }) => pathOf(uri));
    const stays = paths.filter((path) => left.includes(path));
    if (stays.length > 0) throw new Failure('conflict', `not saved: ${stays.join(', ')}`, { reason: 'textNotSaved' });
  };
  const isUnsaved = (): boolean => unsaved().length > 0;
  return await switchRef(name, ref, { repositories, checkouts, open, isUnsaved, save }, { signal });
}

async function agree(paths: readonly string[], branch: string | undefined): Promise<void> {
  const message =
    paths.length === 1
      ? l10n.t('1 file has unsaved changes.')
      : l10n.t('{0} files have unsaved changes.', paths.length);
  const note = branch === undefined ? '' : l10n.t('What you save stays on {0} as drafts.', plainLabel(branch));
  await choose(message, [...paths.map((path) => plainLabel(path)), '', note].join('\n'), l10n.t('Save and Switch'));
}

function openUris(): Uri[] {
  const tabs = window.tabGroups.all.flatMap(({ tabs: all }) => all);
  const inTabs = tabs.flatMap(({ input }) =>
    input instanceof TabInputText || input instanceof TabInputCustom || input instanceof TabInputNotebook
      ? [input.uri]
      : [],
  );
  return [...inTabs, ...workspace.textDocuments.map(({ uri }) => uri)];
}

function unsavedFiles(): Unsaved[] {
  const documents = [...workspace.textDocuments, ...workspace.notebookDocuments].filter(({ isDirty }) => isDirty);
  const custom = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input, isDirty }) => (isDirty && input instanceof TabInputCustom ? [input.uri] : [])),
  );
  return [
    ...documents.map((document) => ({ uri: document.uri, save: () => document.save() })),
    ...custom.map((uri) => ({ uri, save: () => workspace.save(uri) })),
  ];
}
