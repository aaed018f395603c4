import { baseName, parentOf } from '../../../core/path.ts';
import { showHidden } from '../../../domain/pages/html.ts';
import type { LineMatch, FileMatches, TextRange } from '../../../domain/search/textQuery.ts';
import type { LinePart, ResultFile, ResultLine } from '../../../domain/search/viewMessages.ts';

/** UTF-16 units that are shown before the first match, which is visible in a narrow side bar, and of the whole line. */
const before = 20;
const most = 250;

export function countMatches({ lines }: FileMatches): number {
  return lines.reduce((count, { ranges }) => count + ranges.length, 0);
}

export function shownFile(file: FileMatches): ResultFile {
  const { path, lines } = file;
  return {
    path,
    name: showHidden(baseName(path)),
    folder: showHidden(parentOf(path)),
    count: countMatches(file),
    lines: lines.map(shownLine),
  };
}

/** The line from shortly before its first match, in pieces. */
function shownLine({ ranges, preview, around = { from: 0, text: preview } }: LineMatch): ResultLine {
  const [first] = ranges;
  const indent = preview.length - preview.trimStart().length;
  const from = (first?.column ?? 1) - 1;
  const start = Math.max(Math.min(indent, from), from - before);
  const isCut = start > indent;
  const excerpt = around.text.slice(start - around.from).slice(0, most);
  const isEndCut = around.from + around.text.length > start + most;
  const parts: LinePart[] = [];
  let at = 0;
  const add = (text: string, index?: number): void => {
    if (text !== '' || index !== undefined)
      parts.push({ text: showHidden(text), ...(index === undefined ? {} : { index }) });
  };
  for (const [index, { column, length }] of ranges.entries()) {
    const begin = column - 1 - start;
    if (begin < at || begin > excerpt.length || (begin === excerpt.length && length > 0)) continue;
    add(`${at === 0 && isCut ? '…' : ''}${excerpt.slice(at, begin)}`);
    add(excerpt.slice(begin, begin + length), index);
    at = begin + length;
  }
  add(`${parts.length === 0 && isCut ? '…' : ''}${excerpt.slice(at)}${isEndCut ? '…' : ''}`);
  return { line: first?.line ?? 1, parts };
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
