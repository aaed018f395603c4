import { mapLimited } from '../../core/async.ts';
import { pathIn } from '../../core/path.ts';
import type { CommitTree } from './commitTree.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { FolderEntry, Tree } from '../objects/trees.ts';

export interface Difference {
  readonly path: string;
  readonly base: FolderEntry | undefined;
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
const foldersOneByOne = 8;
const entriesInPage = 100;

export interface CompareOptions extends RequestOptions {
  /**
   * Called once, unless at most one file in the root differs: fetches both commits with git, if that is possible. Then
   * neither a folder nor the content of a file is requested, and it resolves with true.
   */
  readonly fetchBoth?: (() => Promise<boolean>) | undefined;
  /** Requests without git, at most; undefined: there is no limit. */
  readonly mostRequests?: number | undefined;
  readonly folder?: string | undefined;
}

/** Thrown if a comparison without git needs more requests than its caller allows. */
export class TooManyRequests extends Error {
  /** At least; those of folders that are not read yet are not known. */
  readonly requests: number;
  readonly folders: readonly string[];
  readonly differences: readonly Difference[];

  constructor(requests: number, folders: readonly { readonly path: string }[], differences: readonly Difference[]) {
    super(`the comparison needs at least ${requests} requests`);
    this.requests = requests;
    this.folders = folders.map(({ path }) => path);
    this.differences = differences;
  }
}

interface DifferentFolder {
  readonly path: string;
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/**
 * Files, links and submodules that differ, also in mode only, by path; no renames. Compares the shas of folders: each
 * is requested once on each side at most, or both commits as a whole if that is less. @throws TooManyRequests
 */
export async function compare(
  base: CommitTree,
  head: CommitTree,
  { fetchBoth, mostRequests = Infinity, folder = '', ...options }: CompareOptions = {},
): Promise<Difference[]> {
  const [was, is] = await Promise.all([base, head].map((side) => folderOf(side, folder, options)));
  const differences: Difference[] = [];
  let folders = differing(folder, was, is, differences);
  /** Whether all folders of both commits are on this computer. */
  let isComplete = (folders.length > 0 || differences.length > 1) && (await fetchBoth?.()) === true;
  let compared = folders.length;
  let isListed = false;
  let entries: number | undefined;
  while (folders.length > 0) {
    let pages = Infinity;
    if (!isComplete && !isListed && compared > foldersOneByOne) {
      entries ??= await head.entryCount(options);
      if (entries <= folders.length * entriesInPage) pages = Math.ceil(entries / entriesInPage);
    }
    const requests = isComplete ? 0 : 2 * Math.min(compared, pages);
    if (requests > mostRequests) throw new TooManyRequests(requests, folders, differences.sort(byPath));
    if (pages < Infinity) {
      const loaded = await Promise.all([base, head].map((side) => side.loadAll(entries ?? 0, options)));
      isComplete = !loaded.includes(false);
      isListed = true;
    }
    const load = async ({ path, base: old, head: now }: DifferentFolder, signal?: AbortSignal) =>
      await Promise.all([
        old === undefined ? undefined : base.tree(path, old, { ...options, signal }),
        now === undefined ? undefined : head.tree(path, now, { ...options, signal }),
      ]);
    const trees = await mapLimited(folders, atOnce, load, options.signal);
    folders = folders.flatMap(({ path }, index) => differing(path, trees[index]?.[0], trees[index]?.[1], differences));
    compared += folders.length;
  }
  return differences.sort(byPath);
}

const byPath = (a: Difference, b: Difference): number => (a.path < b.path ? -1 : 1);

async function folderOf(side: CommitTree, path: string, options: RequestOptions): Promise<Tree | undefined> {
  if (path === '') return await side.tree('', undefined, options);
  const entry = await side.exact(path, options);
  return entry?.kind === 'folder' && entry.sha !== undefined ? await side.tree(path, entry.sha, options) : undefined;
}

function differing(
  folder: string,
  was: Tree | undefined,
  is: Tree | undefined,
  differences: Difference[],
): DifferentFolder[] {
  const names = new Set([...(was?.entries.keys() ?? []), ...(is?.entries.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [base, head] = [was?.entries.get(name), is?.entries.get(name)];
    if (base?.sha === head?.sha && base?.kind === head?.kind && changedMode({ base, head }) === undefined) return [];
    const path = pathIn(folder, name);
    const files = { path, base: onlyFile(base), head: onlyFile(head) };
    if (files.base !== undefined || files.head !== undefined) differences.push(files);
    const folders = { path, base: folderSha(base), head: folderSha(head) };
    return folders.base === undefined && folders.head === undefined ? [] : [folders];
  });
}

/** As git compares them: old versions of git stored other bits too. */
export function permissions(entry: FolderEntry | undefined): string | undefined {
  const bits = /^100([0-7]{3})$/.exec(entry?.mode ?? '')?.[1];
  return bits === undefined ? undefined : (Number.parseInt(bits, 8) & 0o100) === 0 ? '644' : '755';
}

const onlyFile = (entry: FolderEntry | undefined): FolderEntry | undefined =>
  entry?.kind === 'folder' ? undefined : entry;
const folderSha = (entry: FolderEntry | undefined): string | undefined =>
  entry?.kind === 'folder' ? entry.sha : undefined;
