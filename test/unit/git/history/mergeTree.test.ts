import assert from 'node:assert/strict';
import { demandMergeTree, parseMergeTree } from '../../../../src/git/history/mergeTree.ts';
import { Failure } from '../../../../src/core/errors.ts';

const tree = 'a'.repeat(40);
const blob = 'b'.repeat(40);

describe('git merge-tree', () => {
  it('needs git 2.38, and says so', () => {
    demandMergeTree([2, 38]);
    demandMergeTree([3, 0]);
    for (const [major, minor] of [
      [2, 37],
      [1, 99],
    ] as const)
      assert.throws(
        () => demandMergeTree([major, minor]),
        (error) => error instanceof Failure && error.reason === 'gitTooOldToMerge',
      );
  });

  it('is read without conflicts', () => {
    assert.deepEqual(parseMergeTree(`${tree}\0`), { tree, conflicts: [] });
    assert.deepEqual(parseMergeTree(`${tree}\0\x001\0a.txt\0Auto-merging\0Auto-merging a.txt\n\0`), {
      tree,
      conflicts: [],
    });
  });

  it('is read with paths of all characters, and the first message of each', () => {
    const path = 'a\tb\n"c".txt';
    const stages = [1, 2].map((stage) => `100644 ${blob} ${stage}\t${path}`).join('\0');
    const messages = `1\0${path}\0Auto-merging\0x\n\0` + `2\0${path}\0other\0CONFLICT (binary)\0y\n\0`;
    const side = { path, sha: blob, mode: '100644' };
    assert.deepEqual(parseMergeTree(`${tree}\0${stages}\0\0${messages}`), {
      tree,
      conflicts: [{ path, kind: 'binary', base: side, ours: side }],
    });
  });

  it('tells a file that both add', () => {
    const stages = [2, 3].map((stage) => `100644 ${blob} ${stage}\ta`).join('\0');
    const { conflicts } = parseMergeTree(`${tree}\0${stages}\0\x001\0a\0CONFLICT (contents)\0x\n\0`);
    assert.equal(conflicts[0]?.kind, 'add/add');
  });

  it('is refused without a tree', () => {
    assert.throws(() => parseMergeTree('fatal\0'), Failure);
  });
});
