import { Failure } from '../core/errors.ts';
import type { Change, Layer } from './draft.ts';
import type { Drafts } from './drafts.ts';

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
  const missing = paths.find((path) => !all.some(({ change }) => isBelow(change.path, path)));
  if (missing !== undefined)
    throw new Failure('missing', `there is no change at ${missing}`, {
      field: 'paths',
      reason: 'noChange',
      about: [missing],
    });
  const wanted = all.filter(({ change }) => paths.some((path) => isBelow(change.path, path)));
  return wanted.filter(({ change }, index) => wanted.findIndex((other) => other.change.path === change.path) === index);
}

export const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
