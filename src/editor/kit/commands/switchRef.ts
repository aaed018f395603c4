import { commands } from 'vscode';
import { isFailure } from '../../../core/errors.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { fileAddressOf, fileUri } from '../uri.ts';
import { activeEditorRef, folderOf, shownFileOf } from './activeEditor.ts';
import type { OpenAfterwards } from '../openAfterwards.ts';

export interface RefSwitchParts {
  readonly repositories: RemoteRepositories;
  readonly afterwards: OpenAfterwards;
  /** Shows `ref` in the open folder whose address has no ref. */
  readonly switchInPlace: (
    name: RepositoryName,
    ref: string,
    run: { readonly silent: boolean; readonly signal: AbortSignal },
  ) => Promise<ResolvedRef>;
}

/** Opens a folder if nothing is open. @throws Failure `missing`; `cancelled` if the user does not save */
export async function switchOpened(
  parts: RefSwitchParts,
  name: RepositoryName,
  ref: string,
  { signal, silent }: { readonly silent: boolean; readonly signal: AbortSignal },
): Promise<ResolvedRef> {
  const { repositories } = parts;
  const folder = fileAddressOf(folderOf(name));
  if (folder !== undefined && folder.ref === undefined) return await parts.switchInPlace(name, ref, { silent, signal });
  const head = await repositories.at({ ...name, ref }).head({ signal });
  const current = shownHead(repositories, name);
  if (current?.kind === head.kind && current.name === head.name) return head;
  await repositories.at({ ...name, ref }).flush();
  await openAt(parts, name, ref, signal);
  return head;
}

/** The ref at which `name` is open; undefined if it is not open, or not read yet. */
export function shownHead(repositories: RemoteRepositories, name: RepositoryName): ResolvedRef | undefined {
  if (folderOf(name) === undefined && shownFileOf(name) === undefined) return undefined;
  return repositories.at({ ...name, ref: activeEditorRef(name) }).state?.head;
}

/** Opens the folder or file that the user looks at, at `ref`. */
async function openAt(
  { repositories, afterwards }: RefSwitchParts,
  name: RepositoryName,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const activeFile = shownFileOf(name);
  const path = activeFile === undefined || activeFile.path === '' ? undefined : activeFile.path;
  const stays = path !== undefined && (await isThere(repositories, { ...name, ref }, path, signal));
  const file = stays ? { uri: fileUri({ ...name, ref, path }), isFolder: false } : undefined;
  const root = fileUri({ ...name, ref, path: '' });
  const folder = folderOf(name);
  if (folder !== undefined) await afterwards.replace(folder, root, file);
  else if (file !== undefined) await commands.executeCommand('vscode.open', file.uri);
  else await afterwards.open(root, undefined, 'thisWindow');
}

async function isThere(
  repositories: RemoteRepositories,
  at: RepositoryName & { readonly ref: string },
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return (await repositories.at(at).stat(path, { signal })).kind === 'file';
  } catch (error) {
    if (isFailure(error, 'missing')) return false;
    throw error;
  }
}
