import assert from 'node:assert/strict';
import { applyReplacements, literalPattern, replacementFor } from '../../../../src/domain/search/replacement.ts';

describe('the replacement of a match', () => {
  const of = (source: string, line: string, pattern: string): string | undefined => {
    const found = new RegExp(source, 'u').exec(line);
    assert.ok(found);
    return replacementFor(
      new RegExp(source, 'gu'),
      line,
      { column: found.index + 1, length: found[0].length },
      pattern,
    );
  };

  it('is the text itself for a query that is no expression', () => {
    for (const text of ['$1\\n', '$$&\\\\', 'C:\\dir', '$'])
      assert.equal(replacementFor(/b/u, 'abc', { column: 2, length: 1 }, literalPattern(text)), text);
  });

  for (const [source, line, pattern, expected] of [
    ['(\\w+) = (\\w+)', 'let a = b;', '$2 = $1', 'b = a'],
    ['a', 'xax', '[$&$0]', '[aa]'],
    ['a', 'xax', 'costs $$1', 'costs $1'],
    ['(?<year>\\d{4})', 'in 2026', '<$<year>>', '<2026>'],
    ['(a)', 'a', '$12', 'a2'],
    ['(a)', 'a', '$3', '$3'],
    ['(a)|b', 'b', '[$1]', '[]'],
    ['a', 'a', '1\\n2\\t3\\\\n', '1\n2\t3\\n'],
    ['a', 'a', 'C:\\dir $', 'C:\\dir $'],
    ['(?<=x)a(?=y)', 'axay', '$&!', 'a!'],
  ] as const) {
    it(`of ${source} by ${pattern} in “${line}” is ${JSON.stringify(expected)}`, () => {
      assert.equal(of(source, line, pattern), expected);
    });
  }

  it('is undefined if the line does not match there any more', () => {
    assert.equal(replacementFor(/a+/u, 'xaaa', { column: 2, length: 2 }, 'b'), undefined);
    assert.equal(replacementFor(/a+/u, 'xxxx', { column: 2, length: 2 }, 'b'), undefined);
  });
});

describe('a text with replacements', () => {
  it('has the new texts in the place of the old ones', () => {
    const replacements = [
      { offset: 0, length: 3, text: 'first' },
      { offset: 4, length: 0, text: '+' },
      { offset: 8, length: 3, text: '' },
    ];
    assert.equal(applyReplacements('one two one', replacements), 'first +two ');
    assert.equal(applyReplacements('one two one', []), 'one two one');
  });
});
