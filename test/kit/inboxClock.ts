import { Emitter } from '../../src/core/emitter.ts';
import type { InboxClock } from '../../src/domain/inbox/inboxes.ts';
import { runCallbacks } from './clockwork.ts';

/** A clock for the inbox that a test advances, and the focus of a window. */
export class InboxTime {
  #now: number;
  #timers: { readonly at: number; readonly run: () => void }[] = [];
  readonly #focus = new Emitter<void>();
  #focused = true;

  constructor(now: number) {
    this.#now = now;
  }

  readonly clock: InboxClock = {
    now: () => this.#now,
    after: (delay, run) => {
      const timer = { at: this.#now + delay, run };
      this.#timers.push(timer);
      return { dispose: () => void (this.#timers = this.#timers.filter((one) => one !== timer)) };
    },
  };

  readonly window = { isFocused: () => this.#focused, onDidChangeFocus: this.#focus.event };

  /** Whether something waits for a time. */
  get isAwaited(): boolean {
    return this.#timers.length > 0;
  }

  setFocus(focused: boolean): void {
    this.#focused = focused;
    this.#focus.fire();
  }

  /** Runs what is due within `milliseconds`. `settle`: waits for the requests of each step. */
  async pass(milliseconds: number, settle: () => Promise<unknown> = runCallbacks): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#timers.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= end);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settle();
    }
    this.#now = end;
  }
}
