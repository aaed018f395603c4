import assert from 'node:assert/strict';
import { lineExpression, lineMatch } from '../../../../src/domain/search/lineMatches.ts';
import { applyReplacements, literalPattern, MatchReplacer } from '../../../../src/domain/search/replacement.ts';
import { processorTime } from '../../../kit/processorTime.ts';

describe('the replacement of a match', () => {
  const of = (source: string, line: string, pattern: string): string | undefined => {
    const found = new RegExp(source, 'u').exec(line);
    assert.ok(found);
    const range = { column: found.index + 1, length: found[0].length };
    return new MatchReplacer(new RegExp(source, 'gu'), pattern).textFor(line, range);
  };

  it('is the text itself for a query that is no expression', () => {
    for (const text of ['$1\\n', '$$&\\\\', 'C:\\dir', '$'])
      assert.equal(new MatchReplacer(/b/u, literalPattern(text)).textFor('abc', { column: 2, length: 1 }), text);
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
    it(`is ${JSON.stringify(expected)} for ${source} by ${pattern} in “${line}”`, () => {
      assert.equal(of(source, line, pattern), expected);
    });
  }

  it('is undefined if the line does not match there any more', () => {
    assert.equal(new MatchReplacer(/a+/u, 'b').textFor('xaaa', { column: 2, length: 2 }), undefined);
    assert.equal(new MatchReplacer(/a+/u, 'b').textFor('xxxx', { column: 2, length: 2 }), undefined);
  });
});

describe('the replacements of many matches', () => {
  const long = 'a'.repeat(1_000_000);
  for (const [title, query, line, pattern] of [
    ['that write a long line again and again', '.*', long, '$&'.repeat(1_000)],
    ['that write the rest of the line for each match', 'a(?=(.*))', 'a'.repeat(100_000), '$1'],
    ['by a long text', 'a', 'a'.repeat(10_000), 'x'.repeat(1_000_000)],
    ['by a pattern with very many groups', 'a', 'a'.repeat(10_000), '$&'.repeat(500_000)],
  ] as const)
    it(`end before they fill the memory: ${title}`, () => {
      const expression = lineExpression({ query, isRegex: true, isCaseSensitive: true, matchWholeWord: false });
      const ranges = lineMatch(expression, line, 1)?.ranges ?? [];
      const replacer = new MatchReplacer(expression, pattern);
      let length = 0;
      const before = processorTime();
      assert.throws(
        () => {
          for (const range of ranges) length += replacer.textFor(line, range)?.length ?? 0;
        },
        { kind: 'refused', reason: 'replacesTooMuch', about: ['20'] },
      );
      const time = processorTime() - before;
      assert.ok(length <= 20 * 1024 * 1024, `${length} characters`);
      assert.ok(time < 5_000, `${time} ms`);
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
