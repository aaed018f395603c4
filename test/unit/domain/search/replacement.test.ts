import assert from 'node:assert/strict';
import { countApplied, replacementFor } from '../../../../src/domain/search/replacement.ts';

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
    assert.equal(replacementFor(undefined, 'abc', { column: 1, length: 1 }, '$1\\n'), '$1\\n');
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

describe('the number of applied replacements', () => {
  const before = 'one two one two one';
  const all = [0, 8, 16].map((offset) => ({ offset, length: 3, text: 'first' }));

  it('counts those that the user accepted', () => {
    assert.equal(countApplied(before, 'first two first two first', all), 3);
    assert.equal(countApplied(before, 'one two first two one', all), 1);
    assert.equal(countApplied(before, 'first two one two first', all), 2);
  });

  it('is 0 if nothing changed', () => {
    assert.equal(countApplied(before, before, all), 0);
  });

  it('counts replacements that remove the text', () => {
    const removed = all.map((one) => ({ ...one, text: '' }));
    assert.equal(countApplied(before, ' two  two ', removed), 3);
    assert.equal(countApplied(before, 'one two  two one', removed), 1);
  });
});
