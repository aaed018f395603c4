import { cancelled, Failure } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { SharedPriority, type Priority } from './sharedPriority.ts';

export interface BudgetState {
  /** Requests that a person waits for and that the limit holds back, as `GET /api/v5/user`. */
  readonly waiting: readonly string[];
  /** Milliseconds until the next of them may go. */
  readonly delay: number;
  /** Whether the service asked for a pause. */
  readonly paused: boolean;
}

/** The right to send one request. One of the two is called when its answer, or none, came. */
export interface RequestSlot {
  /** Where this request stands among those that wait, should it have to wait again. */
  readonly order: number;
  answered(): void;
  /** The service said 429. Returns the milliseconds for which nothing is sent. */
  throttled(retryAfter: number | undefined): number;
}

interface Ticket {
  readonly operation: string;
  readonly order: number;
  readonly go: () => void;
  readonly fail: (failure: Failure) => void;
}

interface Sent {
  readonly priority: Priority;
  readonly at: number;
  /** When the service surely has forgotten it; Infinity while it is under way. */
  freeAt: number;
}

const minute = 60_000;
/** A longer pause is told to the caller instead of waited for. */
const longestPause = 65_000;
const backgroundAtOnce = 4;
/** A fifth is kept for what a person asks for next. */
const backgroundShare = 0.8;

/**
 * How many requests one account may send to its host: at most `perMinute` between an answer and any minute later, so
 * that the limit holds wherever the service's minutes begin and however long a request travels. After a 429 it pauses
 * as long as the service asks; where it does not say, until the minute of the oldest request ends.
 */
export class Budget {
  readonly #now: () => number;
  readonly #window: number;
  readonly #queues: Readonly<Record<Priority, Ticket[]>> = { interactive: [], background: [] };
  readonly #changed = new Emitter<BudgetState>();
  #sent: Sent[] = [];
  #order = 0;
  #perMinute: number;
  #pausedUntil = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = 0;

  /** `perMinute` 0 means no limit. `now` in milliseconds; it must not jump. `window` is how long a minute lasts. */
  constructor(perMinute: number, now: () => number = () => performance.now(), window = minute) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#window = window;
  }

  /** Fires when something begins or ceases to wait. */
  readonly onDidChange: Event<BudgetState> = this.#changed.event;

  get state(): BudgetState {
    const waiting = this.#queues.interactive.map(({ operation }) => operation);
    const delay = waiting.length === 0 ? 0 : this.#wait('interactive');
    const paused = this.#pausedUntil > this.#now();
    return delay === 0 ? { waiting: [], delay: 0, paused } : { waiting, delay, paused };
  }

  /** Requests a minute; 0: no limit. */
  get perMinute(): number {
    return this.#perMinute;
  }

  setLimit(perMinute: number): void {
    this.#perMinute = perMinute;
    this.#drain();
  }

  /** Rejects as `cancelled` what a person waits for. */
  cancelWaiting(): void {
    for (const ticket of this.#queues.interactive.splice(0)) ticket.fail(cancelled().with({ sent: false }));
    this.#drain();
  }

  /**
   * Resolves when one request may be sent, which it counts. Rejects with `cancelled` when `signal` is aborted first and
   * with `throttled` where the service asked for a pause that nobody would wait for.
   */
  take(
    operation: string,
    asked: Priority | SharedPriority,
    signal?: AbortSignal,
    order = (this.#order += 1),
  ): Promise<RequestSlot> {
    if (signal?.aborted === true) return Promise.reject(cancelled(signal.reason));
    const pause = this.#pausedUntil - this.#now();
    if (pause > longestPause) return Promise.reject(tooLong(pause));
    return new Promise((resolve, reject) => {
      const priority = (): Priority => (asked instanceof SharedPriority ? asked.now : asked);
      const leave = (): void => {
        for (const queue of Object.values(this.#queues))
          if (queue.includes(ticket)) queue.splice(queue.indexOf(ticket), 1);
      };
      const abort = (): void => {
        settle();
        leave();
        reject(cancelled(signal?.reason));
        this.#drain();
      };
      const rise = (): void => {
        leave();
        this.#enqueue('interactive', ticket);
      };
      const rising = asked instanceof SharedPriority ? asked.onDidRise(rise) : undefined;
      const settle = (): void => {
        rising?.dispose();
        signal?.removeEventListener('abort', abort);
      };
      const ticket: Ticket = {
        operation,
        order,
        go: () => {
          settle();
          resolve(this.#place(priority(), order));
        },
        fail: (failure) => {
          settle();
          reject(failure);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#enqueue(priority(), ticket);
    });
  }

  #enqueue(priority: Priority, ticket: Ticket): void {
    const queue = this.#queues[priority];
    const later = queue.findIndex(({ order }) => order > ticket.order);
    queue.splice(later < 0 ? queue.length : later, 0, ticket);
    this.#drain();
  }

  #place(priority: Priority, order: number): RequestSlot {
    const sent: Sent = { priority, at: this.#now(), freeAt: Infinity };
    this.#sent.push(sent);
    const free = (): void => {
      sent.freeAt = Math.min(sent.freeAt, this.#now() + this.#window);
    };
    return {
      order,
      answered: () => {
        free();
        this.#drain();
      },
      throttled: (retryAfter) => {
        free();
        return this.#pause(retryAfter ?? this.#restOfMinute());
      },
    };
  }

  #pause(milliseconds: number): number {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + milliseconds);
    const pause = this.#pausedUntil - this.#now();
    if (pause > longestPause) {
      for (const queue of Object.values(this.#queues))
        for (const ticket of queue.splice(0)) ticket.fail(tooLong(pause));
    }
    this.#drain();
    return pause;
  }

  /** What was under way when the pause began says the same thing once more. */
  #restOfMinute(): number {
    const now = this.#now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    const times = this.#recent(now).map(({ at }) => at);
    const oldest = Math.min(now, ...times.filter((at) => at >= this.#pausedUntil));
    return Math.max(this.#window / 4, oldest + this.#window - now);
  }

  #recent(now: number): readonly Sent[] {
    this.#sent = this.#sent.filter(({ freeAt }) => freeAt > now);
    return this.#sent;
  }

  /** Milliseconds until a request of this priority may go, at the most; 0: now. */
  #wait(priority: Priority): number {
    const now = this.#now();
    const recent = this.#recent(now);
    const limit = this.#perMinute === 0 ? Infinity : this.#perMinute;
    const usable = priority === 'interactive' ? limit : Math.max(1, Math.floor(limit * backgroundShare));
    const over = recent.length - usable;
    const frees =
      over < 0 ? [] : recent.map(({ freeAt }) => Math.min(freeAt, now + this.#window)).sort((a, b) => a - b);
    return Math.max(0, (frees[over] ?? now) - now, this.#pausedUntil - now);
  }

  #drain(): void {
    clearTimeout(this.#timer);
    this.#serve();
    const { state } = this;
    if (state.waiting.length > 0 || this.#told > 0) this.#changed.fire(state);
    this.#told = state.waiting.length;
  }

  #serve(): void {
    for (const priority of ['interactive', 'background'] as const) {
      const queue = this.#queues[priority];
      while (queue.length > 0) {
        if (priority === 'background' && this.#flying() >= backgroundAtOnce) return;
        const wait = this.#wait(priority);
        if (wait > 0) {
          this.#timer = setTimeout(() => this.#drain(), wait);
          return;
        }
        queue.shift()?.go();
      }
    }
  }

  #flying(): number {
    return this.#sent.filter(({ priority, freeAt }) => priority === 'background' && freeAt === Infinity).length;
  }
}

function tooLong(pause: number): Failure {
  return new Failure('throttled', 'the service takes no more requests for now', {
    retryAfter: pause,
    reason: 'requestLimit',
    about: [String(Math.ceil(pause / 1000))],
  });
}
