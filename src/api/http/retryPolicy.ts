import type { Failure } from '../../core/errors.ts';
import type { FailureReason } from '../../core/failureReason.ts';
import { TimeoutBudget } from './timeoutBudget.ts';

/** Milliseconds that one call may wait for the service, over all attempts, not counting the wait for a request slot. */
export const readDeadline = 38_000;
export const changeDeadline = 95_000;
const retries = 2;
/** Number of 429 responses after which one call still waits and sends again. */
const mostPauses = 2;
const firstPause = 500;
const longestPause = 8_000;

/** Errors that last: a retry after a moment has the same result. */
const lasting: ReadonlySet<FailureReason | undefined> = new Set([
  'offline',
  'dns',
  'tlsExpired',
  'tlsSelfSigned',
  'tlsUnknownIssuer',
  'tlsWrongName',
  'tls',
  'proxyAuth',
  'proxyRefused',
]);

/** Whether the same call may succeed a moment later: the service failed, or the connection was cut. */
export function isPassing({ kind, reason }: Failure): boolean {
  return kind === 'broken' || ((kind === 'unreachable' || kind === 'timeout') && !lasting.has(reason));
}

/** Whether the service only refused for a moment: it failed, limits requests, or the connection was cut. */
export function isTemporary(failure: Failure): boolean {
  return failure.kind === 'throttled' || isPassing(failure);
}

export interface RetryLimits {
  /** Sends the request once: neither a temporary failure nor a 429 is followed by a retry. */
  readonly once?: boolean | undefined;
  /** Milliseconds: a 429 that asks for a longer pause is not followed by a retry. */
  readonly longestPause?: number | undefined;
}

/** Decides about the retries, pauses and token renewals of one call. */
export class RetryPolicy {
  readonly timeout: TimeoutBudget;
  readonly #once: boolean;
  readonly #longestPause: number;
  #failed = 0;
  #pauses = 0;
  #renewed = false;

  /** `deadline` in milliseconds. */
  constructor(deadline: number, { once = false, longestPause = Infinity }: RetryLimits = {}) {
    this.#once = once;
    this.#longestPause = longestPause;
    this.timeout = new TimeoutBudget(deadline);
  }

  /** Counts a 429; `pause` in milliseconds. Throws `failure` after too many of them, and for a pause that is too long. */
  throttled(failure: Failure, pause: number): void {
    if (this.#once || this.#pauses >= mostPauses || pause > this.#longestPause)
      throw failure.with({ retryAfter: pause });
    this.#pauses += 1;
  }

  renews(): boolean {
    const first = !this.#renewed;
    this.#renewed = true;
    return first;
  }

  /** Milliseconds before the retry. Throws `failure` if there is no retry. `safe`: the same call can be sent again. */
  pauseAfter(failure: Failure, safe: boolean): number {
    const pause = Math.max(failure.retryAfter ?? 0, backoff(this.#failed));
    if (this.#once || !safe || this.#failed >= retries || pause > this.timeout.left) throw failure;
    this.#failed += 1;
    this.timeout.spend(pause);
    return pause;
  }
}

/** Milliseconds: doubles after each failure, with random jitter so that clients do not retry at the same moment. */
function backoff(failed: number): number {
  return Math.min(longestPause, firstPause * 2 ** failed) * (0.75 + Math.random() / 2);
}
