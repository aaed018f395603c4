import { orCancelled } from '../../core/async.ts';

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

/** Milliseconds without progress after which a transfer fails. */
const stall = 30_000;
/** Bytes per millisecond of a body. Milliseconds that a slower one may take longer: scanners hold files back for minutes. */
const slowest = 2;
const longestDelay = 300_000;

/** Aborts one exchange when it makes no progress or when the caller cancels. */
export class ExchangeWatchdog {
  /** Aborted by the watchdog and by the caller. */
  readonly signal: AbortSignal;
  readonly #budget: TimeoutBudget;
  readonly #caller: AbortSignal | undefined;
  readonly #abort = new AbortController();
  #late: 'answerTimeout' | 'stalled' | undefined;
  /** What is left of `longestDelay`. */
  #delay = longestDelay;
  #restart: () => void = () => {};

  constructor(budget: TimeoutBudget, caller: AbortSignal | undefined) {
    this.#budget = budget;
    this.#caller = caller;
    this.signal = caller === undefined ? this.#abort.signal : AbortSignal.any([caller, this.#abort.signal]);
  }

  get gaveUp(): boolean {
    return this.#caller?.aborted === true;
  }

  /** Which timeout expired; undefined if none did. */
  get late(): 'answerTimeout' | 'stalled' | undefined {
    return this.#late;
  }

  /** Waits for the headers of the response. Each `moved` (progress of the upload) restarts the timeout. */
  async answer<T>(begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    let since = Date.now();
    const begun = begin(this.signal);
    try {
      return await this.#within(
        begun,
        () => this.#budget.left,
        'answerTimeout',
        () => (since = Date.now()),
      );
    } finally {
      this.#budget.spend(Date.now() - since);
    }
  }

  /** Waits for the next part of the body. A body that never ends, and drips, stalls too. */
  async part<T extends { readonly value?: Uint8Array | undefined }>(read: Promise<T>): Promise<T> {
    const limit = Math.min(stall, this.#budget.left, this.#delay);
    const since = Date.now();
    try {
      const part = await this.#within(read, () => limit, 'stalled');
      const received = part.value?.byteLength ?? 0;
      this.#delay = Math.min(longestDelay, this.#delay - (Date.now() - since) + received / slowest);
      return part;
    } catch (error) {
      if (this.#late !== undefined) this.#budget.spend(stall);
      throw error;
    }
  }

  moved(): void {
    this.#restart();
  }

  async #within<T>(
    promise: Promise<T>,
    limit: () => number,
    late: 'answerTimeout' | 'stalled',
    onMoved: () => void = () => {},
  ): Promise<T> {
    const expire = (): void => {
      this.#late = late;
      this.#abort.abort();
    };
    let timer = setTimeout(expire, limit());
    this.#restart = () => {
      onMoved();
      clearTimeout(timer);
      timer = setTimeout(expire, limit());
    };
    try {
      return await orCancelled(promise, this.signal);
    } finally {
      this.#restart = () => {};
      clearTimeout(timer);
    }
  }
}
