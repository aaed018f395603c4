import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import {
  isName,
  nameSegment,
  parseStored,
  readStored,
  storedList,
  storedMap,
  storedTexts,
} from '../../../src/core/storage.ts';

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

  it('can encode any text, also a long one, without a folder inside of that of another text', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(text, text, (one, end) => {
        const segment = nameSegment(one);
        assert.ok(isName(segment), segment);
        assert.equal(decodeURIComponent(segment.replaceAll('%/', '')), one.toWellFormed());
        assert.ok(!nameSegment(one + end).startsWith(`${segment}/`));
      }),
    );
    for (const text of ['con', 'com1', '..', 'NUL', 'feature/login', 'a.', '中文']) {
      assert.ok(isName(nameSegment(text)));
      assert.equal(decodeURIComponent(nameSegment(text)), text);
    }
  });
});

describe('stored values', () => {
  const Entry = v.object({ name: v.string(), at: v.optional(v.number()) });

  it('are ignored if they are damaged or of another version', () => {
    assert.deepEqual(readStored(Entry, { name: 'a', at: 1 }), { name: 'a', at: 1 });
    assert.deepEqual(readStored(Entry, { name: 'a', at: undefined, added: true }), { name: 'a', at: undefined });
    assert.deepEqual(parseStored(Entry, '{"name":"a"}'), { name: 'a' });
    for (const stored of ['', '{', '"a"', 'null', '[]', '{"name":7}']) {
      assert.equal(parseStored(Entry, stored), undefined, stored);
    }
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        for (const schema of [storedList(Entry), storedMap(storedTexts)]) readStored(schema, stored);
      }),
    );
  });

  it('keep the items of a list that fit', () => {
    assert.deepEqual(readStored(storedTexts, ['a', 7, null, 'b', ['c']]), ['a', 'b']);
    assert.deepEqual(readStored(storedList(Entry), [{ name: 'a' }, 'b', { name: 'c', at: 'now' }]), [{ name: 'a' }]);
    for (const stored of [undefined, null, 'a', { 0: 'a' }]) assert.equal(readStored(storedTexts, stored), undefined);
  });

  it('keep the values of an object that fit, in their order', () => {
    const stored = { b: ['1', 2], a: ['3'], c: 'x', d: undefined };
    const read = readStored(storedMap(storedTexts), stored);
    assert.deepEqual(Object.entries(Object.fromEntries(read ?? [])), Object.entries({ b: ['1'], a: ['3'] }));
    for (const other of [undefined, null, 'a', 7]) assert.equal(readStored(storedMap(storedTexts), other), undefined);
    assert.deepEqual(readStored(storedMap(storedTexts), ['a']), new Map());
  });
});
