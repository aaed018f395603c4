import { Failure } from '../../core/errors.ts';
import { foldersAbove } from '../drafts/changeTree.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import type { Drafts } from '../drafts/drafts.ts';

export interface Selected {
  readonly layer: Layer;
  readonly change: Change;
}

/** What a commit would send: staged changes where there are any, else all; or just `paths`. Removals come last. */
export function selectChanges(drafts: Drafts, paths?: readonly string[]): readonly Selected[] {
  const of = (layer: Layer): Selected[] => drafts.changes(layer).map((change) => ({ layer, change }));
  const [staged, working] = [of('staged'), of('working')];
  const wanted = paths === undefined ? (staged.length > 0 ? staged : working) : chosen([...working, ...staged], paths);
  const files = wanted.filter(({ change }) => change.kind !== 'folder');
  // A rename is create, then delete.
  return [
    ...files.filter(({ change }) => change.kind === 'file'),
    ...files.filter(({ change }) => change.kind === 'removed'),
  ];
}

function chosen(all: readonly Selected[], paths: readonly string[]): Selected[] {
  const byPath = new Map<string, Selected>();
  // The first one is what a reader sees.
  for (const one of all) if (!byPath.has(one.change.path)) byPath.set(one.change.path, one);
  const isAll = paths.includes('') && byPath.size > 0;
  const below = new Set(pathsBelow([...byPath.keys()], isAll ? paths.filter((path) => path !== '') : paths));
  return [...byPath.values()].filter(({ change }) => isAll || below.has(change.path));
}

/** Those of `changed` at or below one of `paths`. Throws a Failure `missing` where one of `paths` has none. */
export function pathsBelow(changed: readonly string[], paths: readonly string[]): readonly string[] {
  const wanted = new Set(paths);
  const met = new Set<string>();
  const below = changed.filter((path) => {
    const reasons = [...foldersAbove(path), path].filter((one) => wanted.has(one));
    for (const one of reasons) met.add(one);
    return reasons.length > 0;
  });
  const missing = paths.find((path) => !met.has(path));
  if (missing !== undefined)
    throw new Failure('missing', `there is no change at ${missing}`, {
      field: 'paths',
      reason: 'noChange',
      about: [missing],
    });
  return below;
}
