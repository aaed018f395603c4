import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFailure, messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { isSha } from '../domain/objects/gitSha.ts';
import { privateFile } from '../net/disk/privateFiles.ts';
import type { CacheFolder } from './cache/cacheFolder.ts';
import { changedPathsMark, hasMark, mark } from './cache/historyFolder.ts';
import type { GitRunner } from './gitRunner.ts';
import type { RunGit } from './processes/runGit.ts';
import { textOf } from './history/historyFormat.ts';

/** Every fetch adds a pack. With more packs, reading is slower. */
const mostPacks = 24;
const writeGraph = ['commit-graph', 'write', '--reachable', '--no-progress'];
/** Commits whose changed paths are computed: about 20 s of a processor. */
const mostFilters = 300_000;

/** Joins many packs into one, without the objects of forgotten commits. Call it under the lock. @throws Failure */
export async function compactRepository(
  cache: CacheFolder,
  runner: GitRunner,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  if ((await cache.packsOf(path)) <= mostPacks) return;
  const scratch = await cache.beginFetch(path);
  const folder = join(scratch, 'objects', 'pack');
  const listing = ['rev-list', '--objects', '--no-object-names', '--missing=allow-any', '--all', '--'];
  const objects = await outputOf(runner.run(path, listing, { signal }));
  const packing = ['pack-objects', '-q', '--threads=1', join(folder, 'pack')];
  const names = await outputOf(runner.run(path, packing, { input: objects, signal }));
  // As after a fetch: git accepts that blobs are missing.
  for (const name of names.toString().split('\n').filter(isSha))
    await writeFile(join(folder, `pack-${name}.promisor`), '', { mode: privateFile });
  await cache.replacePacks(path, scratch);
}

/** Stores the parents and trees of all commits in one file: git then reads a history in two thirds of the time. */
export async function writeCommitGraph(run: RunGit, log: Log): Promise<void> {
  try {
    await textOf(run(writeGraph));
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    log.debug(`git reads the history without a commit graph: ${messageOf(error)}`);
  }
}

/**
 * Adds once to the commit graph of the repository `path`, whose commits have their folders, which paths each commit
 * changed. Takes seconds, needs no lock. Never rejects.
 */
export async function writeChangedPaths(path: string, run: RunGit, log: Log): Promise<void> {
  try {
    if (await hasMark(path, changedPathsMark)) return;
    const options = ['--changed-paths', `--max-new-filters=${mostFilters}`];
    await textOf(run([...writeGraph, ...options], { isBackground: true }));
    await mark(path, changedPathsMark);
  } catch (error) {
    log.debug(`git reads the history without the changed paths: ${messageOf(error)}`);
  }
}

async function outputOf(output: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of output) parts.push(bytes);
  return Buffer.concat(parts);
}
