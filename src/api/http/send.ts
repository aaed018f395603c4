import { delay } from '../../core/async.ts';
import { Failure, isNetworkFailure, nobodySignedIn, toFailure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Budget } from '../throttle/budget.ts';
import { exchange, waitFor, type Exchange, type ExchangeOptions } from './exchange.ts';
import type { Fetch } from './fetch.ts';
import type { HostClock } from './hostClock.ts';
import { isSafe } from './origin.ts';
import { isCutOff, type Reply } from '../contract/reply.ts';
import type { Renaming } from './renaming.ts';
import type { ApiRequest } from './request.ts';
import { SentSecrets } from './sentSecrets.ts';
import type { Priority, SharedPriority } from '../throttle/sharedPriority.ts';
import { changeDeadline, isPassing, readDeadline, RetryPolicy, type RetryLimits } from './retryPolicy.ts';
import type { TimeoutBudget } from './timeoutBudget.ts';

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
  /** Called when the host leads a request from a former name of a repository to its name. */
  readonly onRenamed?: ((renaming: Renaming) => void) | undefined;
  /** Called with each answer (true), and with each request that the network failed. */
  readonly onReached?: ((isReached: boolean) => void) | undefined;
  readonly clock?: HostClock | undefined;
}

export interface CallOptions extends ExchangeOptions, RetryLimits {
  /** Default: `interactive`. */
  readonly priority?: Priority | SharedPriority | undefined;
}

export interface SentRequest extends ApiRequest {
  /** Replace those of the API, and go only to the origin of `url`. They can have a credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Twice is as good as once, although it is no GET. */
  readonly isRepeatable?: boolean | undefined;
}

export interface ReplyReader<T> {
  readonly failure: (reply: Reply) => Failure | undefined;
  readonly read: (reply: Reply) => T;
  readonly streamed: boolean;
}

/**
 * Sends one request, again if that is safe; none without a token if the operation needs an account.
 * Adds the token for the origin of the API only, and renews a rejected one once. Throws only Failures.
 */
export async function send<T>(
  sending: Sending,
  request: SentRequest,
  expected: ReplyReader<T>,
  options: CallOptions = {},
): Promise<T> {
  const { operation } = request;
  const secrets = new SentSecrets();
  try {
    return await sendWithRetries(sending, request, expected, options, secrets);
  } catch (error) {
    const failure = secrets.removedFrom(failureIn(error, operation).with({ account: sending.account }));
    if (isNetworkFailure(failure)) sending.onReached?.(false);
    if (failure.kind !== 'cancelled') sending.log.info(described(failure));
    throw failure;
  }
}

interface FailedAttempt {
  readonly done: false;
  readonly failure: Failure;
  readonly safe: boolean;
}
type Outcome<T> = { readonly done: true; readonly value: T } | FailedAttempt;

async function sendWithRetries<T>(
  sending: Sending,
  request: SentRequest,
  expected: ReplyReader<T>,
  options: CallOptions,
  secrets: SentSecrets,
): Promise<T> {
  const { budget, log, credentials } = sending;
  const { signal, priority = 'interactive' } = options;
  const url = addressOf(request);
  for (const value of Object.values(request.headers ?? {})) secrets.keep(value);
  const policy = new RetryPolicy(request.method === 'GET' ? readDeadline : changeDeadline, options);
  const tokenOf = (pending: Promise<string | undefined>): Promise<string | undefined> =>
    waitFor(pending, request.operation, policy.timeout, signal);
  let token = secrets.sendable(await tokenOf(credentials.token()));
  if (token === undefined && request.needsAccount) throw nobodySignedIn(request.operation);
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
      } else await delay(policy.pauseAfter(outcome.failure, outcome.safe), signal);
    }
    log.debug(`sent again: ${secrets.removedFrom(failure).message}`);
  }
}

async function sendOnce<T>(
  { fetch, log, clock, onRenamed, onReached }: Sending,
  request: Omit<SentRequest, 'url'> & { readonly url: URL; readonly token: string | undefined },
  expected: ReplyReader<T>,
  timeout: TimeoutBudget,
  options: CallOptions,
): Promise<Outcome<T>> {
  const { operation } = request;
  const started = Date.now();
  let reply: Reply | undefined;
  try {
    reply = await exchange(fetch, { ...exchangeOf(request, expected.streamed), onRenamed }, timeout, options);
    onReached?.(true);
    clock?.note(reply.headers.get('date'), started, Date.now());
    const failure = expected.failure(reply);
    if (failure !== undefined) throw failure;
    const value = await expected.read(reply);
    log.debug(`${operation} → ${reply.status} in ${Date.now() - started} ms`);
    return { done: true, value };
  } catch (error) {
    const failure = failureIn(error, operation);
    const passing = isPassing(failure) || (failure.kind === 'unreadable' && reply !== undefined && isCutOff(reply));
    // A request that certainly did not reach the service can be sent again, also if it is a write.
    const isRepeatable = request.method === 'GET' || request.isRepeatable === true;
    return { done: false, failure, safe: passing && (isRepeatable || failure.sent === false) };
  }
}

function addressOf({ url, operation }: SentRequest): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address !== undefined && isSafe(address)) return address;
  throw new Failure('refused', 'the address of the API must begin with https', {
    operation,
    field: 'apiUrl',
    reason: 'notSafe',
  });
}

function exchangeOf(
  {
    operation,
    method,
    url,
    body,
    token,
    headers: own,
    contentType: type = 'application/json',
  }: Omit<SentRequest, 'url'> & { url: URL; token: string | undefined },
  streamed: boolean,
): Exchange {
  const headers = (sameOrigin: boolean): Record<string, string> => ({
    accept: streamed ? '*/*' : 'application/json',
    ...(sameOrigin && token !== undefined ? { authorization: `Bearer ${token}` } : {}),
    ...(sameOrigin ? own : {}),
  });
  const contentType = own === undefined ? type : undefined;
  return { operation, method, url, headers, body, contentType, streamed, redirects: 'followed' };
}

function failureIn(error: unknown, operation: string): Failure {
  if (!(error instanceof Failure)) return toFailure(error).with({ kind: 'unreadable', operation });
  return error.operation === undefined ? error.with({ operation }) : error;
}

function described({ operation, kind, message, traceId }: Failure): string {
  return `${operation ?? ''} failed: ${kind}: ${message}${traceId === undefined ? '' : `, trace ${traceId}`}`;
}
