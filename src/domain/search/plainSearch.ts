import { isFailure } from '../../core/errors.ts';
import { eachAsDone } from '../../core/async.ts';
import { pathIn } from '../../core/path.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { TooLarge, type Bytes } from '../objects/blobs.ts';
import { isInLfs } from '../lfs/pointer.ts';
import type { CurrentRules } from '../rules/repositoryRules.ts';
import type { CommitTree } from '../repositories/commitTree.ts';
import type { RemoteRef } from '../repositories/remoteRef.ts';
import { largestFile, type SearchRun } from './searchRun.ts';
import type { SearchEvent } from './textQuery.ts';

const filesAtOnce = 8;
/** Base64 adds a third. */
const largestTransfer = largestFile * 1.4;

/** The bytes of a file; undefined: not searched, as it is large, in Git LFS, or `other`: a link or submodule, or it is gone. */
type Content = { readonly path: string; readonly bytes: Bytes | 'large' | 'lfs' | 'other' | undefined };

/**
 * Searches a ref without git: first what is cached, then by one request for each file, behind all other requests.
 * `only`: selected paths that were counted already; undefined: all.
 */
export async function* plainSearch(
  run: SearchRun,
  remote: RemoteRef,
  options: RequestOptions,
  only?: readonly string[],
): AsyncGenerator<SearchEvent> {
  const background: RequestOptions = { signal: run.signal, priority: 'background' };
  const tree = await remote.snapshot(options);
  const paths = only ?? (await allPaths(remote, tree, options)).filter((path) => run.selectsCommitted(path));
  if (only === undefined) run.expect(paths.length);
  yield { kind: 'progress', coverage: run.coverage };
  const rest: string[] = [];
  const rules = remote.rules.now(background);
  const find = async (path: string): Promise<Content> => await judged(rules, await findCached(tree, path));
  for await (const content of eachAsDone(paths, filesAtOnce, find, run.signal)) {
    if (content.bytes === undefined) rest.push(content.path);
    else yield* search(run, content);
    if (run.isFull) return;
  }
  yield { kind: 'progress', coverage: run.coverage };
  const load = async (path: string, signal: AbortSignal): Promise<Content> =>
    await judged(rules, await loadContent(tree, path, { ...background, signal }));
  for await (const content of eachAsDone(rest, filesAtOnce, load, run.signal)) {
    yield* search(run, content);
    if (run.isFull) return;
    yield { kind: 'progress', coverage: run.coverage };
  }
}

function* search(run: SearchRun, { path, bytes }: Content): Generator<SearchEvent> {
  if (bytes === 'other') run.expect(-1);
  else if (bytes === 'lfs') run.leaveOut(1);
  else if (bytes === 'large' || bytes === undefined) run.skip(path);
  else {
    const file = run.searchFile(path, bytes);
    if (file !== undefined) yield { kind: 'file', file };
  }
}

async function judged(rules: CurrentRules, { path, bytes }: Content): Promise<Content> {
  const isPointer = typeof bytes === 'object' && (await isInLfs(rules, path, bytes));
  return { path, bytes: isPointer ? 'lfs' : bytes };
}

/** All paths, from one request; from the folders if the service has no list. */
async function allPaths(remote: RemoteRef, tree: CommitTree, options: RequestOptions): Promise<readonly string[]> {
  try {
    return await remote.paths(options);
  } catch (error) {
    if (!isFailure(error, 'refused') || error.reason !== 'noFileList') throw error;
  }
  return await pathsBelow(tree, '', undefined, { ...options, priority: 'background' });
}

async function pathsBelow(
  tree: CommitTree,
  folder: string,
  sha: string | undefined,
  background: RequestOptions,
): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of (await tree.tree(folder, sha, background)).entries.values()) {
    const path = pathIn(folder, entry.name);
    if (entry.kind === 'file') paths.push(path);
    else if (entry.kind === 'folder') paths.push(...(await pathsBelow(tree, path, entry.sha, background)));
  }
  return paths;
}

async function findCached(tree: CommitTree, path: string): Promise<Content> {
  const cached = await tree.findCached(path);
  if (cached === undefined) return { path, bytes: undefined };
  if (cached.kind !== 'file') return { path, bytes: 'other' };
  return { path, bytes: (cached.size ?? 0) > largestFile ? 'large' : cached.bytes };
}

async function loadContent(tree: CommitTree, path: string, background: RequestOptions): Promise<Content> {
  const entry = await tree.find(path, background);
  if (entry?.kind !== 'file' || entry.linked) return { path, bytes: 'other' };
  const listed = await findCached(tree, path);
  if (listed.bytes !== undefined) return listed;
  try {
    return { path, bytes: await tree.read(entry, { ...background, limit: largestTransfer }) };
  } catch (error) {
    if (error instanceof TooLarge) return { path, bytes: 'large' };
    if (isFailure(error, 'missing')) return { path, bytes: 'other' };
    throw error;
  }
}
