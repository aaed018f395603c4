import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../net/disk/atomic.ts';
import type { CacheFolder } from './cacheFolder.ts';
import { commitRefs, graphFile, namesIn, ownFolder, timeOfFile } from './repositoryFolder.ts';

/** Exists in a history whose commits have all their folders. */
export const foldersMark = join(ownFolder, 'folders');
/** Exists in a history whose commit graph tells which paths each commit changed. */
export const changedPathsMark = join(ownFolder, 'changed-paths');

export async function hasMark(path: string, name: string): Promise<boolean> {
  return (await timeOfFile(join(path, name))) > 0;
}

/** Marks the repository `path`. Call it under the lock for `foldersMark`. */
export async function mark(path: string, name: string): Promise<void> {
  await writeFileAtomic(join(path, name), new Uint8Array(), { isPrivate: true });
}

/** `scratch` is a fresh fetch of `tips` with all folders of their history. Call it under the lock. */
export async function replaceHistory(
  cache: CacheFolder,
  path: string,
  scratch: string,
  tips: readonly string[],
): Promise<void> {
  const refs = join(path, commitRefs);
  for (const file of [graphFile, changedPathsMark]) await rm(join(path, file), { force: true });
  // The commits of other tips came without folders. They are fetched again, also after a crash here.
  await Promise.all((await namesIn(refs)).map((name) => rm(join(refs, name), { force: true })));
  await cache.replacePacks(path, scratch);
  await mark(path, foldersMark);
  for (const tip of tips) await cache.addCommit(path, tip);
}
