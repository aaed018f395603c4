import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../net/disk/atomic.ts';
import type { CacheFolder } from './cacheFolder.ts';
import { commitRefs, graphFile, namesIn, ownFolder, timeOfFile } from './repositoryFolder.ts';

/** Exists in a history whose commits have all their folders. */
const foldersFile = join(ownFolder, 'folders');

export async function hasFolders(path: string): Promise<boolean> {
  return (await timeOfFile(join(path, foldersFile))) > 0;
}

/** Notes that the repository `path` has the folders of all its commits. Call it under the lock. */
export async function markFolders(path: string): Promise<void> {
  await writeFileAtomic(join(path, foldersFile), new Uint8Array(), { isPrivate: true });
}

/** Exists in a history whose commit graph tells which paths each commit changed. */
const changedPathsFile = join(ownFolder, 'changed-paths');

export async function hasChangedPaths(path: string): Promise<boolean> {
  return (await timeOfFile(join(path, changedPathsFile))) > 0;
}

export async function markChangedPaths(path: string): Promise<void> {
  await writeFileAtomic(join(path, changedPathsFile), new Uint8Array(), { isPrivate: true });
}

/** `scratch` is a fresh fetch of `tips` with all folders of their history. Call it under the lock. */
export async function replaceHistory(
  cache: CacheFolder,
  path: string,
  scratch: string,
  tips: readonly string[],
): Promise<void> {
  const refs = join(path, commitRefs);
  for (const file of [graphFile, changedPathsFile]) await rm(join(path, file), { force: true });
  // The commits of other tips came without folders. They are fetched again, also after a crash here.
  await Promise.all((await namesIn(refs)).map((name) => rm(join(refs, name), { force: true })));
  await cache.replacePacks(path, scratch);
  await markFolders(path);
  for (const tip of tips) await cache.addCommit(path, tip);
}
