import assert from 'node:assert/strict';
import { lineMatch } from '../../../../../src/domain/search/lineMatches.ts';
import type { FileMatches } from '../../../../../src/domain/search/textQuery.ts';
import { nextPlace, shownFile } from '../../../../../src/editor/features/search/rows.ts';

const file = (path: string, ...lines: readonly (readonly [line: number, text: string, ...columns: number[]])[]) =>
  ({
    path,
    lines: lines.map(([line, preview, ...columns]) => ({
      preview,
      ranges: columns.map((column) => ({ line, column, length: 3 })),
    })),
  }) satisfies FileMatches;

describe('a row of the search view', () => {
  const textOf = (given: FileMatches): string[] =>
    shownFile(given).lines.map(({ parts }) =>
      parts.map(({ text, index }) => (index === undefined ? text : `[${text}]`)).join(''),
    );

  it('shows the matches of a line without its indentation', () => {
    assert.deepEqual(textOf(file('a.ts', [1, '    one abc abc end', 9, 13])), ['one [abc] [abc] end']);
  });

  it('begins shortly before a match far to the right, and is cut at its end', () => {
    const [text = ''] = textOf(file('a.ts', [1, `${'x'.repeat(500)}abc${'y'.repeat(400)}`, 501]));
    assert.equal(text, `…${'x'.repeat(20)}[abc]${'y'.repeat(227)}…`);
  });

  it('shows a match behind the preview with the text around it', () => {
    const line = `${'x'.repeat(1_500)}abc${'y'.repeat(400)}`;
    const match = lineMatch(/abc/g, line, 1);
    assert.ok(match);
    assert.deepEqual(textOf({ path: 'a.ts', lines: [match] }), [`…${'x'.repeat(20)}[abc]${'y'.repeat(227)}…`]);
  });

  it('counts matches that are not visible', () => {
    const { count, lines } = shownFile(file('a.ts', [1, `abc${'y'.repeat(990)}abc`, 1, 994]));
    assert.deepEqual([count, lines[0]?.parts.filter(({ index }) => index !== undefined).length], [2, 1]);
  });

  it('shows characters that reorder text by their code', () => {
    assert.deepEqual(textOf(file('a.ts', [1, '\u202eabc', 2])), ['[U+202E][abc]']);
    assert.equal(shownFile(file('a\u202e/b.ts')).folder, 'a[U+202E]');
  });

  it('shows the name before the folder of a file', () => {
    const { name, folder } = shownFile(file('src/app/main.ts'));
    assert.deepEqual([name, folder], ['main.ts', 'src/app']);
  });
});

describe('the next result', () => {
  const files = [file('a', [1, 'abc abc', 1, 5], [3, 'abc', 1]), file('b', [2, 'abc', 1])];
  const walk = (step: 1 | -1, count: number): string[] => {
    const places: string[] = [];
    let place: ReturnType<typeof nextPlace>;
    for (let at = 0; at < count; at += 1) {
      place = nextPlace(files, place, step);
      places.push(`${place?.path}${place?.range.line}:${place?.range.column}`);
    }
    return places;
  };

  it('is each match in the order of the files, then the first one again', () => {
    assert.deepEqual(walk(1, 5), ['a1:1', 'a1:5', 'a3:1', 'b2:1', 'a1:1']);
  });

  it('goes backwards from the last one', () => {
    assert.deepEqual(walk(-1, 5), ['b2:1', 'a3:1', 'a1:5', 'a1:1', 'b2:1']);
  });

  it('is undefined without results', () => {
    assert.equal(nextPlace([], undefined, 1), undefined);
  });

  it('is in the same file if the match is gone', () => {
    const place = { path: 'b', range: { line: 9, column: 9, length: 3 } };
    assert.equal(nextPlace(files, place, 1)?.path, 'b');
  });
});
