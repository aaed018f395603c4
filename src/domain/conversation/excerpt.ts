import { matchLines } from '../text/lines.ts';
import type { LinePlace } from '../../api/record/comment.ts';

/** A line of a difference. `number`: of the version that has it, from 1. */
export interface ExcerptLine {
  readonly sign: ' ' | '+' | '-';
  readonly number: number;
  readonly text: string;
}

const shownLines = 3;

/**
 * The line of a comment and the two before it, as the difference has them. `before` and `after`: the lines of both versions,
 * without their ends; undefined: there is no such version, or it is not known. Empty: the file has no such line.
 */
export function excerptOf(
  { line, side }: Pick<LinePlace, 'line' | 'side'>,
  { before, after }: { readonly before: readonly string[] | undefined; readonly after: readonly string[] | undefined },
): readonly ExcerptLine[] {
  const own = side === 'old' ? before : after;
  if (own === undefined || line === undefined) return [];
  const isOwn = ({ sign }: ExcerptLine): boolean => (side === 'old' ? sign !== '+' : sign !== '-');
  const rows =
    before === undefined || after === undefined
      ? own.map((text, index): ExcerptLine => ({ sign: ' ', number: index + 1, text }))
      : differenceOf(before, after, side);
  const at = rows.findIndex((row) => isOwn(row) && row.number === line);
  return at < 0 ? [] : rows.slice(Math.max(0, at - shownLines + 1), at + 1);
}

/** All lines; equal ones with the number of `side`. */
function differenceOf(before: readonly string[], after: readonly string[], side: 'new' | 'old'): ExcerptLine[] {
  const rows: ExcerptLine[] = [];
  const matches = matchLines(before, after);
  /** For each line of `after`: the first line of `before` that is not removed before it. */
  const until: number[] = [];
  let next = before.length;
  for (let at = matches.length - 1; at >= 0; at -= 1) {
    const match = matches[at] ?? -1;
    if (match >= 0) next = match;
    until[at] = next;
  }
  let read = 0;
  const remove = (end: number): void => {
    for (; read < end; read += 1) rows.push({ sign: '-', number: read + 1, text: before[read] ?? '' });
  };
  for (const [at, text] of after.entries()) {
    remove(until[at] ?? before.length);
    const match = matches[at] ?? -1;
    if (match < 0) rows.push({ sign: '+', number: at + 1, text });
    else {
      rows.push({ sign: ' ', number: (side === 'old' ? match : at) + 1, text });
      read = match + 1;
    }
  }
  remove(before.length);
  return rows;
}
