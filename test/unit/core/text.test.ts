import assert from 'node:assert/strict';
import { isObject, oneLine, parseJson } from '../../../src/core/text.ts';

describe('text', () => {
  it('is one line of visible characters, cut where it is too long', () => {
    assert.equal(oneLine('  a\r\nb\tc\u0000d\u202ee\ufeff '), 'a b c d e');
    assert.equal(oneLine('abcdef', 4), 'abc…');
    assert.equal(oneLine('ab😀def', 4), 'ab…');
    assert.equal(oneLine('می\u200cخواهم 👩\u200d👧'), 'می\u200cخواهم 👩\u200d👧');
    assert.equal(oneLine('abcd', 4), 'abcd');
  });

  it('that is no JSON is nothing', () => {
    assert.deepEqual(parseJson('{"a":1}'), { a: 1 });
    assert.equal(parseJson('{"a":'), undefined);
  });

  it('knows objects from other values', () => {
    assert.ok(isObject({}));
    for (const other of [null, [], 'x', 1, undefined]) assert.ok(!isObject(other));
  });
});
