import type { CommitTree } from './commitTree.ts';
import type { RequestOptions } from '../hosting/source.ts';
import type { EntryKind } from '../objects/trees.ts';

export interface FileChange {
  readonly path: string;
  readonly type: 'created' | 'changed' | 'deleted';
  /** What the file is now, where known. */
  readonly sha: string | undefined;
}

/** What becomes a folder, or stops being one, is another thing of the same name: one goes and one comes. */
const swaps = (before: EntryKind, after: EntryKind): boolean =>
  before !== after && (before === 'folder' || after === 'folder');

/**
 * What differs between two commits in the folders `folders` and the files `files`, asking only for folders whose sha
 * differs. Folders themselves are told only where they come or go.
 */
export async function changesBetween(
  before: CommitTree,
  after: CommitTree,
  folders: readonly string[],
  files: readonly string[],
  asking: RequestOptions,
): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  const noted = new Set<string>();
  const note = (path: string, type: FileChange['type'], sha: string | undefined): void => {
    noted.add(path);
    changes.push({ path, type, sha });
  };
  for (const folder of [...folders].sort((a, b) => a.length - b.length)) {
    const [from, to] = [await before.exact(folder, asking), await after.exact(folder, asking)];
    if (from?.sha !== undefined && from.sha === to?.sha) continue;
    const [was, is] = [await before.entries(folder, asking), await after.entries(folder, asking)];
    for (const [name, old] of was ?? []) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const entry = is?.get(name);
      if (entry === undefined) note(path, 'deleted', undefined);
      else if (swaps(old.kind, entry.kind)) {
        note(path, 'deleted', undefined);
        note(path, 'created', entry.sha);
      } else if (entry.kind !== old.kind || (entry.sha !== old.sha && entry.kind !== 'folder'))
        note(path, 'changed', entry.sha);
    }
    for (const [name, entry] of is ?? []) {
      if (was?.has(name) !== true) note(folder === '' ? name : `${folder}/${name}`, 'created', entry.sha);
    }
  }
  for (const path of files) {
    if (noted.has(path)) continue;
    const was = await before.find(path, asking);
    const is = await after.find(path, asking);
    if (is === undefined && was !== undefined) note(path, 'deleted', undefined);
    else if (is !== undefined && is.sha !== was?.sha) note(path, was === undefined ? 'created' : 'changed', is.sha);
  }
  return changes;
}
