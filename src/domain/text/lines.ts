import { itemAt } from '../../core/list.ts';
import { diffBudget, equalRuns } from './equalRuns.ts';

/** The lines of `text`, each with its line ending (`\r\n`, `\n` or `\r`). Joined lines give `text` again. */
export function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

/** `\r\n`, `\r`, `\n`, or `''` for a last line without a line ending. */
export function endingOf(line: string): string {
  if (line.endsWith('\n')) return line.endsWith('\r\n') ? '\r\n' : '\n';
  return line.endsWith('\r') ? '\r' : '';
}

export const withoutEnding = (line: string): string => line.slice(0, line.length - endingOf(line).length);

/** A range `[from, to)` of one sequence. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Corresponding stretches, one of each sequence. `same`: all of them are equal. */
export interface Alignment {
  readonly same: boolean;
  readonly stretches: readonly Stretch[];
}

/** Equal lines get equal numbers, so that a comparison does not depend on their length. */
export function numbered(...sequences: readonly (readonly string[])[]): number[][] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const number = numbers.get(line);
    if (number === undefined) numbers.set(line, numbers.size);
    return number ?? numbers.size - 1;
  };
  return sequences.map((lines) => lines.map(numberOf));
}

/**
 * Cuts at the common head and tail, and at lines that are unique in each sequence, in the same order.
 * The stretches between are small enough for an exact comparison.
 */
export function align(sequences: readonly (readonly number[])[]): Alignment[] {
  const aligned: Alignment[] = [];
  const add = (same: boolean, from: readonly number[], to: readonly number[]): void => {
    const stretches = from.map((start, index) => ({ from: start, to: itemAt(to, index) }));
    if (stretches.some((stretch) => stretch.to > stretch.from)) aligned.push({ same, stretches });
  };
  const starts = sequences.map(() => 0);
  const ends = sequences.map((sequence) => sequence.length);
  const head = commonLength(sequences, starts, ends, 1);
  const afterHead = starts.map((start) => start + head);
  const tail = commonLength(sequences, afterHead, ends, -1);
  const beforeTail = ends.map((end) => end - tail);

  add(true, starts, afterHead);
  let at = afterHead;
  for (const anchor of anchorsOf(sequences, afterHead, beforeTail)) {
    if (anchor.some((position, index) => position < itemAt(at, index))) continue;
    const more = commonLength(sequences, anchor, beforeTail, 1);
    add(false, at, anchor);
    const next = anchor.map((position) => position + more);
    add(true, anchor, next);
    at = next;
  }
  add(false, at, beforeTail);
  add(true, beforeTail, ends);
  return aligned;
}

/** Number of lines that are equal in all sequences after `from` (`step` 1), or before `to` (`step` −1). */
function commonLength(
  sequences: readonly (readonly number[])[],
  from: readonly number[],
  to: readonly number[],
  step: 1 | -1,
): number {
  const most = Math.min(...from.map((start, index) => itemAt(to, index) - start));
  const [first = []] = sequences;
  const at = (index: number, offset: number): number =>
    step === 1 ? itemAt(from, index) + offset : itemAt(to, index) - 1 - offset;
  let length = 0;
  while (length < most && sequences.every((one, index) => one[at(index, length)] === first[at(0, length)])) length += 1;
  return length;
}

/** Positions of lines that are unique in every sequence, increasing in every sequence. */
function anchorsOf(
  sequences: readonly (readonly number[])[],
  from: readonly number[],
  to: readonly number[],
): number[][] {
  const unique = sequences.map((sequence, index) => {
    const positions = new Map<number, number>();
    for (let at = itemAt(from, index); at < itemAt(to, index); at += 1) {
      const line = sequence[at];
      if (line !== undefined) positions.set(line, positions.has(line) ? -1 : at);
    }
    return positions;
  });
  const [first = new Map<number, number>()] = unique;
  let anchors = [...first.keys()]
    .map((line) => unique.map((positions) => positions.get(line) ?? -1))
    .filter((positions) => positions.every((at) => at >= 0));
  for (let index = 1; index < sequences.length; index += 1) anchors = longestIncreasing(anchors, index);
  return anchors;
}

/** The longest subsequence of `rows` whose values at `column` increase. */
function longestIncreasing(rows: readonly number[][], column: number): number[][] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [row, values] of rows.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (itemAt(itemAt(rows, itemAt(tails, middle)), column) < itemAt(values, column)) low = middle + 1;
      else high = middle;
    }
    previous[row] = tails[low - 1] ?? -1;
    tails[low] = row;
  }
  const chain: number[][] = [];
  for (let row = tails.at(-1) ?? -1; row >= 0; row = itemAt(previous, row)) chain.push(itemAt(rows, row));
  return chain.reverse();
}

/**
 * For every line of `after`: the index of its line in `before`, or −1 for a new line. Takes a bounded time: where the
 * texts are long, repeat themselves and differ much, lines count as new although they are not.
 */
export function matchLines(before: readonly string[], after: readonly string[]): number[] {
  const [one = [], other = []] = numbered(before, after);
  const matches = other.map(() => -1);
  const pair = (from: number, to: number, length: number): void => {
    for (let offset = 0; offset < length; offset += 1) matches[to + offset] = from + offset;
  };
  const budget = diffBudget();
  for (const { same, stretches } of align([one, other])) {
    const [left = { from: 0, to: 0 }, right = { from: 0, to: 0 }] = stretches;
    if (same) pair(left.from, right.from, left.to - left.from);
    else
      for (const { a, b, length } of equalRuns(
        one.slice(left.from, left.to),
        other.slice(right.from, right.to),
        budget,
      ))
        pair(left.from + a, right.from + b, length);
  }
  return matches;
}
