import { rightToLeft } from '../../../core/text.ts';
import { showHidden } from '../../../domain/pages/html.ts';
import type { LineMatch, FileMatches, TextRange } from '../../../domain/search/textQuery.ts';

/** UTF-16 units that are shown before the first match, which is visible in a narrow side bar, and of the whole line. */
const before = 20;
const most = 250;

export function countMatches({ lines }: FileMatches): number {
  return lines.reduce((count, { ranges }) => count + ranges.length, 0);
}

/** What the row of a line shows. `highlights`: the matches in `label`, which begins with the number of the line. */
export interface ShownLine {
  readonly line: number;
  readonly text: string;
  readonly label: string;
  readonly highlights: readonly (readonly [from: number, to: number])[];
}

/** The line from shortly before its first match. */
export function shownLine({ ranges, preview, around = { from: 0, text: preview } }: LineMatch): ShownLine {
  const [first] = ranges;
  const line = first?.line ?? 1;
  const indent = preview.length - preview.trimStart().length;
  const from = (first?.column ?? 1) - 1;
  const start = Math.max(Math.min(indent, from), from - before);
  const excerpt = around.text.slice(start - around.from).slice(0, most);
  const isEndCut = around.from + around.text.length > start + most;
  const matches: [from: number, to: number][] = [];
  let text = start > indent ? '…' : '';
  let at = 0;
  const add = (end: number): void => {
    // Each character keeps its place in the row.
    text += showHidden(excerpt.slice(at, end)).replaceAll(/[\t\n\r]/g, ' ');
    at = end;
  };
  for (const { column, length } of ranges) {
    const begin = column - 1 - start;
    if (begin < at || begin >= excerpt.length || length === 0) continue;
    add(begin);
    const shownFrom = text.length;
    add(Math.min(begin + length, excerpt.length));
    matches.push([shownFrom, text.length]);
  }
  add(excerpt.length);
  if (isEndCut) text += '…';
  // The number stays before a text in a script that is written from right to left.
  const [open, close] = rightToLeft.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  const prefix = `${line}: ${open}`;
  const highlights = matches.map(([begin, end]) => [prefix.length + begin, prefix.length + end] as const);
  return { line, text, label: `${prefix}${text}${close}`, highlights };
}

export interface Place {
  readonly path: string;
  readonly range: TextRange;
}

/** The match after `place`, or before it (`step` -1), in the order of the files; goes on at the other end. */
export function nextPlace(files: readonly FileMatches[], place: Place | undefined, step: 1 | -1): Place | undefined {
  const places = files.flatMap(({ path, lines }) =>
    lines.flatMap(({ ranges }) => ranges.map((range) => ({ path, range }))),
  );
  const at = places.findIndex((one) => place !== undefined && isSame(one, place));
  if (at >= 0) return places.at((at + step) % places.length);
  const near = place === undefined ? -1 : places.findIndex(({ path }) => path === place.path);
  return places.at(near >= 0 ? near : step === 1 ? 0 : -1);
}

const isSame = (one: Place, other: Place): boolean =>
  one.path === other.path && one.range.line === other.range.line && one.range.column === other.range.column;
