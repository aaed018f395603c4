/** Equal items of two sequences: `length` items from `a` in the first one and from `b` in the second one. */
export interface EqualRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** What comparisons may still cost, in steps of about 10 ns. Several comparisons can share one. */
export interface DiffBudget {
  steps: number;
}

/** A budget of about 10 ms: reading the lines of 1 MB takes up to 60 ms, twice as long on a busy computer. */
export const diffBudget = (): DiffBudget => ({ steps: 500_000 });

/** A part of both sequences: `[aFrom, aTo)` and `[bFrom, bTo)`. */
interface Box {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
}

/** The longest common subsequence as runs (Myers, linear space). A part above the budget has no runs: all changed. */
export function equalRuns(a: readonly number[], b: readonly number[], budget: DiffBudget): EqualRun[] {
  const runs: EqualRun[] = [];
  const size = a.length + b.length + 3;
  const search = new MiddleSearch(a, b, [new Int32Array(size), new Int32Array(size)], budget);
  const add = (from: number, to: number, length: number): void => {
    const last = runs.at(-1);
    if (length === 0) return;
    if (last !== undefined && last.a + last.length === from && last.b + last.length === to)
      runs[runs.length - 1] = { ...last, length: last.length + length };
    else runs.push({ a: from, b: to, length });
  };
  const compare = (box: Box): void => {
    const head = { a: box.aFrom, b: box.bFrom };
    while (box.aFrom < box.aTo && box.bFrom < box.bTo && a[box.aFrom] === b[box.bFrom]) {
      box.aFrom += 1;
      box.bFrom += 1;
    }
    add(head.a, head.b, box.aFrom - head.a);
    const end = box.aTo;
    while (box.aFrom < box.aTo && box.bFrom < box.bTo && a[box.aTo - 1] === b[box.bTo - 1]) {
      box.aTo -= 1;
      box.bTo -= 1;
    }
    if (box.aFrom < box.aTo && box.bFrom < box.bTo) {
      const middle = search.find(box);
      if (middle !== undefined) {
        compare({ ...box, aTo: middle.a, bTo: middle.b });
        compare({ ...box, aFrom: middle.a, bFrom: middle.b });
      }
    }
    add(box.aTo, box.bTo, end - box.aTo);
  };
  compare({ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length });
  return runs;
}

class MiddleSearch {
  readonly #a: readonly number[];
  readonly #b: readonly number[];
  /** For each diagonal, how far the search got in `a`: from the beginning, and from the end. */
  readonly #reached: readonly [Int32Array, Int32Array];
  readonly #budget: DiffBudget;

  constructor(
    a: readonly number[],
    b: readonly number[],
    reached: readonly [Int32Array, Int32Array],
    budget: DiffBudget,
  ) {
    this.#a = a;
    this.#b = b;
    this.#reached = reached;
    this.#budget = budget;
  }

  /** A point through which a shortest edit script of `box` leads; undefined if the budget is used up. */
  find(box: Box): { readonly a: number; readonly b: number } | undefined {
    const [n, m] = [box.aTo - box.aFrom, box.bTo - box.bFrom];
    // The diagonal k is at k + m + 1; those outside of the box are not visited.
    const shift = m + 1;
    for (const reached of this.#reached) reached.fill(0, 0, n + m + 3);
    for (let edits = 0; edits <= n + m; edits += 1) {
      for (const side of [0, 1] as const) {
        const [own, other] = side === 0 ? this.#reached : [this.#reached[1], this.#reached[0]];
        const first = -edits + 2 * Math.max(0, edits - m);
        const last = edits - 2 * Math.max(0, edits - n);
        for (let k = first; k <= last; k += 2) {
          const [left = 0, right = 0] = [own[shift + k - 1], own[shift + k + 1]];
          const isDown = k === -edits || (k !== edits && left < right);
          const x = this.#slide(box, side, isDown ? right : left + 1, k);
          own[shift + k] = x;
          const opposite = n - m - k;
          // The other side has visited the diagonals of its last round only.
          const round = side === 0 ? edits - 1 : edits;
          const isVisited = Math.abs(opposite) <= round && (round - opposite) % 2 === 0;
          if (isVisited && x + (other[shift + opposite] ?? 0) >= n)
            return side === 0 ? { a: box.aFrom + x, b: box.bFrom + x - k } : { a: box.aTo - x, b: box.bTo - (x - k) };
          if (this.#budget.steps <= 0) return undefined;
        }
      }
    }
    return undefined;
  }

  #slide({ aFrom, aTo, bFrom, bTo }: Box, side: 0 | 1, start: number, k: number): number {
    const [n, m] = [aTo - aFrom, bTo - bFrom];
    let x = start;
    if (side === 0) while (x < n && x - k < m && this.#a[aFrom + x] === this.#b[bFrom + x - k]) x += 1;
    else while (x < n && x - k < m && this.#a[aTo - 1 - x] === this.#b[bTo - 1 - x + k]) x += 1;
    this.#budget.steps -= x - start + 1;
    return x;
  }
}
