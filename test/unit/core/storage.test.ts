import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isName, nameSegment } from '../../../src/core/storage.ts';

describe('names in storage', () => {
  it('are valid only if every file system can store them unchanged', () => {
    for (const name of ['objects/ab/cdef0123', 'drafts/gitcode/a%20b/entry.json', 'x', 'com10', '-', '_a.b-c%25']) {
      assert.ok(isName(name), name);
    }
    const bad = [
      '',
      '/',
      '/etc',
      'a//b',
      'a/',
      '../a',
      'a/../b',
      '.',
      '.hidden',
      'a/.b',
      'a.',
      'A',
      'a\\b',
      'a:b',
      'a\0b',
      'a b',
    ];
    for (const name of [...bad, 'con', 'nul.txt', 'a/com1', 'lpt9.a.b', 'é', 'a'.repeat(201), 'c:/x', '~/x']) {
      assert.ok(!isName(name), name);
    }
  });

  it('can encode any text as one segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), (text) => {
        const segment = nameSegment(text);
        assert.ok(!segment.includes('/'));
        assert.ok(isName(segment), segment);
        assert.equal(decodeURIComponent(segment), text.toWellFormed());
      }),
    );
    for (const text of ['con', 'com1', '..', 'NUL', 'feature/login', 'a.', '中文']) {
      assert.ok(isName(nameSegment(text)));
      assert.equal(decodeURIComponent(nameSegment(text)), text);
    }
  });
});
