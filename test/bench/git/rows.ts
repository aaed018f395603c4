import type { Measured } from '../kit/measure.ts';
import { table } from '../kit/page.ts';

/** Milliseconds that every answer waits. */
export const delays = [0, 50, 150] as const;

/** The limits of one row. */
export interface RowLimits {
  /** Requests of git. */
  readonly git?: number;
  /** Requests of the API. */
  readonly other?: number;
  readonly milliseconds?: number;
}

interface Row {
  readonly requests: readonly [git: string, other: string];
  readonly bytes: number;
  /** By delay. */
  readonly times: Map<number, string>;
}

/** The figures of each kind of work, by delay. */
export class DelayRows {
  readonly #rows = new Map<string, Row>();

  add(work: string, delay: number, { requests, bytes, milliseconds }: Measured, limits: RowLimits = {}): void {
    const git = requests.filter(({ operation }) => operation === 'git').length;
    const found = { git, other: requests.length - git, milliseconds };
    const cell = (key: keyof RowLimits): string => {
      const limit = limits[key];
      return `${found[key].toFixed(0)}${limit === undefined ? '' : ` (≤ ${limit.toFixed(0)})`}`;
    };
    const row = this.#rows.get(work) ?? { requests: [cell('git'), cell('other')], bytes, times: new Map() };
    row.times.set(delay, cell('milliseconds'));
    this.#rows.set(work, row);
    console.log(`${work} | ${delay} ms | ${row.requests.join(' | ')} | ${milliseconds.toFixed(0)} ms`);
  }

  get table(): string {
    const head = ['', 'git requests', 'other requests', 'kB', ...delays.map((delay) => `ms, delay ${delay} ms`)];
    const rows = [...this.#rows].map(([work, { requests, bytes, times }]) => [
      work,
      ...requests,
      (bytes / 1000).toFixed(0),
      ...delays.map((delay) => times.get(delay) ?? ''),
    ]);
    return table(head, rows);
  }
}
