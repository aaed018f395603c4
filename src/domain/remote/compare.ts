import { mapLimited } from '../../core/async.ts';
import type { CommitTree } from './commitTree.ts';
import type { RequestOptions } from '../hosting/source.ts';
import type { FolderEntry, Tree } from '../objects/trees.ts';

/** A file that differs between two commits. */
export interface Difference {
  readonly path: string;
  /** The entry before; undefined: added. */
  readonly base: FolderEntry | undefined;
  /** The entry after; undefined: removed. */
  readonly head: FolderEntry | undefined;
}

const atOnce = 8;

/**
 * Files, links and submodules that differ, sorted by path. Compares the shas of folders, without contents. Requests
 * each differing folder at most once on each side.
 */
export async function compare(base: CommitTree, head: CommitTree, asking: RequestOptions = {}): Promise<Difference[]> {
  const [was, is] = await Promise.all([base.tree('', undefined, asking), head.tree('', undefined, asking)]);
  const found: Difference[] = [];
  let folders = differing('', was, is, found);
  while (folders.length > 0) {
    const trees = await mapLimited(folders, atOnce, async ({ path, base: old, head: now }) =>
      Promise.all([
        old === undefined ? undefined : base.tree(path, old, asking),
        now === undefined ? undefined : head.tree(path, now, asking),
      ]),
    );
    folders = folders.flatMap(({ path }, index) => differing(path, trees[index]?.[0], trees[index]?.[1], found));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Adds the differences in one folder to `found`; returns the folders in it that differ. */
function differing(
  folder: string,
  was: Tree | undefined,
  is: Tree | undefined,
  found: Difference[],
): { readonly path: string; readonly base: string | undefined; readonly head: string | undefined }[] {
  const names = new Set([...(was?.entries.keys() ?? []), ...(is?.entries.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [base, head] = [was?.entries.get(name), is?.entries.get(name)];
    if (base?.sha === head?.sha && base?.kind === head?.kind) return [];
    const path = folder === '' ? name : `${folder}/${name}`;
    const files = { path, base: onlyFile(base), head: onlyFile(head) };
    if (files.base !== undefined || files.head !== undefined) found.push(files);
    const folders = { path, base: folderSha(base), head: folderSha(head) };
    return folders.base === undefined && folders.head === undefined ? [] : [folders];
  });
}

const onlyFile = (entry: FolderEntry | undefined): FolderEntry | undefined =>
  entry?.kind === 'folder' ? undefined : entry;
const folderSha = (entry: FolderEntry | undefined): string | undefined =>
  entry?.kind === 'folder' ? entry.sha : undefined;
