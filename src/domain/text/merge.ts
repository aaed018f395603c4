import { diffBudget, equalRuns, type DiffBudget } from './equalRuns.ts';
import { align, numbered, splitLines, type Stretch } from './lines.ts';

/** A part of a merged text: settled, or a conflict because both sides changed it differently. */
export type MergedPart =
  | { readonly kind: 'settled'; readonly text: string }
  | { readonly kind: 'conflict'; readonly mine: string; readonly theirs: string };

/**
 * Three-way by lines, in order. One side's change, or the same on both, is settled. A line ending is part of its line.
 * In bounded time: of long different texts, a conflict is larger than it needs to be.
 */
export function mergeLines(base: string, mine: string, theirs: string): MergedPart[] {
  if (mine === theirs || theirs === base) return [{ kind: 'settled', text: mine }];
  if (mine === base) return [{ kind: 'settled', text: theirs }];
  if ([mine, base, theirs].reduce((sum, text) => sum + breaksIn(text), 0) > mostLines)
    return mergeAsWhole(base, mine, theirs);
  const [a, o, b] = [splitLines(mine), splitLines(base), splitLines(theirs)];
  const merging = new Merging(new SideText(mine, a), new SideText(base, o), new SideText(theirs, b));
  const numbers = numbered(a, o, b);
  const budget = diffBudget();
  for (const { same, stretches } of align(numbers)) {
    const [inA = none, inO = none, inB = none] = stretches;
    if (same) merging.settle(merging.a, inA);
    else mergeStretch(merging, numbers, [inA, inO, inB], budget);
  }
  return merging.parts;
}

/** Lines of the three texts together, above which only their common head and tail are settled. */
const mostLines = 600_000;

function breaksIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) count += 1;
  }
  return count;
}

/** All three differ here, so what is between their common head and tail is a conflict. */
function mergeAsWhole(base: string, mine: string, theirs: string): MergedPart[] {
  const texts = [mine, base, theirs];
  const shortest = Math.min(...texts.map(({ length }) => length));
  let head = 0;
  while (head < shortest && mine[head] === base[head] && mine[head] === theirs[head]) head += 1;
  head = mine.lastIndexOf('\n', head - 1) + 1;
  let tail = 0;
  const fromEnd = (text: string): string | undefined => text[text.length - 1 - tail];
  while (tail < shortest - head && fromEnd(mine) === fromEnd(base) && fromEnd(mine) === fromEnd(theirs)) tail += 1;
  const lineStart = mine.indexOf('\n', mine.length - tail) + 1;
  tail = lineStart === 0 ? 0 : mine.length - lineStart;
  const between = (text: string): string => text.slice(head, text.length - tail);
  const parts: MergedPart[] = [
    { kind: 'settled', text: mine.slice(0, head) },
    { kind: 'conflict', mine: between(mine), theirs: between(theirs) },
    { kind: 'settled', text: mine.slice(mine.length - tail) },
  ];
  return parts.filter((part) => part.kind === 'conflict' || part.text !== '');
}

export function mergedText(parts: readonly MergedPart[]): string | undefined {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.kind === 'conflict') return undefined;
    texts.push(part.text);
  }
  return texts.join('');
}

/** Merges one stretch. Lines of the base that both sides have divide it into parts, which are compared as a whole. */
function mergeStretch(
  merging: Merging,
  numbers: readonly number[][],
  stretches: readonly [Stretch, Stretch, Stretch],
  budget: DiffBudget,
): void {
  const [inA, inO, inB] = stretches;
  const [a = [], o = [], b = []] = stretches.map(({ from, to }, side) => numbers[side]?.slice(from, to) ?? []);
  const [toA, toB] = [positionsIn(o, a, budget), positionsIn(o, b, budget)];
  let [nextA, nextO, nextB] = [0, 0, 0];
  const mergeUntil = (endA: number, endO: number, endB: number): void => {
    if (endA > nextA || endO > nextO || endB > nextB)
      merging.compare(
        stretch(inA, nextA, endA - nextA),
        stretch(inO, nextO, endO - nextO),
        stretch(inB, nextB, endB - nextB),
      );
  };
  for (let at = 0; at < o.length; at += 1) {
    const [atA = -1, atB = -1] = [toA[at], toB[at]];
    if (atA < 0 || atB < 0) continue;
    mergeUntil(atA, at, atB);
    let length = 1;
    while (toA[at + length] === atA + length && toB[at + length] === atB + length) length += 1;
    merging.settle(merging.o, stretch(inO, at, length));
    [nextA, nextO, nextB] = [atA + length, at + length, atB + length];
    at += length - 1;
  }
  mergeUntil(a.length, o.length, b.length);
}

function positionsIn(base: readonly number[], side: readonly number[], budget: DiffBudget): Int32Array {
  const positions = new Int32Array(base.length).fill(-1);
  for (const { a, b, length } of equalRuns(base, side, budget))
    for (let offset = 0; offset < length; offset += 1) positions[a + offset] = b + offset;
  return positions;
}

/** A text whose lines are found without joining them, which takes long for a million of them. */
class SideText {
  readonly lines: readonly string[];
  readonly #text: string;
  readonly #starts: Int32Array;

  constructor(text: string, lines: readonly string[]) {
    this.#text = text;
    this.lines = lines;
    this.#starts = new Int32Array(lines.length + 1);
    let start = 0;
    for (const [index, { length }] of lines.entries()) this.#starts[index + 1] = start += length;
  }

  slice({ from, to }: Stretch): string {
    return this.#text.slice(this.#starts[from], this.#starts[to]);
  }
}

/** The three texts, and the parts merged so far. `a`: mine, `o`: base, `b`: theirs. */
class Merging {
  readonly parts: MergedPart[] = [];
  readonly a: SideText;
  readonly o: SideText;
  readonly b: SideText;

  constructor(a: SideText, o: SideText, b: SideText) {
    this.a = a;
    this.o = o;
    this.b = b;
  }

  settle(side: SideText, lines: Stretch): void {
    this.#settleText(side.slice(lines));
  }

  /** Settles a change of one side, and the common head and tail of both sides; the rest is a conflict. */
  compare(inA: Stretch, inO: Stretch, inB: Stretch): void {
    const [mine, base, theirs] = [this.a.slice(inA), this.o.slice(inO), this.b.slice(inB)];
    if (mine === theirs || theirs === base || mine === base) {
      this.#settleText(mine === base ? theirs : mine);
      return;
    }
    const [{ lines: a }, { lines: b }] = [this.a, this.b];
    const most = Math.min(inA.to - inA.from, inB.to - inB.from);
    let head = 0;
    while (head < most && a[inA.from + head] === b[inB.from + head]) head += 1;
    let tail = 0;
    while (tail < most - head && a[inA.to - 1 - tail] === b[inB.to - 1 - tail]) tail += 1;
    this.settle(this.a, { from: inA.from, to: inA.from + head });
    this.parts.push({
      kind: 'conflict',
      mine: this.a.slice({ from: inA.from + head, to: inA.to - tail }),
      theirs: this.b.slice({ from: inB.from + head, to: inB.to - tail }),
    });
    this.settle(this.a, { from: inA.to - tail, to: inA.to });
  }

  #settleText(text: string): void {
    const last = this.parts.at(-1);
    if (last?.kind === 'settled') this.parts[this.parts.length - 1] = { kind: 'settled', text: last.text + text };
    else if (text !== '') this.parts.push({ kind: 'settled', text });
  }
}

const none: Stretch = { from: 0, to: 0 };
const stretch = ({ from }: Stretch, index: number, length: number): Stretch => ({
  from: from + index,
  to: from + index + length,
});
