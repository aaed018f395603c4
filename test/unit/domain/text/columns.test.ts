import assert from 'node:assert/strict';
import { cutToColumns } from '../../../../src/domain/text/columns.ts';

describe('cutToColumns', () => {
  it('leaves a text that fits', () => {
    assert.equal(cutToColumns('Alice', 5), 'Alice');
    assert.equal(cutToColumns('', 5), '');
  });

  it('cuts a longer text and ends it with an ellipsis within the columns', () => {
    assert.equal(cutToColumns('Alice Winter', 6), 'Alice…');
    assert.equal(cutToColumns('Alice', 1), '…');
  });

  it('counts characters of East Asian scripts and emoji as two columns', () => {
    assert.equal(cutToColumns('修复菜单', 8), '修复菜单');
    assert.equal(cutToColumns('修复菜单', 7), '修复菜…');
    assert.equal(cutToColumns('修复菜单', 6), '修复…');
    assert.equal(cutToColumns('🎉🎉', 3), '🎉…');
  });
});
