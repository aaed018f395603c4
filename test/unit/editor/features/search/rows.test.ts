import assert from 'node:assert/strict';
import { lineMatch } from '../../../../../src/domain/search/lineMatches.ts';
import type { FileMatches, LineMatch } from '../../../../../src/domain/search/textQuery.ts';
import { nextPlace, shownLine } from '../../../../../src/editor/features/search/rows.ts';

const file = (path: string, ...lines: readonly (readonly [line: number, text: string, ...columns: number[]])[]) =>
  ({
    path,
    lines: lines.map(([line, preview, ...columns]) => ({
      preview,
      ranges: columns.map((column) => ({ line, column, length: 3 })),
    })),
  }) satisfies FileMatches;

describe('the row of a line', () => {
  const shown = (line: number, preview: string, ...columns: number[]): string =>
    marked({ preview, ranges: columns.map((column) => ({ line, column, length: 3 })) });
  /** The label with its highlights in brackets. */
  function marked(match: LineMatch): string {
    const { label, highlights } = shownLine(match);
    return highlights.reduceRight((text, [from, to]) => {
      return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
    }, label);
  }

  it('shows the number and the matches of a line without its indentation', () => {
    assert.equal(shown(12, '    one\tabc abc end\r', 9, 13), '12: one [abc] [abc] end ');
  });

  it('begins shortly before a match far to the right, and is cut at its end', () => {
    const text = shown(1, `${'x'.repeat(500)}abc${'y'.repeat(400)}`, 501);
    assert.equal(text, `1: …${'x'.repeat(20)}[abc]${'y'.repeat(227)}…`);
  });

  it('shows a match behind the preview with the text around it', () => {
    const match = lineMatch(/abc/g, `${'x'.repeat(1_500)}abc${'y'.repeat(400)}`, 1);
    assert.ok(match);
    assert.equal(marked(match), `1: …${'x'.repeat(20)}[abc]${'y'.repeat(227)}…`);
  });

  it('leaves out matches that are not visible, and those without text', () => {
    assert.equal(shown(1, `abc${'y'.repeat(990)}abc`, 1, 994).match(/\[/g)?.length, 1);
    assert.equal(marked({ preview: 'abc', ranges: [{ line: 1, column: 2, length: 0 }] }), '1: abc');
  });

  it('shows characters that reorder text by their code', () => {
    assert.equal(shown(1, '\u202eabc', 2), '1: [U+202E][abc]');
  });

  it('keeps the number before a text that is written from right to left', () => {
    assert.equal(shown(1, 'שלום abc', 6), '1: \u2068שלום [abc]\u2069');
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
