import { cancelled, Failure } from '../../core/errors.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { SharedPriority, type Priority } from './sharedPriority.ts';

export interface BudgetState {
  /** Operations of the interactive requests that the limit delays, for example `GET /api/v5/user`. */
  readonly waiting: readonly string[];
  /** Milliseconds until the next of them can be sent. */
  readonly delay: number;
  /** Whether requests pause after a 429. */
  readonly paused: boolean;
}

/** Permission to send one request. The caller ends it with `answered` or `throttled`. */
export interface RequestSlot {
  /** Position in the queue; pass it to `take` for a retry. */
  readonly order: number;
  /** Ends the request, with or without a response. */
  answered(): void;
  /** Ends the request after a 429. `retryAfter` in milliseconds. Returns the length of the pause in milliseconds. */
  throttled(retryAfter: number | undefined): number;
}

interface Ticket {
  readonly operation: string;
  readonly order: number;
  readonly go: () => void;
  readonly fail: (failure: Failure) => void;
}

interface SentRequest {
  readonly priority: Priority;
  readonly at: number;
  /** Time at which the request no longer counts for the limit of the service; Infinity while it is in flight. */
  freeAt: number;
}

const minute = 60_000;
const longestPause = 65_000;
/** Number of pauses without `Retry-After` and without an answer between them; after that, requests fail. */
const mostPauses = 2;
const mostBackgroundInFlight = 4;
/** The rest of the limit is reserved for interactive requests. */
const backgroundShare = 0.8;

/**
 * Limits the requests of one account to its host. A request counts until one minute after its response, so at most
 * `perMinute` requests reach the service in any minute, whatever the latency is and whenever the minute of the service
 * begins. After a 429 all requests pause for the time of `Retry-After`; without this header until the minute of the
 * oldest request ends, the second time for half a minute at most; after another 429, requests fail during the pause.
 */
export class Budget {
  readonly #now: () => number;
  readonly #window: number;
  readonly #queues: Readonly<Record<Priority, Ticket[]>> = { interactive: [], background: [] };
  readonly #changed = new Emitter<BudgetState>();
  #sent: SentRequest[] = [];
  #order = 0;
  #perMinute: number;
  #pausedUntil = -Infinity;
  #pauses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reported = 0;

  /** `perMinute` 0: no limit. `now`: a monotonic clock in milliseconds. `window`: a minute, shorter in tests. */
  constructor(perMinute: number, now: () => number = () => performance.now(), window = minute) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#window = window;
  }

  /** Fires when an interactive request begins or stops to wait. */
  readonly onDidChange: Event<BudgetState> = this.#changed.event;

  get state(): BudgetState {
    const waiting = this.#queues.interactive.map(({ operation }) => operation);
    const delay = waiting.length === 0 ? 0 : this.wait('interactive');
    const paused = this.#pausedUntil > this.#now();
    return delay === 0 ? { waiting: [], delay: 0, paused } : { waiting, delay, paused };
  }

  /** Requests per minute; 0: no limit. */
  get perMinute(): number {
    return this.#perMinute;
  }

  /** Requests a minute of this priority; Infinity without a limit. */
  rate(priority: Priority): number {
    const limit = this.#perMinute === 0 ? Infinity : this.#perMinute;
    return priority === 'interactive' ? limit : Math.max(1, Math.floor(limit * backgroundShare));
  }

  setLimit(perMinute: number): void {
    this.#perMinute = perMinute;
    this.#drain();
  }

  /** Rejects all waiting interactive requests with `cancelled`. */
  cancelWaiting(): void {
    for (const ticket of this.#queues.interactive.splice(0)) ticket.fail(cancelled().with({ sent: false }));
    this.#drain();
  }

  /**
   * Waits until a request can be sent, and counts it. `order`: the position of an earlier slot, for a retry.
   * @throws Failure `cancelled`, or `throttled` for a pause above `longestPause` or the third one without an answer
   */
  take(
    operation: string,
    requestedPriority: Priority | SharedPriority,
    signal?: AbortSignal,
    order = (this.#order += 1),
  ): Promise<RequestSlot> {
    if (signal?.aborted === true) return Promise.reject(cancelled(signal.reason));
    const pause = this.#pausedUntil - this.#now();
    if (this.#isTooLong(pause)) return Promise.reject(tooLong(pause));
    return new Promise((resolve, reject) => {
      const priority = (): Priority =>
        requestedPriority instanceof SharedPriority ? requestedPriority.now : requestedPriority;
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
      const rising = requestedPriority instanceof SharedPriority ? requestedPriority.onDidRise(rise) : undefined;
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
    const sent: SentRequest = { priority, at: this.#now(), freeAt: Infinity };
    this.#sent.push(sent);
    const free = (): void => {
      sent.freeAt = Math.min(sent.freeAt, this.#now() + this.#window);
    };
    return {
      order,
      answered: () => {
        free();
        this.#pauses = 0;
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
    if (this.#isTooLong(pause)) {
      for (const queue of Object.values(this.#queues))
        for (const ticket of queue.splice(0)) ticket.fail(tooLong(pause));
    }
    this.#drain();
    return pause;
  }

  #isTooLong(pause: number): boolean {
    return pause > longestPause || (pause > 0 && this.#pauses > mostPauses);
  }

  /** Milliseconds. A 429 for a request that was in flight when a pause began does not extend this pause. */
  #restOfMinute(): number {
    const now = this.#now();
    if (this.#pausedUntil > now) return this.#pausedUntil - now;
    this.#pauses += 1;
    const longest = this.#pauses === 1 ? this.#window : this.#window / 2;
    const times = this.#recent(now).map(({ at }) => at);
    const oldest = Math.min(now, ...times.filter((at) => at >= this.#pausedUntil));
    return Math.min(longest, Math.max(this.#window / 4, oldest + this.#window - now));
  }

  #recent(now: number): readonly SentRequest[] {
    this.#sent = this.#sent.filter(({ freeAt }) => freeAt > now);
    return this.#sent;
  }

  /** Largest number of milliseconds until a request of this priority can be sent; 0: now. */
  wait(priority: Priority): number {
    const now = this.#now();
    const recent = this.#recent(now);
    const over = recent.length - this.rate(priority);
    const frees =
      over < 0 ? [] : recent.map(({ freeAt }) => Math.min(freeAt, now + this.#window)).sort((a, b) => a - b);
    return Math.max(0, (frees[over] ?? now) - now, this.#pausedUntil - now);
  }

  #drain(): void {
    clearTimeout(this.#timer);
    this.#serve();
    const { state } = this;
    if (state.waiting.length > 0 || this.#reported > 0) this.#changed.fire(state);
    this.#reported = state.waiting.length;
  }

  #serve(): void {
    for (const priority of ['interactive', 'background'] as const) {
      const queue = this.#queues[priority];
      while (queue.length > 0) {
        if (priority === 'background' && this.#inFlight() >= mostBackgroundInFlight) return;
        const wait = this.wait(priority);
        if (wait > 0) {
          this.#timer = setTimeout(() => this.#drain(), wait);
          return;
        }
        queue.shift()?.go();
      }
    }
  }

  #inFlight(): number {
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
