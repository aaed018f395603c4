import type { FailureReason, NamingReason } from './failureReason.ts';
import { requirementText, type Requirement } from './requirement.ts';
import { visible } from './text.ts';

/** Why an operation failed, as far as anyone has to tell the reasons apart. */
export type FailureKind =
  | 'signedOut' // no token, or one that the service no longer takes
  | 'forbidden' // signed in, but not allowed
  | 'missing' // what was asked for is not there (or not shown to this account)
  | 'conflict' // it exists already, or changed meanwhile
  | 'invalid' // the service did not accept the values that were sent
  | 'throttled' // too many requests
  | 'refused' // the service said no for a reason of its own
  | 'unreachable' // no answer: network, proxy, certificate
  | 'timeout' // an answer began to take too long
  | 'unreadable' // an answer came that is not what the API describes
  | 'broken' // the service failed (5xx)
  | 'cancelled'; // the person or the caller gave up

export interface FailureDetail {
  /** The API operation, as `GET /api/v5/user`; never with a query or a token. */
  readonly operation?: string | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** What the service, or git, said. Never a text of the extension. Untrusted text. */
  readonly serverMessage?: string | undefined;
  readonly traceId?: string | undefined;
  /** Milliseconds until it makes sense to try again. */
  readonly retryAfter?: number | undefined;
  /** The input that was refused, by its API field name. */
  readonly field?: string | undefined;
  /** Why it failed, where the answer of the service alone does not say so: it chooses the sentence that people read. */
  readonly reason?: FailureReason | undefined;
  /** What the sentence of `reason` names: paths, a ref, a host. Untrusted text. */
  readonly about?: readonly string[] | undefined;
  /** What the value of `field` must be, for the reason `wrongValue`. */
  readonly requirement?: Requirement | undefined;
  /** False: the request surely never reached the service, so repeating it is safe whatever it does. */
  readonly sent?: boolean | undefined;
  readonly cause?: unknown;
}

/** An answer of the service has its status. Every other failure has a reason, so that there is a sentence for it. */
export type FailureSource =
  | { readonly status: number }
  | { readonly reason: Exclude<FailureReason, NamingReason | 'wrongValue'> }
  | { readonly reason: Exclude<FailureReason, 'wrongValue'>; readonly about: readonly string[] }
  | { readonly reason: 'wrongValue'; readonly field: string; readonly requirement: Requirement }
  | { readonly copied: Failure };

/**
 * The only error that api, domain and net let out. `message` is plain English on one line, for logs and programs; people
 * read `kit/explain.ts`.
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
  readonly sent: boolean | undefined;

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
    this.sent = detail.sent;
  }

  /** The same failure, seen as another kind, as part of an operation or for another reason. */
  with(change: FailureDetail & { readonly kind?: FailureKind; readonly message?: string }): Failure {
    const { operation, status, serverMessage, traceId, retryAfter, field, reason, about, requirement, sent, cause } =
      this;
    const own = {
      operation,
      status,
      serverMessage,
      traceId,
      retryAfter,
      field,
      reason,
      about,
      requirement,
      sent,
      cause,
    };
    const detail = { ...own, ...change, copied: this };
    return new Failure(change.kind ?? this.kind, change.message ?? this.message, detail);
  }
}

/** Whether `error` is a Failure, of one of `kinds` where any are given. */
export function isFailure<Kind extends FailureKind = FailureKind>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is Failure & { readonly kind: Kind } {
  return error instanceof Failure && (kinds.length === 0 || kinds.some((kind) => kind === error.kind));
}

export function cancelled(cause?: unknown): Failure {
  return new Failure('cancelled', 'cancelled', { cause });
}

/** `field` was given a value that cannot be used. */
export function wrongValue(
  field: string,
  requirement: Requirement,
  detail: Omit<FailureDetail, 'field' | 'reason' | 'requirement'> = {},
): Failure {
  const message = `${field} ${requirementText(requirement)}`;
  return new Failure('invalid', message, { ...detail, reason: 'wrongValue', field, requirement });
}

/** Anything thrown, as a Failure. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = messageOf(error);
  return new Failure('broken', message, { reason: 'unexpected', about: [message], cause: error });
}

/** Throws a `cancelled` Failure when `signal` is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled(signal.reason);
}

/** The text of anything thrown: never `[object Object]`, never a stack. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' ? error : 'unknown error';
}
