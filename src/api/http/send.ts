import { delay } from '../../core/async.ts';
import { Failure, toFailure } from '../../core/errors.ts';
import type { FailureReason } from '../../core/failureReason.ts';
import type { Log } from '../../core/log.ts';
import type { Budget } from '../throttle/budget.ts';
import { exchange, waitFor, type Exchange, type ExchangeOptions } from './exchange.ts';
import type { Fetch } from './fetch.ts';
import { isSafe } from './origin.ts';
import { isCutOff, type Reply } from '../contract/reply.ts';
import type { ApiRequest } from './request.ts';
import { SentSecrets } from './secrets.ts';
import type { Priority, SharedPriority } from '../throttle/sharedPriority.ts';
import { TimeoutBudget } from './timeoutBudget.ts';

/** Provides the token of one account. The client does not store the token. */
export interface Credentials {
  /** The current token; undefined: send the request without a token. */
  token(): Promise<string | undefined>;
  /** Called at most once for a request, when the service rejects `token`. Returns a newer token, or undefined. */
  renew(token: string): Promise<string | undefined>;
}

export interface Sending {
  /** Root of the API, with or without `/api/v5`. */
  readonly apiUrl: string;
  /** Login of the account of the token, for messages; undefined: signed out. */
  readonly account?: string | undefined;
  readonly fetch: Fetch;
  readonly credentials: Credentials;
  readonly budget: Budget;
  readonly log: Log;
}

export interface CallOptions extends ExchangeOptions {
  /** Default: `interactive`. */
  readonly priority?: Priority | SharedPriority | undefined;
  /** Sends the request once: neither a temporary failure nor a 429 is followed by a retry. */
  readonly once?: boolean | undefined;
}

export interface Expected<T> {
  /** The Failure of an error response; undefined for a success. */
  readonly failure: (reply: Reply) => Failure | undefined;
  readonly read: (reply: Reply) => T;
  /** Returns the body as a stream instead of reading it. */
  readonly streamed: boolean;
}

/**
 * Milliseconds that one call may wait for the service, over all attempts. The wait for a request slot is not counted.
 */
const readDeadline = 38_000;
const changeDeadline = 95_000;
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

/**
 * Sends one request. Waits for a slot of the budget, adds the token for the origin of the API only, renews a rejected
 * token once, and retries if a second request is safe. Throws only Failures.
 */
export async function send<T>(
  sending: Sending,
  request: ApiRequest,
  expected: Expected<T>,
  options: CallOptions = {},
): Promise<T> {
  const { operation } = request;
  const secrets = new SentSecrets();
  try {
    return await sendWithRetries(sending, request, expected, options, secrets);
  } catch (error) {
    const failure = secrets.removedFrom(failureIn(error, operation).with({ account: sending.account }));
    if (failure.kind !== 'cancelled') sending.log.info(described(failure));
    throw failure;
  }
}

interface Failed {
  readonly done: false;
  readonly failure: Failure;
  /** Whether the same request can be sent again. */
  readonly safe: boolean;
}
type Outcome<T> = { readonly done: true; readonly value: T } | Failed;

/** Decides about the retries, pauses and token renewals of one call. */
class RetryPolicy {
  readonly timeout: TimeoutBudget;
  readonly #once: boolean;
  #failed = 0;
  #pauses = 0;
  #renewed = false;

  constructor(method: ApiRequest['method'], once: boolean) {
    this.#once = once;
    this.timeout = new TimeoutBudget(method === 'GET' ? readDeadline : changeDeadline);
  }

  /** Counts a 429; `pause` in milliseconds. Throws `failure` after too many of them. */
  throttled(failure: Failure, pause: number): void {
    if (this.#once || this.#pauses >= mostPauses) throw failure.with({ retryAfter: pause });
    this.#pauses += 1;
  }

  /** True for the first call only: a token is renewed once. */
  renews(): boolean {
    const first = !this.#renewed;
    this.#renewed = true;
    return first;
  }

  /** Milliseconds before the retry. Throws the failure if there is no retry. */
  pauseAfter({ failure, safe }: Failed): number {
    const pause = Math.max(failure.retryAfter ?? 0, backoff(this.#failed));
    if (this.#once || !safe || this.#failed >= retries || pause > this.timeout.left) throw failure;
    this.#failed += 1;
    this.timeout.spend(pause);
    return pause;
  }
}

async function sendWithRetries<T>(
  sending: Sending,
  request: ApiRequest,
  expected: Expected<T>,
  options: CallOptions,
  secrets: SentSecrets,
): Promise<T> {
  const { budget, log, credentials } = sending;
  const { signal, priority = 'interactive' } = options;
  const url = addressOf(request);
  const policy = new RetryPolicy(request.method, options.once === true);
  const tokenOf = (asked: Promise<string | undefined>): Promise<string | undefined> =>
    waitFor(asked, request.operation, policy.timeout, signal);
  let token = secrets.sendable(await tokenOf(credentials.token()));
  let order: number | undefined;
  for (;;) {
    const slot = await budget.take(request.operation, priority, signal, order);
    order = slot.order;
    const outcome = await sendOnce(sending, { ...request, url, token }, expected, policy.timeout, options);
    if (outcome.done) {
      slot.answered();
      return outcome.value;
    }
    const { failure } = outcome;
    if (failure.kind === 'throttled') policy.throttled(failure, slot.throttled(failure.retryAfter));
    else {
      slot.answered();
      if (failure.kind === 'signedOut' && token !== undefined && policy.renews()) {
        const fresh = secrets.sendable(await tokenOf(credentials.renew(token)));
        if (fresh === undefined || fresh === token) throw failure;
        token = fresh;
      } else await delay(policy.pauseAfter(outcome), signal);
    }
    log.debug(`sent again: ${secrets.removedFrom(failure).message}`);
  }
}

async function sendOnce<T>(
  { fetch, log }: Sending,
  request: Omit<ApiRequest, 'url'> & { readonly url: URL; readonly token: string | undefined },
  expected: Expected<T>,
  timeout: TimeoutBudget,
  options: CallOptions,
): Promise<Outcome<T>> {
  const { operation } = request;
  const started = Date.now();
  let reply: Reply | undefined;
  try {
    reply = await exchange(fetch, exchangeOf(request, expected.streamed), timeout, options);
    const failure = expected.failure(reply);
    if (failure !== undefined) throw failure;
    const value = await expected.read(reply);
    log.debug(`${operation} → ${reply.status} in ${Date.now() - started} ms`);
    return { done: true, value };
  } catch (error) {
    const failure = failureIn(error, operation);
    const passing = isPassing(failure) || (failure.kind === 'unreadable' && reply !== undefined && isCutOff(reply));
    // A request that certainly did not reach the service can be sent again, also if it is a write.
    return { done: false, failure, safe: passing && (request.method === 'GET' || failure.sent === false) };
  }
}

function isPassing({ kind, reason }: Failure): boolean {
  return kind === 'broken' || ((kind === 'unreachable' || kind === 'timeout') && !lasting.has(reason));
}

/** Milliseconds: doubles after each failure, with random jitter so that clients do not retry at the same moment. */
function backoff(failed: number): number {
  return Math.min(longestPause, firstPause * 2 ** failed) * (0.75 + Math.random() / 2);
}

function addressOf({ url, operation }: ApiRequest): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address !== undefined && isSafe(address)) return address;
  throw new Failure('refused', 'the address of the API must begin with https', {
    operation,
    field: 'apiUrl',
    reason: 'notSafe',
  });
}

function exchangeOf(
  { operation, method, url, body, token }: Omit<ApiRequest, 'url'> & { url: URL; token: string | undefined },
  streamed: boolean,
): Exchange {
  const headers = (sameOrigin: boolean): Record<string, string> => ({
    accept: streamed ? '*/*' : 'application/json',
    ...(sameOrigin && token !== undefined ? { authorization: `Bearer ${token}` } : {}),
  });
  const contentType = 'application/json';
  return { operation, method, url, headers, body, contentType, streamed, redirects: 'followed' };
}

function failureIn(error: unknown, operation: string): Failure {
  if (!(error instanceof Failure)) return toFailure(error).with({ kind: 'unreadable', operation });
  return error.operation === undefined ? error.with({ operation }) : error;
}

function described({ operation, kind, message, traceId }: Failure): string {
  return `${operation ?? ''} failed: ${kind}: ${message}${traceId === undefined ? '' : `, trace ${traceId}`}`;
}
