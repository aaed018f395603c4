import { table } from './page.ts';
import type { Measured } from './measure.ts';

/** Milliseconds that every answer of the service waits while things are measured. */
export const latency = 50;
export const megabyte = 1024 * 1024;

/** The limits of one operation. */
export interface Limits {
  readonly requests?: number;
  /** Wall time in round trips. */
  readonly trips?: number;
  /** Bytes of the heap that are kept afterwards. */
  readonly kept?: number;
}

/** The measured figures with their limits. */
export class Board {
  readonly #rows: (readonly string[])[] = [];

  add(work: string, measured: Measured, limits: Limits = {}): void {
    const requests = measured.requests.length;
    const trips = measured.milliseconds / latency;
    const { kept } = measured;
    const most = (limit: number | undefined): string => (limit === undefined ? '' : ` (≤ ${limit})`);
    this.#rows.push([
      work,
      `${requests}${most(limits.requests)}`,
      (measured.bytes / 1000).toFixed(1),
      measured.milliseconds.toFixed(0),
      `${trips.toFixed(1)}${most(limits.trips)}`,
      `${(kept / megabyte).toFixed(1)}${most(limits.kept && limits.kept / megabyte)}`,
      (measured.peak / megabyte).toFixed(0),
    ]);
    console.log(this.#rows.at(-1)?.join(' | '));
  }

  /** The measured figures as a table. */
  get table(): string {
    return table(['', 'requests', 'kB', 'ms', 'round trips', 'heap kept, MB', 'heap peak, MB'], this.#rows);
  }
}
