import type { RequestOptions } from '../../hosts/source.ts';
import { foldersAbove } from '../drafts/changeTree.ts';
import { isFolder, isGone } from '../drafts/draft.ts';
import type { FileChange } from '../../repositories/fileChanges.ts';
import type { RemoteRef } from '../../repositories/remoteRef.ts';
import type { Checkout } from './checkout.ts';

/** One side of a switch: a ref, and its checkout if it is a branch. */
export interface SwitchSide {
  readonly remote: RemoteRef;
  readonly checkout: Checkout | undefined;
}

export interface SwitchedDrafts {
  /** Paths with a draft, or with an own commit that the ref does not include yet, on either side. */
  readonly paths: readonly string[];
  readonly changes: readonly FileChange[];
}

/** What a reader of `before` finds changed at `after`, of the paths that drafts or own commits change on either side. */
export async function changesOfDrafts(
  before: SwitchSide,
  after: SwitchSide,
  options: RequestOptions,
): Promise<SwitchedDrafts> {
  const sides = [before, after].map(({ checkout }) => checkout?.workingTree.changes.paths() ?? []);
  const paths = [...new Set(sides.flat())];
  const folders = new Set(paths.flatMap((path) => [...foldersAbove(path)]));
  const changes: FileChange[] = [];
  for (const path of [...folders, ...paths]) {
    const [was, is] = [await entryAt(before, path, options), await entryAt(after, path, options)];
    if (was === undefined && is === undefined) continue;
    if (was === undefined) changes.push({ path, type: 'created', sha: is?.sha });
    else if (is === undefined) changes.push({ path, type: 'deleted', sha: undefined });
    else if (was.sha !== is.sha && !is.isFolder) changes.push({ path, type: 'changed', sha: is.sha });
  }
  return { paths, changes };
}

interface Entry {
  readonly sha: string | undefined;
  readonly isFolder: boolean;
}

async function entryAt(
  { remote, checkout }: SwitchSide,
  path: string,
  options: RequestOptions,
): Promise<Entry | undefined> {
  const local = checkout?.workingTree.changes;
  const change = local?.effective(path);
  if (isGone(change)) return undefined;
  if (change !== undefined) return { sha: change.sha, isFolder: isFolder(change) };
  if (local?.addsBelow(path) === true) return { sha: undefined, isFolder: true };
  const entry = await remote.tree?.find(path, options);
  return entry && { sha: entry.sha, isFolder: entry.kind === 'folder' };
}
