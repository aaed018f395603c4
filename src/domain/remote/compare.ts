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

/** `typeChanged`: a file, a link or a submodule became another of these. */
export type DifferenceStatus = 'added' | 'modified' | 'removed' | 'typeChanged';

export function statusOfDifference({ base, head }: Difference): DifferenceStatus {
  if (base === undefined) return 'added';
  if (head === undefined) return 'removed';
  return base.kind === head.kind ? 'modified' : 'typeChanged';
}

/** The permissions of a file before and after, such as `644` and `755`; undefined if they are equal or not known. */
export function changedMode({
  base,
  head,
}: Pick<Difference, 'base' | 'head'>): readonly [before: string, after: string] | undefined {
  const [before, after] = [permissions(base), permissions(head)];
  return before === undefined || after === undefined || before === after ? undefined : [before, after];
}

const atOnce = 8;
/** Folders that are compared with a request for each side. */
const foldersOneByOne = 8;
/** Of one request for all folders. */
const entriesInPage = 100;

export interface CompareOptions extends RequestOptions {
  /**
   * Called once, unless at most one file in the root differs: fetches both commits with git, if that is possible. Then
   * neither a folder nor the content of a file is requested.
   */
  readonly fetchBoth?: (() => Promise<unknown>) | undefined;
}

/** A folder that differs, with its shas. */
interface DifferentFolder {
  readonly path: string;
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/**
 * Files, links and submodules that differ, also those of which only the mode differs, sorted by path. Renames are not
 * detected. Compares the shas of folders, without contents. Requests each differing folder at most once on each side;
 * both commits as a whole if that takes fewer requests.
 */
export async function compare(
  base: CommitTree,
  head: CommitTree,
  { fetchBoth, ...asking }: CompareOptions = {},
): Promise<Difference[]> {
  const [was, is] = await Promise.all([base.tree('', undefined, asking), head.tree('', undefined, asking)]);
  const found: Difference[] = [];
  let folders = differing('', was, is, found);
  if (folders.length > 0 || found.length > 1) await fetchBoth?.();
  let compared = folders.length;
  let isListed = false;
  let entries: number | undefined;
  while (folders.length > 0) {
    if (compared > foldersOneByOne && !isListed) {
      entries ??= await head.entryCount(asking);
      isListed = entries <= folders.length * entriesInPage;
      if (isListed) await Promise.all([base, head].map((side) => side.loadAll(entries ?? 0, asking)));
    }
    const trees = await mapLimited(folders, atOnce, async ({ path, base: old, head: now }) =>
      Promise.all([
        old === undefined ? undefined : base.tree(path, old, asking),
        now === undefined ? undefined : head.tree(path, now, asking),
      ]),
    );
    folders = folders.flatMap(({ path }, index) => differing(path, trees[index]?.[0], trees[index]?.[1], found));
    compared += folders.length;
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Adds the differences in one folder to `found`; returns the folders in it that differ. */
function differing(
  folder: string,
  was: Tree | undefined,
  is: Tree | undefined,
  found: Difference[],
): DifferentFolder[] {
  const names = new Set([...(was?.entries.keys() ?? []), ...(is?.entries.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [base, head] = [was?.entries.get(name), is?.entries.get(name)];
    if (base?.sha === head?.sha && base?.kind === head?.kind && changedMode({ base, head }) === undefined) return [];
    const path = folder === '' ? name : `${folder}/${name}`;
    const files = { path, base: onlyFile(base), head: onlyFile(head) };
    if (files.base !== undefined || files.head !== undefined) found.push(files);
    const folders = { path, base: folderSha(base), head: folderSha(head) };
    return folders.base === undefined && folders.head === undefined ? [] : [folders];
  });
}

/** As git compares them: old versions of git stored other bits too. */
function permissions(entry: FolderEntry | undefined): string | undefined {
  const bits = /^100([0-7]{3})$/.exec(entry?.mode ?? '')?.[1];
  return bits === undefined ? undefined : (Number.parseInt(bits, 8) & 0o100) === 0 ? '644' : '755';
}

const onlyFile = (entry: FolderEntry | undefined): FolderEntry | undefined =>
  entry?.kind === 'folder' ? undefined : entry;
const folderSha = (entry: FolderEntry | undefined): string | undefined =>
  entry?.kind === 'folder' ? entry.sha : undefined;
