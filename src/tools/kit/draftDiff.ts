import { unlessFailed } from '../../core/errors.ts';
import type { Change } from '../../domain/sourceControl/drafts/draft.ts';
import { fileDiff, type FileVersion } from './diff.ts';
import { readAsTool } from './fileBytes.ts';
import type { ToolCheckout } from './place.ts';

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
