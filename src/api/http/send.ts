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

/** The token of one account. The api never keeps it. */
export interface Credentials {
  /** A token that is good as far as is known; undefined: ask without. */
  token(): Promise<string | undefined>;
  /** Called once when the service rejects `token`: a newer one, or undefined where there is none. */
  renew(token: string): Promise<string | undefined>;
}

export interface Sending {
  /** Root of the API, with or without `/api/v5`. */
  readonly apiUrl: string;
  readonly fetch: Fetch;
  readonly credentials: Credentials;
  readonly budget: Budget;
  readonly log: Log;
}

export interface CallOptions extends ExchangeOptions {
  /** `interactive` where it is left out. */
  readonly priority?: Priority | SharedPriority | undefined;
}

export interface Expected<T> {
  /** The Failure that a reply stands for. */
  readonly failure: (reply: Reply) => Failure | undefined;
  readonly read: (reply: Reply) => T;
  /** Hand the body on as it arrives instead of reading it. */
  readonly streamed: boolean;
}

/** Milliseconds that one call may wait for the service in all; waiting for its place in the budget is not counted. */
const readDeadline = 38_000;
const changeDeadline = 95_000;
const retries = 2;
/** Pauses that one call waits for because the service says that it is too much. */
const mostPauses = 2;
const firstPause = 500;
const longestPause = 8_000;

/** Reasons that another try a moment later does not change. */
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
 * Sends one request: waits for its place in the budget, adds the token for the API's own origin only, renews a rejected
 * token once, repeats what is safe to repeat. Throws Failures only.
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
    return await persist(sending, request, expected, options, secrets);
  } catch (error) {
    const failure = secrets.removedFrom(failureIn(error, operation));
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

/** What one call may still do after a failure. */
class RetryPolicy {
  readonly patience: TimeoutBudget;
  #failed = 0;
  #pauses = 0;
  #renewed = false;

  constructor(method: ApiRequest['method']) {
    this.patience = new TimeoutBudget(method === 'GET' ? readDeadline : changeDeadline);
  }

  /** It was too much; the budget pauses for `pause` milliseconds. Throws where that was said too often. */
  throttled(failure: Failure, pause: number): void {
    if (this.#pauses >= mostPauses) throw failure.with({ retryAfter: pause });
    this.#pauses += 1;
  }

  /** Whether a rejected token may be renewed: once. */
  renews(): boolean {
    const first = !this.#renewed;
    this.#renewed = true;
    return first;
  }

  /** Milliseconds before the same request is sent again. Throws where it is not. */
  pauseAfter({ failure, safe }: Failed): number {
    const pause = Math.max(failure.retryAfter ?? 0, backoff(this.#failed));
    if (!safe || this.#failed >= retries || pause > this.patience.left) throw failure;
    this.#failed += 1;
    this.patience.spend(pause);
    return pause;
  }
}

async function persist<T>(
  sending: Sending,
  request: ApiRequest,
  expected: Expected<T>,
  options: CallOptions,
  secrets: SentSecrets,
): Promise<T> {
  const { budget, log, credentials } = sending;
  const { signal, priority = 'interactive' } = options;
  const url = addressOf(request);
  const tries = new RetryPolicy(request.method);
  const tokenOf = (asked: Promise<string | undefined>): Promise<string | undefined> =>
    waitFor(asked, request.operation, tries.patience, signal);
  let token = secrets.sendable(await tokenOf(credentials.token()));
  let order: number | undefined;
  for (;;) {
    const place = await budget.take(request.operation, priority, signal, order);
    order = place.order;
    const outcome = await once(sending, { ...request, url, token }, expected, tries.patience, options);
    if (outcome.done) {
      place.answered();
      return outcome.value;
    }
    const { failure } = outcome;
    if (failure.kind === 'throttled') tries.throttled(failure, place.throttled(failure.retryAfter));
    else {
      place.answered();
      if (failure.kind === 'signedOut' && token !== undefined && tries.renews()) {
        const fresh = secrets.sendable(await tokenOf(credentials.renew(token)));
        if (fresh === undefined || fresh === token) throw failure;
        token = fresh;
      } else await delay(tries.pauseAfter(outcome), signal);
    }
    log.debug(`sent again: ${secrets.removedFrom(failure).message}`);
  }
}

async function once<T>(
  { fetch, log }: Sending,
  request: Omit<ApiRequest, 'url'> & { readonly url: URL; readonly token: string | undefined },
  expected: Expected<T>,
  patience: TimeoutBudget,
  options: CallOptions,
): Promise<Outcome<T>> {
  const { operation } = request;
  const started = Date.now();
  let reply: Reply | undefined;
  try {
    reply = await exchange(fetch, wired(request, expected.streamed), patience, options);
    const failure = expected.failure(reply);
    if (failure !== undefined) throw failure;
    const value = await expected.read(reply);
    log.debug(`${operation} → ${reply.status} in ${Date.now() - started} ms`);
    return { done: true, value };
  } catch (error) {
    const failure = failureIn(error, operation);
    const passing = isPassing(failure) || (failure.kind === 'unreadable' && reply !== undefined && isCutOff(reply));
    // What was surely not sent can be sent again, whatever it does.
    return { done: false, failure, safe: passing && (request.method === 'GET' || failure.sent === false) };
  }
}

function isPassing({ kind, reason }: Failure): boolean {
  return kind === 'broken' || ((kind === 'unreachable' || kind === 'timeout') && !lasting.has(reason));
}

/** Milliseconds: twice as long after each failure, never the same for all who fail together. */
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

function wired(
  { operation, method, url, body, token }: Omit<ApiRequest, 'url'> & { url: URL; token: string | undefined },
  streamed: boolean,
): Exchange {
  const headers = (home: boolean): Record<string, string> => ({
    accept: streamed ? '*/*' : 'application/json',
    ...(home && token !== undefined ? { authorization: `Bearer ${token}` } : {}),
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
