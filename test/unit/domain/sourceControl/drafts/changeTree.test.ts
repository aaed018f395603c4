import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ChangeTree } from '../../../../../src/domain/sourceControl/drafts/changeTree.ts';
import type { Change } from '../../../../../src/domain/sourceControl/drafts/draft.ts';
import { runs } from '../../../../kit/runs.ts';

const change = (path: string, kind: Change['kind']): Change => ({
  path,
  kind,
  base: undefined,
  mode: '100644',
  sha: undefined,
  size: 0,
  held: false,
  from: undefined,
  conflict: undefined,
  modified: 0,
});
const name = fc.constantFrom('a', 'b', 'c');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const kind = fc.constantFrom<Change['kind'] | undefined>('file', 'removed', 'folder', undefined);

describe('ChangeTree', () => {
  it('returns the same per folder as a scan of all changes', () => {
    const told = (tree: ChangeTree, folder: string): unknown => {
      const node = tree.at(folder);
      const below = [...tree.below(folder)].map((one) => one.path).sort();
      const { present } = node ?? { present: 0 };
      return { below, present, names: [...(node?.children.keys() ?? [])].sort() };
    };
    const seen = (all: readonly Change[], folder: string): unknown => {
      const start = folder === '' ? '' : `${folder}/`;
      const below = all.filter((one) => one.path.startsWith(start) && one.path !== folder);
      const names = new Set(below.map((one) => one.path.slice(start.length).split('/')[0]));
      return {
        below: below.map((one) => one.path).sort(),
        present: below.filter((one) => one.kind !== 'removed').length,
        names: [...names].sort(),
      };
    };
    const property = fc.property(fc.array(fc.tuple(path, kind)), (steps) => {
      const [tree, all] = [new ChangeTree(), new Map<string, Change>()];
      for (const [at, what] of steps) {
        const now = what === undefined ? undefined : change(at, what);
        tree.set(at, now);
        if (now === undefined) all.delete(at);
        else all.set(at, now);
      }
      assert.equal(tree.size, all.size);
      for (const folder of ['', 'a', 'a/b', 'c', 'a/b/c']) {
        assert.deepEqual(told(tree, folder), seen([...all.values()], folder));
        assert.equal(tree.get(folder), all.get(folder));
      }
    });
    fc.assert(property, runs(1_000));
  });
});
