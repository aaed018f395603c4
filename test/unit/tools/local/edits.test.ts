import assert from 'node:assert/strict';
import { isFailure } from '../../../../src/core/errors.ts';
import { replacedOnce } from '../../../../src/tools/local/edits.ts';

const refusal = (whole: string, old: string): readonly string[] | undefined => {
  try {
    replacedOnce(whole, old, 'x');
  } catch (error) {
    if (isFailure(error, 'invalid') && error.field === 'old_text') return error.requirement?.values;
    throw error;
  }
  return undefined;
};

describe('The replacement of a text in a file', () => {
  it('replaces the only occurrence, with any signs', () => {
    assert.equal(replacedOnce('a b c', 'b', '$& $1'), 'a $& $1 c');
    assert.equal(replacedOnce('a.c abc', 'a.c', ''), ' abc');
  });

  it('is refused for no occurrence, for several, and for ones that overlap', () => {
    assert.deepEqual(refusal('abc', 'd'), ['0']);
    assert.deepEqual(refusal('abab', 'ab'), ['2']);
    assert.deepEqual(refusal('aaa', 'aa'), ['2']);
  });

  it('preserves the line endings of Windows', () => {
    assert.equal(replacedOnce('a\r\nb\r\nc\r\n', 'a\nb', '1\n2\n3'), '1\r\n2\r\n3\r\nc\r\n');
    assert.equal(replacedOnce('a\nb\n', 'a\nb', '1\n2'), '1\n2\n');
  });
});
