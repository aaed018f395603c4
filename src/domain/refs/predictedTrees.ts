import { treeSha } from '../objects/gitSha.ts';
import type { LatestHead } from './refs.ts';
import type { FolderEntry, Tree, Trees } from '../objects/trees.ts';

/** A file of a commit of this computer: the blob sha that it wrote at a path; undefined: it removed the file. */
export interface LocalCommit {
  readonly path: string;
  readonly sha: string | undefined;
  readonly message: string;
  /** Sha of the commit, if it is known. Several files can have the same. */
  readonly commit?: string;
}

/** The root tree after `commits` on `root`. Sends no request; undefined if a folder on the path is not cached. */
export async function predictRootTree(
  trees: Trees,
  root: Tree,
  commits: readonly LocalCommit[],
): Promise<Tree | undefined> {
  let now: Tree | undefined = root;
  for (const { path, sha } of commits) {
    if (now === undefined || !(await isExact(now))) return undefined;
    now = await folderAfter(trees, now, path.split('/'), sha);
  }
  return now;
}

/** Whether `latest` is the one commit of `commits` on top of `before`, by its sha, or by parents and message. */
export function isNextCommit(
  latest: LatestHead['latest'],
  before: string | undefined,
  commits: readonly LocalCommit[],
  head: string,
): boolean {
  const [only] = commits;
  if (only?.commit !== undefined) return commits.every(({ commit }) => commit === head);
  if (only === undefined || commits.length > 1 || latest === undefined) return false;
  const { parents, message } = latest;
  const sameParent = before !== undefined && parents.length === 1 && parents[0] === before;
  return sameParent && (message === undefined || message.trim() === only.message.trim());
}

async function folderAfter(
  trees: Trees,
  folder: Tree,
  [name = '', ...below]: readonly string[],
  sha: string | undefined,
): Promise<Tree | undefined> {
  const entries = new Map(folder.entries);
  const old = entries.get(name);
  if (below.length > 0) {
    const inner =
      old === undefined ? { ...folder, entries: new Map<string, FolderEntry>() } : await folderOf(trees, old);
    const next = inner && (await folderAfter(trees, inner, below, sha));
    if (next === undefined) return undefined;
    if (next.entries.size === 0) entries.delete(name);
    else entries.set(name, { name, kind: 'folder', sha: next.sha, mode: '40000' });
  } else if (sha === undefined) entries.delete(name);
  // The result is not predictable for another mode or another sha format.
  else if ((old !== undefined && old.mode !== '100644') || sha.length !== folder.sha.length) return undefined;
  else entries.set(name, { name, kind: 'file', sha, mode: '100644' });
  const named = await nameOf(entries, folder.sha);
  if (named === undefined) return undefined;
  const tree: Tree = { sha: named, entries, complete: true };
  trees.keep(tree);
  return tree;
}

async function folderOf(trees: Trees, { kind, sha }: FolderEntry): Promise<Tree | undefined> {
  const tree = kind === 'folder' ? await trees.find(sha) : undefined;
  return tree !== undefined && (await isExact(tree)) ? tree : undefined;
}

/** Whether the entries give the sha of the tree: entries that are never shown are then included. */
const isExact = async ({ complete, entries, sha }: Tree): Promise<boolean> =>
  complete && (await nameOf(entries, sha)) === sha;

async function nameOf(entries: ReadonlyMap<string, FolderEntry>, like: string): Promise<string | undefined> {
  const lines = [];
  for (const { name, sha, mode } of entries.values()) {
    if (mode === undefined) return undefined;
    lines.push({ name, sha, mode });
  }
  return await treeSha(lines, like);
}
