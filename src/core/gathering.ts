/** Largest share of the time that the work may take while requests continue. */
const share = 0.1;
/** Continuous requests delay the work by at most this many pauses. */
const mostPauses = 10;

export interface GatheringOptions {
  /** Milliseconds between the first request and the first run. */
  readonly wait: number;
  /** Milliseconds without a request before a following run. */
  readonly pause: () => number;
}

/**
 * Throttles and debounces `work`. The first request runs it after `wait`. Requests that follow are joined into one run
 * after a pause without requests. Runs never overlap. A run that takes long is followed by a longer pause, so that work
 * after each of many changes does not slow the changes down.
 */
export class Gathering {
  readonly #work: () => Promise<void>;
  readonly #options: GatheringOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSoon = false;
  #askedFirst: number | undefined;
  #isRunning = false;
  #isEnded = false;
  #pausedUntil = 0;

  /** `work` reports its failures itself. */
  constructor(work: () => Promise<void>, options: GatheringOptions) {
    this.#work = work;
    this.#options = options;
  }

  ask(): void {
    const now = performance.now();
    this.#askedFirst ??= now;
    if (this.#isRunning || this.#isEnded || this.#isSoon) return;
    this.#isSoon = this.#timer === undefined && now >= this.#pausedUntil;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), this.#isSoon ? this.#options.wait : this.#due(now) - now);
  }

  dispose(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  get #isAsked(): boolean {
    return this.#askedFirst !== undefined;
  }

  #due(now: number): number {
    const pause = this.#options.pause();
    const latest = (this.#askedFirst ?? now) + mostPauses * pause;
    return Math.max(Math.min(now + pause, latest), this.#pausedUntil, now);
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isSoon = false;
    this.#askedFirst = undefined;
    this.#isRunning = true;
    const started = performance.now();
    try {
      await this.#work();
    } finally {
      const ended = performance.now();
      this.#pausedUntil = ended + Math.max(this.#options.pause(), (ended - started) * (1 / share - 1));
      this.#isRunning = false;
      if (this.#isAsked) this.ask();
    }
  }
}
