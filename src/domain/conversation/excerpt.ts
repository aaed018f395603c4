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
 * Finds the line of a comment and the two before it, as the difference has them; none: the file has no such line. `before`
 * and `after`: the lines of both versions of a file, without their ends; undefined: there is no such version, or it is not
 * known. The versions are compared once.
 */
export function excerptsOf({
  before,
  after,
}: {
  readonly before: readonly string[] | undefined;
  readonly after: readonly string[] | undefined;
}): (place: Pick<LinePlace, 'line' | 'side'>) => readonly ExcerptLine[] {
  const known = new Map<LinePlace['side'], readonly ExcerptLine[]>();
  const read = (side: LinePlace['side']): readonly ExcerptLine[] => {
    if (before !== undefined && after !== undefined) return differenceOf(before, after, side);
    const own = (side === 'old' ? before : after) ?? [];
    return own.map((text, index) => ({ sign: ' ', number: index + 1, text }));
  };
  return ({ line, side }) => {
    const rows = known.get(side) ?? read(side);
    known.set(side, rows);
    const isOwn = ({ sign }: ExcerptLine): boolean => (side === 'old' ? sign !== '+' : sign !== '-');
    const at = rows.findIndex((row) => isOwn(row) && row.number === line);
    return at < 0 ? [] : rows.slice(Math.max(0, at - shownLines + 1), at + 1);
  };
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
