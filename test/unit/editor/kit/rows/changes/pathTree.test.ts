import assert from 'node:assert/strict';
import { folderContentOf } from '../../../../../../src/editor/kit/rows/changes/pathTree.ts';

interface Item {
  readonly path: string;
}

/** Folders as `label/` with their content below, then files by their path. */
function shown(items: readonly Item[], folder?: string): string[] {
  const { folders, files } = folderContentOf(items, folder);
  return [
    ...folders.flatMap(({ path, label, items: below }) => [
      `${label}/`,
      ...shown(below, path).map((row) => `  ${row}`),
    ]),
    ...files.map(({ path }) => path),
  ];
}

describe('folderContentOf', () => {
  it('shows folders before files, and folders without another entry as one', () => {
    const paths = ['b/c/d.txt', 'b/c/e/f', 'b/c/ef', 'g/h/i/j', 'k/l', 'k/ll/m', 'a', 'z'];
    assert.deepEqual(shown(paths.toSorted().map((path) => ({ path }))), [
      'b/c/',
      '  e/',
      '    b/c/e/f',
      '  b/c/d.txt',
      '  b/c/ef',
      'g/h/i/',
      '  g/h/i/j',
      'k/',
      '  ll/',
      '    k/ll/m',
      '  k/l',
      'a',
      'z',
    ]);
  });

  it('keeps a file beside the folder of the same path, and folders in their order', () => {
    const paths = ['n', 'n-o/p', 'n/o', 'n/o/p'];
    assert.deepEqual(shown(paths.map((path) => ({ path }))), [
      'n/',
      '  o/',
      '    n/o/p',
      '  n/o',
      'n-o/',
      '  n-o/p',
      'n',
    ]);
  });
});
