import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineExpression } from '../../../../src/domain/search/lineMatches.ts';
import { requiredLiterals } from '../../../../src/domain/search/requiredLiterals.ts';
import { TimeLimit } from '../../../../src/net/timeLimit.ts';
import { runs } from '../../../kit/runs.ts';
import { textQuery } from '../../../kit/textQueries.ts';
import type { TextQuery } from '../../../../src/domain/search/textQuery.ts';

const literals = (query: string, more: Partial<TextQuery> = {}): string[] =>
  requiredLiterals(textQuery(query, more)).map((bytes) => Buffer.from(bytes).toString('latin1'));
const inRegex = (source: string, more: Partial<TextQuery> = {}): string[] =>
  literals(source, { isRegex: true, ...more });

describe('The literals that each match contains', () => {
  it('are the text itself, in UTF-8 and in GB18030 if they differ', () => {
    assert.deepEqual(literals('foo.bar'), ['foo.bar']);
    assert.deepEqual(literals('中'), ['\xe4\xb8\xad', '\xd6\xd0']);
    assert.deepEqual(literals('é', { isCaseSensitive: false }), []);
    assert.deepEqual(literals('caf É', { isCaseSensitive: false }), ['caf ']);
    assert.deepEqual(literals('中', { isCaseSensitive: false }), ['\xe4\xb8\xad', '\xd6\xd0']);
    assert.deepEqual(literals('foo\nbarbaz'), ['barbaz']);
  });

  for (const [source, expected] of [
    ['foo\\d+', ['foo']],
    ['\\w+\\.length\\b', ['.length']],
    ['foo|bar', ['foo', 'bar']],
    ['(get|set)Value', ['getValue', 'setValue']],
    ['(?<name>get|set)[A-Z]', ['get', 'set']],
    ['colou?r', ['color', 'colour']],
    ['fo+bar', ['bar']],
    ['(?=foo)x', ['x']],
    ['(?<!foo)longer(?!bar)', ['longer']],
    ['^import .* from', ['import ']],
    ['[ab]x', ['ax', 'bx']],
    ['\\u0041\\x42\\t', ['AB\t']],
    ['a{2}bc', ['bc']],
    ['a{0,3}', []],
    ['foo|\\d', []],
    ['\\d+', []],
    ['.*', []],
    ['a*|b*', []],
    ['(?i:foo)', []],
    ['(foo)\\1', ['foo']],
  ] as const) {
    it(`are ${expected.join(', ') || 'none'} for ${source}`, () => {
      assert.deepEqual(inRegex(source).sort(), expected.toSorted());
    });
  }

  it('include the characters outside ASCII that an expression matches without case', () => {
    const found = inRegex('ask', { isCaseSensitive: false });
    for (const text of ['ask', 'as\xe2\x84\xaa', 'a\xc5\xbfk', 'a\xc5\xbf\xe2\x84\xaa'])
      assert.ok(found.includes(text), text);
  });

  it('are in every line that the expression matches', () => {
    const limit = new TimeLimit(20);
    const character = fc.constantFrom(
      'a',
      'b',
      's',
      'K',
      'é',
      '中',
      '🌍',
      ' ',
      '-',
      '\\.',
      '\\u0062',
      '\\d',
      '.',
      '\\b',
      '^',
      '$',
    );
    const atom = fc.oneof(
      character,
      fc.constantFrom('[ab]', '[^a]', '[a-c]', '(?=a)', '(?!b)', '(?<=a)', '\\s', '\\1'),
    );
    const { source } = fc.letrec<{ source: string; item: string }>((tie) => ({
      item: fc
        .tuple(
          fc.oneof(
            { weight: 4, arbitrary: atom },
            tie('source').map((inner) => `(?:${inner})`),
            tie('source').map((inner) => `(${inner})`),
          ),
          fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '+?'),
        )
        .map(([part, quantifier]) => (/^(\\b|[\^$]|\(\?[=!<])/.test(part) ? part : part + quantifier)),
      source: fc
        .array(fc.array(tie('item'), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
        .map((alternatives) => alternatives.map((items) => items.join('')).join('|')),
    }));
    const line = fc.array(
      fc.constantFrom('a', 'b', 's', 'S', 'ſ', 'k', '\u212a', 'é', 'É', '中', '🌍', ' ', '-', '.', '1'),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(source, line, fc.boolean(), fc.boolean(), (pattern, characters, isCaseSensitive, matchWholeWord) => {
        const query = textQuery(pattern, { isRegex: true, isCaseSensitive, matchWholeWord });
        const text = characters.join('');
        const expression = lineExpression(query);
        // A random expression can take exponential time.
        if (limit.run(() => expression.test(text)) !== true) return;
        const required = requiredLiterals(query);
        const fold = (bytes: Uint8Array): string => {
          const folded = Buffer.from(bytes).toString('latin1');
          return isCaseSensitive ? folded : folded.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        };
        const utf8 = fold(Buffer.from(text));
        assert.ok(
          required.length === 0 || required.some((literal) => utf8.includes(fold(literal))),
          `/${pattern}/ in ${text}`,
        );
      }),
      runs(700),
    );
  });
});
