import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  codeFence,
  gist,
  inOrder,
  isObject,
  linkTarget,
  markdownText,
  oneLine,
  parseJson,
  shownLines,
  shownText,
  visible,
} from '../../../src/core/text.ts';
import { hostileTexts } from '../../kit/hostileTexts.ts';
import { runs } from '../../kit/runs.ts';

describe('text functions', () => {
  it('make a code fence that is longer than each run of backticks in a text of any length', () => {
    assert.deepEqual(['', '`', '```a````', '` '.repeat(300_000)].map(codeFence), ['```', '```', '`````', '```']);
  });

  it('cut a long text to one line of visible characters', () => {
    assert.equal(oneLine('  a\r\nb\tc\u0000d\u202ee\ufeff '), 'a b c d e');
    assert.equal(oneLine('abcdef', 4), 'abc…');
    assert.equal(oneLine('ab😀def', 4), 'ab…');
    assert.equal(oneLine('می\u200cخواهم 👩\u200d👧'), 'می\u200cخواهم 👩\u200d👧');
    assert.equal(oneLine('abcd', 4), 'abcd');
  });

  it('tell the words of a Markdown text on one line', () => {
    assert.equal(
      gist('> ## Use `a*b` **here**\n- see [the guide](https://host/x) ![Logo](a.png)', 99),
      'Use a*b here see the guide Logo',
    );
    assert.equal(gist('```ts\nlet snake_case_name = 2 - 1;\n```', 20), 'ts let snake_case_n…');
    assert.equal(gist('['.repeat(1_000_000), 4), '[[[…');
  });

  it('isolate the parts of a line that are written from right to left', () => {
    assert.equal(inOrder('main · 2 drafts · 中文 · 🚀'), 'main · 2 drafts · 中文 · 🚀');
    assert.equal(inOrder('فرع · 2 drafts · alice'), '\u2068فرع\u2069 · 2 drafts · alice');
    assert.equal(inOrder('#12 خطأ #3 (a)'), '#12 \u2068خطأ #3 (a)\u2069');
    assert.equal(inOrder('$(repo) alice/שלום $(git-branch) 2'), '$(repo) \u2068alice/שלום \u2069$(git-branch) 2');
  });

  it('show text in Markdown without markup of any kind', () => {
    const read = (markdown: string): string =>
      markdown.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    // Only character references, letters, digits and blanks remain of ASCII: none of them is markup.
    const inert = /^(?:[a-z\d \n\u0080-\uffff]|&#\d+;)*$/i;
    for (const text of hostileTexts) {
      assert.match(markdownText(text), inert);
      assert.equal(read(markdownText(text)), text);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.match(markdownText(text), inert);
        assert.equal(read(markdownText(text)), text);
      }),
      runs(500),
    );
  });

  it('make an address that cannot end a Markdown link', () => {
    assert.equal(linkTarget('https://host/a(b)/c d<e>'), 'https://host/a%28b%29/c%20d%3ce%3e');
    assert.equal(linkTarget('https://host/a/b#L1'), 'https://host/a/b#L1');
  });

  it('remove hidden characters and characters that reorder text, except inside scripts and emoji', () => {
    const hidden = [
      '\u202e',
      '\u2066',
      '\u200b',
      '\u200f',
      '\u061c',
      '\u00ad',
      '\u3164',
      '\u2800',
      '\u{1d159}',
      '\u{e0041}\u{e007f}',
      '\ufff9',
    ];
    for (const one of [...hidden, '\u200c', '\u200d', '\ufe0f', '\u001b', '\n', hidden.join('')]) {
      assert.equal(visible(`main${one}2`), 'main 2', JSON.stringify(one));
      assert.equal(visible(`${one}main${one}`), 'main', JSON.stringify(one));
    }
    assert.equal(visible('☀\ufe0f\ufe0f!'), '☀\ufe0f !');
    assert.equal(visible('1\ufe0f a\u3164\u200db'), '1  a b');
    for (const kept of ['می\u200cخواهم', '👩\u200d👧', '🏳\ufe0f\u200d🌈', '1\ufe0f\u20e3', 'क्\u200dष', 'é 中文'])
      assert.equal(visible(kept), kept);
  });

  it('prevent Markdown links in a message, and keep its line breaks', () => {
    assert.equal(shownText('[a](command:b) [a]\u200b(command:b)'), '[a] (command:b) [a] (command:b)');
    assert.equal(shownLines('a\u202eb\n[c](d)'), 'a b\n[c] (d)');
  });

  it('return undefined for invalid JSON', () => {
    assert.deepEqual(parseJson('{"a":1}'), { a: 1 });
    assert.equal(parseJson('{"a":'), undefined);
  });

  it('tell objects from other values', () => {
    assert.ok(isObject({}));
    for (const other of [null, [], 'x', 1, undefined]) assert.ok(!isObject(other));
  });
});
