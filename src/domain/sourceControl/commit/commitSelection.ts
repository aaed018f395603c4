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

/** The changes of a commit: those at `paths`; by default the staged changes, else all. Removals come last. */
export function selectChanges(drafts: Drafts, paths?: readonly string[]): readonly SelectedChange[] {
  const of = (layer: Layer): SelectedChange[] => drafts.changes(layer).map((change) => ({ layer, change }));
  const [staged, working] = [of('staged'), of('working')];
  const wanted = paths === undefined ? (staged.length > 0 ? staged : working) : chosen([...working, ...staged], paths);
  const files = wanted.filter(({ change }) => change.kind !== 'folder');
  // A rename is a creation, then a removal.
  return [
    ...files.filter(({ change }) => change.kind === 'file'),
    ...files.filter(({ change }) => change.kind === 'removed'),
  ];
}

function chosen(all: readonly SelectedChange[], paths: readonly string[]): SelectedChange[] {
  const byPath = new Map<string, SelectedChange>();
  // The first change of a path is the effective one.
  for (const one of all) if (!byPath.has(one.change.path)) byPath.set(one.change.path, one);
  const isAll = paths.includes('') && byPath.size > 0;
  const below = new Set(pathsBelow([...byPath.keys()], isAll ? paths.filter((path) => path !== '') : paths));
  return [...byPath.values()].filter(({ change }) => isAll || below.has(change.path));
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
      reason: 'noChange',
      about: [missing],
    });
  return below;
}
