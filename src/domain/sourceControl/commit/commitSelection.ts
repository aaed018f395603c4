import { Failure } from '../../../core/errors.ts';
import { foldersAbove } from '../drafts/changeTree.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import { layers } from '../drafts/draftStore.ts';
import type { Drafts } from '../drafts/drafts.ts';

export interface SelectedChange {
  readonly layer: Layer;
  readonly change: Change;
}

/** Whether `path` is one of `paths`, or below it. Undefined: everything is. */
export function isAt(path: string, paths: readonly string[] | undefined): boolean {
  return paths === undefined || paths.some((one) => one === '' || path === one || path.startsWith(`${one}/`));
}

export function changesAt(drafts: Drafts, isWanted: (path: string) => boolean): readonly SelectedChange[] {
  return layers
    .flatMap((layer) => drafts.changes(layer).map((change) => ({ layer, change })))
    .filter(({ change }) => change.kind !== 'folder' && isWanted(change.path));
}

/**
 * The changes of a commit: those at `paths`; by default the staged changes, else all. A removal comes first, and is part of
 * the commit, if one of the files takes its place: a file that becomes a folder, or the reverse. Other removals come last.
 */
export function selectChanges(drafts: Drafts, paths?: readonly string[]): readonly SelectedChange[] {
  const of = (layer: Layer): SelectedChange[] => drafts.changes(layer).map((change) => ({ layer, change }));
  const [staged, working] = [of('staged'), of('working')];
  const effective = [...working, ...staged.filter(({ change }) => drafts.get('working', change.path) === undefined)];
  const wanted = paths === undefined ? (staged.length > 0 ? staged : working) : chosen(effective, paths);
  const files = wanted.filter(({ change }) => change.kind === 'file');
  const removals = wanted.filter(({ change }) => change.kind === 'removed');
  const isReplaced = replacedBy(files.map(({ change }) => change.path));
  const seen = new Set(wanted.map(({ change }) => change.path));
  const others = effective.filter(({ change }) => change.kind === 'removed' && !seen.has(change.path));
  const first = [...removals, ...others].filter(({ change }) => isReplaced(change.path));
  // A rename is a creation, then a removal.
  return [...first, ...files, ...removals.filter((one) => !first.includes(one))];
}

/** Whether one of the files at `paths` cannot exist beside a file at the path: one would be a folder. */
function replacedBy(paths: readonly string[]): (path: string) => boolean {
  const [files, folders] = [new Set(paths), new Set(paths.flatMap(foldersAbove))];
  return (path) => folders.has(path) || foldersAbove(path).some((folder) => files.has(folder));
}

function chosen(all: readonly SelectedChange[], paths: readonly string[]): readonly SelectedChange[] {
  const isAll = paths.includes('') && all.length > 0;
  const changed = all.map(({ change }) => change.path);
  const below = new Set(pathsBelow(changed, isAll ? paths.filter((path) => path !== '') : paths));
  return all.filter(({ change }) => isAll || below.has(change.path));
}

/** The paths of `changed` at or below one of `paths`. @throws Failure `missing` if one of `paths` has no change */
export function pathsBelow(changed: readonly string[], paths: readonly string[]): readonly string[] {
  const wanted = new Set(paths);
  const matched = new Set<string>();
  const below = changed.filter((path) => {
    const reasons = [...foldersAbove(path), path].filter((one) => wanted.has(one));
    for (const one of reasons) matched.add(one);
    return reasons.length > 0;
  });
  const missing = paths.find((path) => !matched.has(path));
  if (missing !== undefined)
    throw new Failure('missing', `there is no change at ${missing}`, {
      field: 'paths',
      reason: missing === '' ? 'noChanges' : 'noChange',
      about: [missing],
    });
  return below;
}
