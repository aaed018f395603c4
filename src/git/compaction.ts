import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSha } from '../domain/objects/gitSha.ts';
import { privateFile } from '../net/disk/privateFiles.ts';
import type { CacheFolder } from './cache/cacheFolder.ts';
import type { GitRunner } from './gitRunner.ts';

/** Every fetch adds a pack. With more packs, reading is slower. */
const mostPacks = 24;

/**
 * Joins the packs of the repository `path` into one, without the objects of commits that were forgotten. Does nothing if
 * there are few packs. Call it under the lock. @throws Failure
 */
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

async function outputOf(output: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of output) parts.push(bytes);
  return Buffer.concat(parts);
}
