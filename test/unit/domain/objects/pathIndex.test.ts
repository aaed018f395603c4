import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PathIndex } from '../../../../src/domain/objects/pathIndex.ts';

describe('PathIndex', () => {
  const index = new PathIndex(['b.txt', 'a/b/c', 'a/b-/d', 'a/b0', '../x', 'a//x', 'vendor/lib', 'x/\u0000']);

  it('distinguishes files from folders', () => {
    assert.equal(index.kind(''), 'folder');
    assert.equal(index.kind('a/b'), 'folder');
    assert.equal(index.kind('a/b/c'), 'file');
    assert.equal(index.kind('a/b/'), undefined);
    assert.equal(index.kind('nothing'), undefined);
  });

  it('lists each entry of a folder once', () => {
    assert.deepEqual(
      [...index.children('a')],
      [
        ['b-', 'folder'],
        ['b', 'folder'],
        ['b0', 'file'],
      ],
    );
  });

  it('drops paths with unsafe names', () => {
    assert.equal(
      index.paths.some((path) => path.includes('..') || path.includes('//') || path.includes('\u0000')),
      false,
    );
  });

  it('returns the file that occupies a parent path', () => {
    assert.equal(index.fileAbove('vendor/lib/src/x.c'), 'vendor/lib');
    assert.equal(index.fileAbove('a/b/c'), undefined);
  });

  it('lists the same entries as a scan of all paths', () => {
    const segment = fc.string({
      minLength: 1,
      maxLength: 3,
      unit: fc.constantFrom('a', 'b', '-', '0', '.x', '中', '🎉'),
    });
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), (all) => {
        const files = all.filter((one) => !all.some((other) => other.startsWith(`${one}/`)));
        const made = new PathIndex(files);
        for (const folder of ['', ...files.map((one) => one.slice(0, Math.max(0, one.indexOf('/'))))]) {
          const below = folder === '' ? '' : `${folder}/`;
          const expected = new Set(
            files.filter((one) => one.startsWith(below)).map((one) => one.slice(below.length).split('/')[0]),
          );
          assert.deepEqual([...made.children(folder).keys()].sort(), [...expected].sort());
        }
      }),
    );
  });
});
