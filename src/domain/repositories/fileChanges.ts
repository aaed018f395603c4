import { pathIn } from '../../core/path.ts';
import type { CommitTree } from './commitTree.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { EntryKind, FolderEntry } from '../objects/trees.ts';

export interface FileChange {
  readonly path: string;
  readonly type: 'created' | 'changed' | 'deleted';
  readonly sha: string | undefined;
}

/** An entry that becomes a folder, or stops being one, is reported as deleted and created. */
const swaps = (before: EntryKind, after: EntryKind): boolean =>
  before !== after && (before === 'folder' || after === 'folder');

/** Differences in `folders` and `files`. Requests folders with another sha; reports only created and deleted ones. */
export async function changesBetween(
  before: CommitTree,
  after: CommitTree,
  folders: readonly string[],
  files: readonly string[],
  options: RequestOptions,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const folder of [...folders].sort((a, b) => a.length - b.length)) {
    const [from, to] = [await before.exact(folder, options), await after.exact(folder, options)];
    if (from?.sha !== undefined && from.sha === to?.sha) continue;
    const [was, is] = [await before.entries(folder, options), await after.entries(folder, options)];
    changes.push(...changesInFolder(folder, was ?? new Map(), is ?? new Map()));
  }
  const noted = new Set(changes.map(({ path }) => path));
  for (const path of new Set(files)) {
    if (noted.has(path)) continue;
    const [was, is] = [await before.find(path, options), await after.find(path, options)];
    const differs = is === undefined ? was !== undefined : is.sha !== was?.sha;
    if (differs) changes.push(changeOf(path, was, is));
  }
  return changes;
}

type Entries = ReadonlyMap<string, FolderEntry>;

function changesInFolder(folder: string, was: Entries, is: Entries): FileChange[] {
  const names = [...was.keys(), ...[...is.keys()].filter((name) => !was.has(name))];
  return names.flatMap((name) => changesOfEntry(pathIn(folder, name), was.get(name), is.get(name)));
}

function changesOfEntry(path: string, was: FolderEntry | undefined, is: FolderEntry | undefined): FileChange[] {
  if (was === undefined || is === undefined) return [changeOf(path, was, is)];
  if (swaps(was.kind, is.kind)) return [changeOf(path, was, undefined), changeOf(path, undefined, is)];
  const differs = is.kind !== was.kind || (is.sha !== was.sha && is.kind !== 'folder');
  return differs ? [changeOf(path, was, is)] : [];
}

function changeOf(
  path: string,
  was: object | undefined,
  is: { readonly sha: string | undefined } | undefined,
): FileChange {
  if (is === undefined) return { path, type: 'deleted', sha: undefined };
  return { path, type: was === undefined ? 'created' : 'changed', sha: is.sha };
}
