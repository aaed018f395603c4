import { orCancelled } from '../../core/async.ts';

/** Milliseconds that one call may wait for something to move, over all its tries. */
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

/** The longest that a transfer may stand still. */
const stall = 30_000;

/** Ends one exchange when nothing moves in it, or when the caller gives up. */
export class ExchangeWatchdog {
  /** Aborted in both cases. */
  readonly signal: AbortSignal;
  readonly #patience: TimeoutBudget;
  readonly #caller: AbortSignal | undefined;
  readonly #abort = new AbortController();
  #late: 'answerTimeout' | 'stalled' | undefined;
  #restart: () => void = () => {};

  constructor(patience: TimeoutBudget, caller: AbortSignal | undefined) {
    this.#patience = patience;
    this.#caller = caller;
    this.signal = caller === undefined ? this.#abort.signal : AbortSignal.any([caller, this.#abort.signal]);
  }

  /** Whether the caller gave up. */
  get gaveUp(): boolean {
    return this.#caller?.aborted === true;
  }

  /** What came too late, if anything did. */
  get late(): 'answerTimeout' | 'stalled' | undefined {
    return this.#late;
  }

  /** Waits for the beginning of an answer; `moved` says that the request is still on its way. */
  async answer<T>(begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    let since = Date.now();
    const begun = begin(this.signal);
    try {
      return await this.#within(
        begun,
        () => this.#patience.left,
        'answerTimeout',
        () => (since = Date.now()),
      );
    } finally {
      this.#patience.spend(Date.now() - since);
    }
  }

  /** Waits for the next part of a body. */
  async part<T>(read: Promise<T>): Promise<T> {
    const limit = Math.min(stall, this.#patience.left);
    try {
      return await this.#within(read, () => limit, 'stalled');
    } catch (error) {
      if (this.#late !== undefined) this.#patience.spend(limit);
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
