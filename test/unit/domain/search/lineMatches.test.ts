import assert from 'node:assert/strict';
import { lineExpression, lineMatch, textMatches } from '../../../../src/domain/search/lineMatches.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { TextQuery } from '../../../../src/domain/search/textQuery.ts';

const ranges = (query: string, text: string, more: Partial<TextQuery> = {}): string[] | undefined =>
  lineMatch(lineExpression(textQuery(query, more)), text, 1)?.ranges.map(({ column, length }) => `${column}+${length}`);

const regex = { isRegex: true } as const;

describe('The matches in a line', () => {
  it('are all occurrences of a text that do not overlap, in UTF-16 units', () => {
    assert.deepEqual(ranges('aa', 'aaaaa'), ['1+2', '3+2']);
    assert.deepEqual(ranges('世', '🌍世 世'), ['3+1', '5+1']);
    assert.equal(ranges('b', 'aaa'), undefined);
    assert.deepEqual(ranges('a.c*', 'abc a.c*'), ['5+4']);
    assert.deepEqual(ranges('\\-[]{}()|^$/', 'x\\-[]{}()|^$/'), ['2+12']);
  });

  it('ignore case if the query does', () => {
    assert.equal(ranges('Foo', 'foo'), undefined);
    assert.deepEqual(ranges('Foo', 'foo FOO', { isCaseSensitive: false }), ['1+3', '5+3']);
    assert.deepEqual(ranges('é', 'É', { isCaseSensitive: false }), ['1+1']);
  });

  it('are whole words of ASCII letters, digits and underscores, as in git', () => {
    const word = { matchWholeWord: true };
    assert.deepEqual(ranges('foo', 'foo foo_ 1foo -foo-', word), ['1+3', '16+3']);
    assert.deepEqual(ranges('foo', '世foo界', word), ['2+3']);
    assert.deepEqual(ranges('-x', 'a-x -x', word), ['5+2']);
    assert.deepEqual(ranges('a|ab', 'ab', { ...word, ...regex }), ['1+2']);
  });

  it('are those of JavaScript for a regular expression', () => {
    assert.deepEqual(ranges('(?<=x)\\d+$', 'x1 x23', regex), ['5+2']);
    assert.deepEqual(ranges('.', '🌍', regex), ['1+2']);
    assert.deepEqual(ranges('\\p{Script=Han}+', 'a世界', regex), ['2+2']);
    // Not an expression with the flag `u`.
    assert.deepEqual(ranges('a\\-b', 'a-b', regex), ['1+3']);
  });

  it('count without characters only if there is no other', () => {
    assert.deepEqual(ranges('x*', 'axxb', regex), ['2+2']);
    assert.deepEqual(ranges('x*', 'ab', regex), ['1+0']);
    assert.deepEqual(ranges('^', 'ab', regex), ['1+0']);
  });

  it('end after 10,000, and the preview after 1,000 units', () => {
    const match = lineMatch(lineExpression(textQuery('a')), 'a'.repeat(20_000), 7);
    assert.equal(match?.ranges.length, 10_000);
    assert.equal(match.preview, 'a'.repeat(1_000));
    assert.equal(match.ranges[0]?.line, 7);
  });
});

describe('The matches in a text', () => {
  it('are in lines that end with a line feed, or with CR and line feed', () => {
    const lines = textMatches(lineExpression(textQuery('o$', regex)), 'foo\r\nfoo\nx\nfo\ro\n', 10);
    assert.deepEqual(
      lines.map(({ ranges: [range], preview }) => [range?.line, range?.column, preview]),
      [
        [1, 3, 'foo'],
        [2, 3, 'foo'],
        [4, 4, 'fo\ro'],
      ],
    );
  });

  it('have no line after the last line break, and end at the limit', () => {
    const all = lineExpression(textQuery('^', regex));
    assert.equal(textMatches(all, 'a\n\nb\n', 10).length, 3);
    assert.equal(textMatches(all, '', 10).length, 0);
    assert.equal(textMatches(all, 'a\nb\nc', 2).length, 2);
  });
});

describe('A query', () => {
  it('is refused if it is empty or no regular expression', async () => {
    const refusal = async (query: string, more: Partial<TextQuery> = {}): Promise<string | undefined> => {
      const failure = await rejection(
        Promise.resolve().then(() => lineExpression(textQuery(query, more))),
        'invalid',
      );
      assert.equal(failure.field, 'query');
      return failure.requirement?.code;
    };
    assert.equal(await refusal(''), 'filled');
    assert.equal(await refusal('(', regex), 'expression');
    // Not made an expression by what is put around it.
    assert.equal(await refusal('a)|(b', { ...regex, matchWholeWord: true }), 'expression');
    assert.equal(await refusal('a)(?:b', { ...regex, matchWholeWord: true }), 'expression');
  });
});
