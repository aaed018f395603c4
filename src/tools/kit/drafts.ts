import { isFailure, unlessFailed } from '../../core/errors.ts';
import type { Change } from '../../domain/sourceControl/drafts/draft.ts';
import { fileDiff, type FileVersion } from './diff.ts';
import { readAsTool } from './fileBytes.ts';
import type { ToolCheckout, ToolServices } from './place.ts';
import { parentOf } from '../../core/path.ts';
import type { WorkingTree } from '../../domain/sourceControl/workingTree/workingTree.ts';

export async function committedFile(
  { remote }: Pick<ToolCheckout, 'remote'>,
  path: string,
  signal: AbortSignal,
): Promise<FileVersion> {
  return await unlessFailed(readAsTool({ remote, checkout: undefined }, path, signal), 'missing');
}

/** The file at `path` with the drafts applied; undefined if there is none. */
export async function draftedFile(opened: ToolCheckout, path: string, signal: AbortSignal): Promise<FileVersion> {
  return await unlessFailed(readAsTool(opened, path, signal), 'missing');
}

/** The effective draft of a file as a diff against the branch. `bytes`: of the draft, if it is not the effective one. */
export async function draftDiff(
  opened: ToolCheckout,
  { path, kind, from }: Change,
  signal: AbortSignal,
  bytes?: FileVersion,
): Promise<string> {
  if (kind === 'folder') return `new folder ${path}`;
  const before = await committedFile(opened, from ?? path, signal);
  const after = kind === 'removed' ? undefined : (bytes ?? (await draftedFile(opened, path, signal)));
  return fileDiff(path, before, after, from);
}

/** Creates the folders above `path` that do not exist: no tool creates a folder. */
export async function createParentFolders(
  tree: Pick<WorkingTree, 'stat' | 'createFolder'>,
  path: string,
): Promise<void> {
  const folder = parentOf(path);
  if (folder === '') return;
  try {
    await tree.stat(folder);
  } catch (error) {
    if (!isFailure(error, 'missing')) throw error;
    await createParentFolders(tree, folder);
    await tree.createFolder(folder);
  }
}

/** Drafts by path, without links; undefined: there is none. */
export type DraftsByPath = ReadonlyMap<string, Change | undefined>;

/** `change` replaces the drafts `seen`, no newer ones. Returns the skipped paths; the user can restore the others. */
export async function restorable(
  { keepUndo }: Pick<ToolServices, 'keepUndo'>,
  { checkout }: Pick<ToolCheckout, 'checkout'>,
  seen: DraftsByPath,
  change: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const undo = await checkout.drafts.remember([...seen.keys()]);
  const skipped = await change();
  if (undo !== undefined) await keepUndo(() => undo(skipped));
  return skipped;
}
