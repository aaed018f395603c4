import { orCancelled } from '../../core/async.ts';
import type { ExchangeLimits } from './fetch.ts';

/** Milliseconds that one call may wait without progress, over all its attempts. */
export class TimeoutBudget {
  #left: number;

  constructor(milliseconds: number) {
    this.#left = milliseconds;
  }

  get left(): number {
    return this.#left;
  }

  spend(milliseconds: number): void {
    this.#left -= milliseconds;
  }
}

const usualLimits: ExchangeLimits = { answer: 30_000, upload: 60_000, stall: 30_000 };

/** Shorter limits for tests, from milliseconds. */
export function limitsFor(timeout: string | number | undefined): ExchangeLimits | undefined {
  const milliseconds = Number(timeout);
  return milliseconds > 0 ? { answer: milliseconds, upload: milliseconds, stall: milliseconds } : undefined;
}

/** Bytes per millisecond of a body. Milliseconds that a slower one may take longer: scanners hold files back for minutes. */
const slowest = 2;
const longestDelay = 300_000;

type Late = 'answerTimeout' | 'stalled';

/** Aborts one exchange when it makes no progress or when the caller cancels. */
export class ExchangeWatchdog {
  readonly signal: AbortSignal;
  readonly #budget: TimeoutBudget;
  readonly #caller: AbortSignal | undefined;
  readonly #limits: ExchangeLimits;
  readonly #abort = new AbortController();
  #late: Late | undefined;
  #delay = longestDelay;
  #restart: (late: Late) => void = () => {};
  #start: () => void = () => {};

  constructor(budget: TimeoutBudget, caller: AbortSignal | undefined, limits: ExchangeLimits = usualLimits) {
    this.#budget = budget;
    this.#caller = caller;
    this.#limits = limits;
    this.signal = caller === undefined ? this.#abort.signal : AbortSignal.any([caller, this.#abort.signal]);
  }

  get gaveUp(): boolean {
    return this.#caller?.aborted === true;
  }

  get late(): Late | undefined {
    return this.#late;
  }

  async input<T>(needed: Promise<T>): Promise<T> {
    return await this.#wait(needed, () => Infinity);
  }

  /** Waits for the headers of the response. `inParts`: the body is sent in parts, and each `moved` restarts the timeout. */
  async answer<T>(begin: (signal: AbortSignal) => Promise<T>, inParts: boolean): Promise<T> {
    let limit = Infinity;
    this.#start = () => {
      limit = inParts ? this.#limits.upload : this.#limits.answer;
      this.#restart('answerTimeout');
    };
    return await this.#wait(begin(this.signal), () => limit);
  }

  /** The sending has begun. Before, the request waited for a connection, as long as the budget lasts. */
  started(): void {
    this.#start();
  }

  /** Waits for the next part of the body. A body that never ends, and drips, stalls too. */
  async part<T extends { readonly value?: Uint8Array | undefined }>(read: Promise<T>): Promise<T> {
    const limit = Math.min(this.#limits.stall, this.#budget.left, this.#delay);
    const since = Date.now();
    try {
      const part = await this.#within(read, () => limit, 'stalled');
      const received = part.value?.byteLength ?? 0;
      this.#delay = Math.min(longestDelay, this.#delay - (Date.now() - since) + received / slowest);
      return part;
    } catch (error) {
      if (this.#late !== undefined) this.#budget.spend(this.#limits.stall);
      throw error;
    }
  }

  /** A part of the upload was read. `isComplete`: it was the last one. */
  moved(isComplete: boolean): void {
    this.#restart(isComplete ? 'answerTimeout' : 'stalled');
  }

  async #wait<T>(promise: Promise<T>, limit: () => number): Promise<T> {
    let since = Date.now();
    try {
      return await this.#within(
        promise,
        () => Math.min(limit(), this.#budget.left),
        'answerTimeout',
        () => (since = Date.now()),
      );
    } finally {
      this.#budget.spend(Date.now() - since);
    }
  }

  async #within<T>(promise: Promise<T>, limit: () => number, late: Late, onMoved: () => void = () => {}): Promise<T> {
    const expire = (why: Late): void => {
      this.#late = why;
      this.#abort.abort();
    };
    let timer = setTimeout(expire, limit(), late);
    this.#restart = (why) => {
      onMoved();
      clearTimeout(timer);
      timer = setTimeout(expire, limit(), why);
    };
    try {
      return await orCancelled(promise, this.signal);
    } finally {
      this.#restart = () => {};
      clearTimeout(timer);
    }
  }
}
