import type { FailureReason, NamingReason } from './failureReason.ts';
import { requirementText, type Requirement } from './requirement.ts';
import { visible } from './text.ts';

/** The class of a failure. Code branches on it; `FailureReason` is more precise and selects the displayed text. */
export type FailureKind =
  | 'signedOut' // no token, or the service rejects the token
  | 'forbidden' // signed in, but not allowed
  | 'missing' // the resource does not exist, or this account cannot see it
  | 'conflict' // the resource exists already, or has changed meanwhile
  | 'invalid' // the service rejected the sent values
  | 'throttled' // too many requests
  | 'unsupported' // the host does not have the operation
  | 'refused' // the service refused for another reason
  | 'unreachable' // no response: network, proxy, certificate
  | 'timeout' // the response took too long
  | 'unreadable' // the response does not have the form that the API describes
  | 'broken' // the service failed (5xx)
  | 'cancelled'; // the user or the caller cancelled

export interface FailureDetail {
  /** The API operation, for example `GET /api/v5/user`. Contains neither the query nor a token. */
  readonly operation?: string | undefined;
  readonly status?: number | undefined;
  /** The error message of the service or of git. Untrusted text; never a text of this extension. */
  readonly serverMessage?: string | undefined;
  readonly traceId?: string | undefined;
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfter?: number | undefined;
  readonly field?: string | undefined;
  /** Selects the displayed sentence. Undefined if the response of the service says enough. */
  readonly reason?: FailureReason | undefined;
  /**
   * Values for the sentence of `reason`: paths, a ref, a host. Without `reason`, for the kind `conflict`: the name that
   * exists already. Untrusted text.
   */
  readonly about?: readonly string[] | undefined;
  /** Rule that the value of `field` breaks, for the reason `wrongValue`. */
  readonly requirement?: Requirement | undefined;
  /** Login of the account that sent the request; undefined if it is signed out or if there was no request. */
  readonly account?: string | undefined;
  /** The answer is that of a web server, or says that there is no such address: it may not be about a record. */
  readonly isUnknownAddress?: boolean | undefined;
  /** False: the request certainly did not reach the service, so any method can be sent again. */
  readonly sent?: boolean | undefined;
  readonly cause?: unknown;
}

/** A failure from a response has its status. Every other failure has a reason, so that a sentence exists for it. */
export type FailureSource =
  | { readonly status: number }
  | { readonly reason: Exclude<FailureReason, NamingReason | 'wrongValue'> }
  | { readonly reason: Exclude<FailureReason, 'wrongValue'>; readonly about: readonly string[] }
  | { readonly reason: 'wrongValue'; readonly field: string; readonly requirement: Requirement }
  | { readonly isCopy: true };

/**
 * The only error that `api`, `domain` and `net` throw. `message` is plain English on one line, for logs and programs;
 * `editor/kit/messages/explain.ts` makes the displayed text.
 */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly operation: string | undefined;
  readonly status: number | undefined;
  readonly serverMessage: string | undefined;
  readonly traceId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly field: string | undefined;
  readonly reason: FailureReason | undefined;
  readonly about: readonly string[] | undefined;
  readonly requirement: Requirement | undefined;
  readonly account: string | undefined;
  readonly sent: boolean | undefined;
  readonly isUnknownAddress: boolean;
  readonly #detail: FailureDetail;

  constructor(kind: 'cancelled', message: string, detail?: FailureDetail);
  constructor(kind: FailureKind, message: string, detail: FailureDetail & FailureSource);
  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    super(visible(message), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.operation = detail.operation;
    this.status = detail.status;
    this.serverMessage = detail.serverMessage;
    this.traceId = detail.traceId;
    this.retryAfter = detail.retryAfter;
    this.field = detail.field;
    this.reason = detail.reason;
    this.about = detail.about;
    this.requirement = detail.requirement;
    this.account = detail.account;
    this.sent = detail.sent;
    this.isUnknownAddress = detail.isUnknownAddress ?? false;
    this.#detail = detail;
  }

  /** A copy of the failure with `change` applied: for example another kind, operation or reason. */
  with(change: FailureDetail & { readonly kind?: FailureKind; readonly message?: string }): Failure {
    const { kind = this.kind, message = this.message, ...detail } = change;
    return new Failure(kind, message, { ...this.#detail, ...detail, isCopy: true });
  }
}

/** Whether `error` is a Failure. With `kinds`: whether it is a Failure of one of these kinds. */
export function isFailure<Kind extends FailureKind = FailureKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is Failure & { readonly kind: Kind } {
  return error instanceof Failure && (kinds.length === 0 || kinds.some((kind) => kind === error.kind));
}

/** Whether the service said nothing, so that what it said before can still be true. */
export function isNetworkFailure(error: unknown): boolean {
  return isFailure(error, 'unreachable', 'timeout');
}

/** Whether the service says that this account may not read it: what was shown is not shown any more. */
export function endsAccess(error: unknown): boolean {
  return isFailure(error, 'signedOut', 'forbidden', 'missing');
}

/** The result of `work`; undefined after a Failure of one of `kinds`. */
export async function unlessFailed<T>(work: Promise<T>, ...kinds: readonly FailureKind[]): Promise<T | undefined> {
  return await work.catch((error: unknown) => {
    if (isFailure(error, ...kinds)) return undefined;
    throw error;
  });
}

/** Whether the service may have made the change that failed: it was sent, and the response is missing or says nothing. */
export function mayBeDone(failure: Failure): boolean {
  if (failure.reason === 'unconfirmed' || failure.reason === 'maybeCreated') return true;
  const isChange = failure.operation !== undefined && !failure.operation.startsWith('GET ');
  return isChange && failure.sent !== false && isFailure(failure, 'unreachable', 'timeout', 'unreadable', 'broken');
}

export function cancelled(cause?: unknown): Failure {
  return new Failure('cancelled', 'cancelled', { cause });
}

/** A Failure `invalid`: the value of `field` breaks `requirement`. */
export function wrongValue(
  field: string,
  requirement: Requirement,
  detail: Omit<FailureDetail, 'field' | 'reason' | 'requirement'> = {},
): Failure {
  const message = `${field} ${requirementText(requirement)}`;
  return new Failure('invalid', message, { ...detail, reason: 'wrongValue', field, requirement });
}

/** A Failure `signedOut`: `operation`, or a command, needs an account, and none is signed in. */
export function nobodySignedIn(operation?: string): Failure {
  return new Failure('signedOut', 'nobody is signed in', { reason: 'noAccount', operation, sent: false });
}

/** Returns a Failure unchanged; wraps any other thrown value in a Failure `broken` with the reason `unexpected`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = messageOf(error);
  return new Failure('broken', message, { reason: 'unexpected', about: [message], cause: error });
}

/** @throws Failure `cancelled` if `signal` is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled(signal.reason);
}

/** The message of any thrown value. Never `[object Object]`, never a stack. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' ? error : 'unknown error';
}
