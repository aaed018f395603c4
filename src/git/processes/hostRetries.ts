import { isTemporary, readDeadline, RetryPolicy } from '../../api/http/retryPolicy.ts';
import { delay } from '../../core/async.ts';
import type { Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { GitWait } from '../../domain/git/gitRepositories.ts';

/** Milliseconds after a 429 without `Retry-After`: a quarter of the minute that hosts count requests in. */
const unsaidPause = 15_000;

export interface RetryParts {
  readonly onWait?: ((wait: GitWait) => void) | undefined;
  readonly log: Log;
}

/** Decides whether a call of git is made again after a 429, a 5xx or a cut connection: twice, or 38 s, at most. */
export class HostRetries {
  readonly #parts: RetryParts;
  readonly #signal: AbortSignal | undefined;
  readonly #policy = new RetryPolicy(readDeadline);
  #since = Date.now();

  constructor(parts: RetryParts, signal: AbortSignal | undefined) {
    this.#parts = parts;
    this.#signal = signal;
  }

  /** The host does something: the time until now is no wait for it. */
  readonly moved = (): void => {
    this.#since = Date.now();
  };

  /** Waits before the next call. Throws `failure` if there is none. @throws Failure `cancelled` */
  async wait(failure: Failure): Promise<void> {
    this.#policy.timeout.spend(Date.now() - this.#since);
    const failureWithPause =
      failure.kind === 'throttled' ? failure.with({ retryAfter: failure.retryAfter ?? unsaidPause }) : failure;
    const pause = this.#policy.pauseAfter(failureWithPause, isTemporary(failure));
    this.#parts.log.debug(`git is called again in ${Math.ceil(pause)} ms: ${failure.message}`);
    const stop = new AbortController();
    const ended = delay(pause, AbortSignal.any([stop.signal, ...(this.#signal === undefined ? [] : [this.#signal])]));
    this.#parts.onWait?.({ milliseconds: pause, cancel: () => stop.abort(), ended });
    await ended;
    this.moved();
  }
}
