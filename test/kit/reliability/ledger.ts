import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leakIn } from '../../../scripts/test/leaks.ts';
import type { Trouble } from './troubles.ts';

/** Events that must not happen: a text or draft is gone, a change is done twice, and so on. */
export const columns = ['lost', 'leaked', 'hung', 'unhandled', 'storms', 'unclear'] as const;
export type Column = (typeof columns)[number];

export interface Row extends Readonly<Record<Column, number>> {
  readonly trouble: string;
  readonly sort: string;
  /** Number of operations, or actions of a user, under this trouble. */
  readonly cells: number;
}

/** The results of one surface; they are written to a file of their own. */
export interface Report {
  readonly surface: string;
  /** Operations of the service that the surface uses, as `issues.get`. */
  readonly operations: readonly string[];
  readonly rows: readonly Row[];
  /** A description of each event that must not happen. */
  readonly problems: readonly string[];
}

export const reportFile = (surface: string, results = process.env.SOURCEHOST_RESULTS ?? 'out/results/x'): string =>
  join(dirname(results), 'reliability', `${surface}.json`);

/** Counts the events that must not happen under faults, with one line for each trouble. */
export class Ledger {
  readonly #surface: string;
  readonly #operations = new Set<string>();
  readonly #lines: Line[] = [];

  constructor(surface: string) {
    this.#surface = surface;
  }

  /** Also counts unhandled rejections, until `close`. */
  open(): void {
    process.on('unhandledRejection', this.#rejected);
    process.on('rejectionHandled', this.#handled);
  }

  /** Begins the line of a trouble. Several lines can be open at the same time. */
  begin({ name, sort }: Pick<Trouble, 'name' | 'sort'>): Line {
    const line = new Line(name, sort, this.#operations);
    this.#lines.push(line);
    return line;
  }

  /** Writes the report. */
  close(): void {
    process.off('unhandledRejection', this.#rejected);
    process.off('rejectionHandled', this.#handled);
    const report: Report = {
      surface: this.#surface,
      operations: [...this.#operations].sort(),
      rows: this.#lines.map(({ row }) => row),
      problems: this.#lines.flatMap(({ problems }) => problems),
    };
    const file = reportFile(this.#surface);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(report, undefined, 1));
  }

  // A rejection that is handled a moment later does not count.
  readonly #rejected = (reason: unknown, promise: Promise<unknown>): void => {
    this.#lines.at(-1)?.rejected.set(promise, reason);
  };
  readonly #handled = (promise: Promise<unknown>): void => {
    for (const { rejected } of this.#lines) rejected.delete(promise);
  };
}

/** The results of one trouble. */
export class Line {
  readonly #row: { trouble: string; sort: string; cells: number } & Record<Column, number>;
  readonly #operations: Set<string>;
  readonly #problems: string[] = [];
  readonly rejected = new Map<Promise<unknown>, unknown>();

  constructor(trouble: string, sort: string, operations: Set<string>) {
    const counts = { lost: 0, leaked: 0, hung: 0, unhandled: 0, storms: 0, unclear: 0 };
    this.#row = { trouble, sort, cells: 0, ...counts };
    this.#operations = operations;
  }

  get row(): Row {
    return this.#row;
  }

  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Counts one case of the trouble. */
  cell(...operations: readonly string[]): void {
    this.#row.cells += 1;
    for (const operation of operations) this.#operations.add(operation);
  }

  /** Counts one event that must not happen. */
  note(column: Column, words: string): void {
    this.#row[column] += 1;
    this.#problems.push(`${this.#row.trouble}: ${column}: ${words}`);
  }

  /** Waits at most `milliseconds` for the end of `work`, and returns its result. */
  async ends<T>(what: string, work: PromiseLike<T>, milliseconds = 60_000): Promise<Ended<T>> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), milliseconds)));
    const settled = Promise.resolve(work).then(
      (value): Ended<T> => ({ value }),
      (error: unknown): Ended<T> => ({ error }),
    );
    const first = await Promise.race([settled, late]);
    clearTimeout(timer);
    if (first !== 'late') return first;
    this.note('hung', `${what} has not ended in ${milliseconds / 1000} s`);
    return {};
  }

  /** Checks a message to the user. */
  reads(what: string, words: string): void {
    this.logs(what, words);
    if (/\]\((command|https?|file):/.test(words)) this.note('unclear', `${what}: holds a link: ${words}`);
  }

  /** Checks a text for the log, or for a program. */
  logs(what: string, words: string): void {
    const leak = leakIn(words);
    if (leak !== undefined) this.note('leaked', `${what}: ${leak}`);
    const wrong = unclear(words);
    if (wrong !== undefined) this.note('unclear', `${what}: ${wrong}: ${JSON.stringify(words.slice(0, 300))}`);
  }

  /** Checks the text of a row or a document, which need not be a sentence. */
  shows(what: string, label: string, more = ''): void {
    const leak = leakIn(label + more);
    if (leak !== undefined) this.note('leaked', `${what}: ${leak}`);
    const wrong = label.trim() === '' || noWords.test(label + more) || unseen.test(label + more);
    if (wrong) this.note('unclear', `${what} shows ${JSON.stringify([label, more])}`);
  }

  /** Counts the rejections that are still unhandled. */
  countRejected(): void {
    for (const [, reason] of this.rejected) this.note('unhandled', describe(reason));
    this.rejected.clear();
  }

  /** Ends the line. Fails if an event happened that must not happen. */
  end(): void {
    this.countRejected();
    assert.deepEqual(this.#problems, []);
  }
}

export interface Ended<T> {
  readonly value?: T;
  readonly error?: unknown;
}

const describe = (reason: unknown): string =>
  reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);

// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const noWords = /\[object |\bundefined\b|\bNaN\b/;

/** The problem of a message that a user cannot understand. */
function unclear(words: string): string | undefined {
  if (!/\p{L}{2}.* .*\p{L}/su.test(words)) return 'says nothing';
  if (words.length > 1_000) return 'goes on and on';
  if (noWords.test(words)) return 'holds no words';
  if (/\n\s+at |\.(c|m)?js:\d+/.test(words)) return 'holds a stack';
  if (unseen.test(words)) return 'holds control characters';
  return undefined;
}
