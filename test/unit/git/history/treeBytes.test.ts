import assert from 'node:assert/strict';
import { walkedEntries } from '../../../../src/git/history/treeBytes.ts';

const sha = (digit: string, length = 40): string => digit.repeat(length);
const entry = (mode: string, name: string, id: string): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);

describe('The bytes of a git tree', () => {
  const bytes = Buffer.concat([entry('100644', 'a b\nc', sha('1')), entry('40000', '文', sha('2'))]);

  it('are read to its entries, or to one of them', () => {
    assert.deepEqual(
      [...walkedEntries(bytes, 40)],
      [
        ['a b\nc', { kind: 'blob', sha: sha('1') }],
        ['文', { kind: 'tree', sha: sha('2') }],
      ],
    );
    assert.deepEqual([...walkedEntries(bytes, 40, '文')], [['文', { kind: 'tree', sha: sha('2') }]]);
    assert.equal(walkedEntries(bytes, 40, 'none').size, 0);
  });

  it('can have the shas of SHA-256', () => {
    assert.deepEqual(
      [...walkedEntries(entry('160000', 'x', sha('3', 64)), 64)],
      [['x', { kind: 'commit', sha: sha('3', 64) }]],
    );
  });

  it('that git did not write are read up to the damage', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const entries = walkedEntries(bytes.subarray(0, length), 40);
      assert.ok(entries.size <= 1);
      for (const { sha: found } of entries.values()) assert.equal(found.length, 40);
    }
  });
});
