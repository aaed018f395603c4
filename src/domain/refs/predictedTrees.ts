import { treeSha } from '../objects/gitSha.ts';
import type { LatestHead } from './refs.ts';
import type { FolderEntry, Tree, Trees } from '../objects/trees.ts';

/** One commit made from here: what it put at a path (undefined: it removed what was there). */
export interface LocalCommit {
  readonly path: string;
  readonly sha: string | undefined;
  readonly message: string;
}

/** The root of a branch once `made` lies on `root`; undefined where a folder on the way is not known. Asks nobody. */
export async function predictRootTree(
  trees: Trees,
  root: Tree,
  made: readonly LocalCommit[],
): Promise<Tree | undefined> {
  let now: Tree | undefined = root;
  for (const { path, sha } of made) {
    if (now === undefined || !(await isExact(now))) return undefined;
    now = await folderAfter(trees, now, path.split('/'), sha);
  }
  return now;
}

/** Whether a branch that was at `before` is now at the commit `made` and nothing else, as far as the service tells. */
export function isNextCommit(
  latest: LatestHead['latest'],
  before: string | undefined,
  made: readonly LocalCommit[],
): boolean {
  const [only] = made;
  if (only === undefined || made.length > 1 || latest === undefined) return false;
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
  // What becomes of another mode, or of another kind of sha, only the service knows.
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

/** Whether all of a folder is known, also what is never shown. */
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
