/** The share of the time that work may take while it is asked for again and again. */
const share = 0.1;
/** Work that is asked for without a pause is done after this many pauses. */
const mostPauses = 10;

export interface GatheringOptions {
  /** Milliseconds in which those that ask first are gathered. */
  readonly wait: number;
  /** Milliseconds in which nobody asks any more, before work is done again. */
  readonly pause: () => number;
}

/**
 * Does `work` soon after it is asked for. What is asked for right after that is done once, when nobody asks any more; never
 * twice at once, and less often the longer it takes: what is to be done after each of many changes does not hold them up.
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

  /** `work` tells its failures itself. */
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
