import type { LfsReadOptions } from '../lfs/lfsContents.ts';
import { largeFile, TooLarge, type Blobs, type Bytes } from '../objects/blobs.ts';
import type { CommitTree } from './commitTree.ts';
import { largeTransfer } from './folderContents.ts';
import type { ResolvedPath } from './walk.ts';

/** `confirm` gets undefined if the service does not send the size. */
export type ReadOptions = LfsReadOptions;

/** The bytes of `entry`, a file of `tree`. Rejects if `confirm` rejects. */
export async function readWithConfirmation(
  tree: CommitTree,
  blobs: Blobs,
  entry: ResolvedPath,
  { confirm, ...reading }: ReadOptions,
): Promise<Bytes> {
  const size = entry.sha === undefined ? undefined : blobs.size(entry.sha);
  const isLarge = size !== undefined && size > largeFile;
  if (isLarge) {
    const cached = entry.sha === undefined ? undefined : await blobs.find(entry.sha);
    if (cached !== undefined) return cached;
    await confirm?.(size);
  }
  try {
    return await tree.read(entry, { ...reading, limit: isLarge || confirm === undefined ? undefined : largeTransfer });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    await confirm?.(undefined);
    return await tree.read(entry, reading);
  }
}
