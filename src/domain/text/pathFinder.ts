import { itemAt } from '../../core/list.ts';

interface Match {
  readonly path: string;
  readonly score: number;
}

const slash = 47;

/**
 * `cmp.ts` finds `…/compare.ts`: characters in order. A match in the file name scores more, as does the beginning of a
 * word, or a sequence. Blanks are ignored.
 */
export class PathFinder {
  readonly #paths: readonly string[];
  readonly #lower: readonly string[];

  /** `recent`: recently opened paths, the latest first; they come first among equal scores. */
  constructor(paths: readonly string[], recent: readonly string[] = []) {
    const existing = new Set(paths);
    const first = recent.filter((path) => existing.has(path));
    const set = new Set(first);
    this.#paths = first.length === 0 ? paths : [...first, ...paths.filter((path) => !set.has(path))];
    this.#lower = this.#paths.map((path) => path.toLowerCase());
  }

  /** The best `limit` paths for `text`; the first `limit` paths for an empty text. */
  find(text: string, limit: number): readonly string[] {
    const wanted = text.toLowerCase().replaceAll(/[\s\\]+/g, (blank) => (blank.includes('\\') ? '/' : ''));
    if (wanted === '') return this.#paths.slice(0, limit);
    const best: Match[] = [];
    let worst = -Infinity;
    for (const [index, lower] of this.#lower.entries()) {
      const score = scoreOf(wanted, lower);
      if (score === undefined || (best.length >= limit && score <= worst)) continue;
      best.push({ path: itemAt(this.#paths, index), score });
      if (best.length < limit * 2) continue;
      worst = trim(best, limit);
    }
    trim(best, limit);
    return best.map(({ path }) => path);
  }
}

/** Keeps the best `limit` matches in a stable order. Returns their lowest score. */
function trim(matches: Match[], limit: number): number {
  matches.sort((a, b) => b.score - a.score);
  matches.length = Math.min(matches.length, limit);
  return matches.at(-1)?.score ?? -Infinity;
}

/** Score of a match, searched from the end of `path`; undefined if `path` does not contain the characters in order. */
function scoreOf(wanted: string, path: string): number | undefined {
  const name = path.lastIndexOf('/') + 1;
  const whole = path.indexOf(wanted, name);
  if (whole >= 0) return 10_000 - (whole - name) * 10 - (path.length - name) - path.length / 100;
  let at = path.length - 1;
  let score = 0;
  let follows = false;
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    const code = wanted.charCodeAt(index);
    while (at >= 0 && path.charCodeAt(at) !== code) {
      at -= 1;
      follows = false;
    }
    if (at < 0) return undefined;
    score += (at >= name ? 12 : 4) + (follows ? 8 : 0) + (startsWord(path, at) ? 6 : 0);
    follows = true;
    at -= 1;
  }
  return score - path.length / 20;
}

function startsWord(path: string, at: number): boolean {
  if (at === 0) return true;
  const before = path.charCodeAt(at - 1);
  return before === slash || before === 46 || before === 45 || before === 95 || before === 32;
}
