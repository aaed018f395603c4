import assert from 'node:assert/strict';
import fc from 'fast-check';
import { splitLines } from '../../../../../src/domain/text/lines.ts';
import { restoreUntouched } from '../../../../../src/domain/documents/text/touched.ts';

const none = { trimsLines: false, trimsEnd: false };
const line = fc.tuple(
  fc.string({ unit: 'grapheme', maxLength: 5 }),
  fc.constantFrom('\n', '\r\n', '\r', '\u{d800}\n', ' \t\n'),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.string({ maxLength: 5 }))
  .map(([lines, end]) => lines.map(([content, ending]) => content + ending).join('') + end);

/** Normalizes a text as the editor does: one line ending, no lone surrogates. */
const asEdited = (original: string, ending: string): string =>
  original.replaceAll(/\r\n|\r|\n/g, ending).toWellFormed();

describe('restoreUntouched', () => {
  it('restores an unedited text byte for byte, for any line endings of the editor', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('\n', '\r\n'), (original, ending) =>
        assert.equal(restoreUntouched(original, asEdited(original, ending), none), original),
      ),
    );
  });

  it('restores the line endings around an edited line', () => {
    const original = 'one  \r\ntwo\nthree\rfour\nfive';
    assert.equal(
      restoreUntouched(original, 'one  \r\n2\r\nthree\r\nfour\r\nfive', none),
      'one  \r\n2\nthree\rfour\nfive',
    );
    assert.equal(restoreUntouched('a\nb\nc\nd\r\ne\n', 'a\nb\nc\nD\ne\nf\n', none), 'a\nb\nc\nD\r\ne\nf\n');
    assert.equal(restoreUntouched('a\r\nb', 'a\nb\nc', none), 'a\r\nb\r\nc');
    assert.equal(restoreUntouched('a\r\nb\r\n', 'a\nb', none), 'a\r\nb');
    assert.equal(restoreUntouched('\rx\n\n', '\n\n', none), '\r\r\n');
  });

  it('restores line separators that the editor removed', () => {
    assert.equal(restoreUntouched('a\u2028b\nc\n', 'ab\nd\n', none), 'a\u2028b\nd\n');
    assert.equal(restoreUntouched('a\u2028b\nc\n', 'a\u2028b\nd\n', none), 'a\u2028b\nd\n');
  });

  it('keeps line separators that the person added', () => {
    assert.equal(restoreUntouched('', '\u2028\u2028', none), '\u2028\u2028');
    assert.equal(restoreUntouched('ab\r\nc', 'a\u2028b\nc', none), 'a\u2028b\r\nc');
  });

  it('restores moved lines byte for byte', () => {
    const lines = fc
      .uniqueArray(line, {
        maxLength: 20,
        selector: ([content, ending]) => content.trim() + ending.replaceAll(/[\r\n]/g, ''),
      })
      .map((all) => all.map(([content, ending], at) => `${at} ${content}${ending}`));
    const moved = lines.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(moved, fc.constantFrom('\n', '\r\n'), ([before, after], ending) =>
        assert.equal(restoreUntouched(before.join(''), asEdited(after.join(''), ending), none), after.join('')),
      ),
    );
    assert.equal(restoreUntouched('a\r\nb\nc\n', 'b\nc\na\n', none), 'b\nc\na\r\n');
  });

  it('restores trailing blanks that the editor trimmed', () => {
    const trims = { trimsLines: true, trimsEnd: true };
    fc.assert(
      fc.property(text, (original) => {
        const saved = splitLines(asEdited(original, '\n')).map((one) => one.replace(/[^\S\n]+$|[^\S\n]+(?=\n)/g, ''));
        assert.equal(restoreUntouched(original, `${saved.join('').trimEnd()}\n`, trims), original);
      }),
    );
    assert.equal(restoreUntouched('a  \nb  \n\n', 'a\nB\n', trims), 'a  \nB\n');
  });
});
