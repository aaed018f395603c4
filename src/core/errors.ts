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

/** Why no answer came, as far as a person can do something about it. */
export type NetworkReason =
  | 'offline' // this computer has no way to the host: no network, no route
  | 'dns' // the host's name is not known
  | 'refused' // nothing listens there
  | 'reset' // the connection was closed in the middle
  | 'connectTimeout' // no connection in time
  | 'answerTimeout' // connected and sent, but no answer in time
  | 'stalled' // an answer or upload stopped moving
  | 'tlsExpired' // the certificate is out of date (or this computer's clock is)
  | 'tlsSelfSigned' // the certificate vouches for itself
  | 'tlsUnknownIssuer' // nobody that this computer trusts issued the certificate
  | 'tlsWrongName' // the certificate is another host's
  | 'tls' // no secure connection for another reason
  | 'proxyAuth' // the proxy wants a user name and password, or other ones (407)
  | 'proxyUnreachable' // no connection to the proxy
  | 'proxyRefused' // the proxy does not connect to this host
  | 'proxyInvalid' // the proxy's address is not one
  | 'portBusy' // another program listens on the port of this computer
  | 'network'; // anything else

/** Why a file of this computer could not be read or written. */
export type DiskReason =
  | 'diskFull'
  | 'diskDenied' // no permission, read-only or held by another program
  | 'diskMissing' // no such file or folder
  | 'disk'; // anything else

/** Why a sign-in did not come about, or ended. */
export type SignInReason =
  | 'signInDenied' // the person, or the service, said no in the browser
  | 'requestRefused' // the sign-in pages do not take the request as it is
  | 'signInLate' // nobody came back from the browser in time
  | 'codeRefused' // the code was used before, or is too old
  | 'clientRefused' // the client id or secret is wrong
  | 'tokenRefused' // the host does not take this token
  | 'sessionEnded' // the host refused to renew it
  | 'renewedElsewhere' // another window renewed it, and this one cannot see its token
  | 'environmentToken'; // the token comes from the environment, so only that can change it

/** What is wrong with an address that should be a host's. */
export type HostReason =
  | 'notTheApi' // something answers there, but not this API
  | 'noSignInPages' // there are no OAuth pages
  | 'notSafe' // plain http to another computer
  | 'settingNotTaken'; // the editor does not use what was written into the settings

/** Why a file of a repository cannot be changed like this. */
export type FileReason =
  | 'isTag' // only branches are written to
  | 'isCommit'
  | 'isArchived' // the repository takes no changes any more
  | 'notAllowed' // this account may only read
  | 'isFolder' // a folder or submodule where a file is wanted
  | 'isNotFolder' // a file or submodule where a folder is wanted
  | 'isNotEmpty'
  | 'intoItself' // a folder cannot be moved into itself
  | 'draftedThere' // the other branch has drafts of the same files
  | 'unusableName' // git or some system cannot hold it
  | 'isProtected' // a rule protects the branch from this account
  | 'noSuchRef' // no branch, tag or commit of a name: `about` is the name and the repository
  | 'noRefInLink' // no beginning of an address is a ref: `about` is its first part and the repository
  | 'isConflict'; // changed here and on the server: `words` names the files

/** Why the git of this computer did not do something. */
export type GitReason =
  | 'gitMissing' // it is not installed, or turned off in the editor
  | 'gitFailed' // its own words say why
  | 'gitAsks' // before it opens a folder outside of the workspace, and may not ask now
  | 'noCloneAddress'
  | 'emptyFolder'
  | 'partOfRepository'; // of a git repository around it

export type FailureReason = NetworkReason | DiskReason | SignInReason | HostReason | FileReason | GitReason;

export interface FailureDetail {
  /** The API operation, as `GET /api/v5/user`; never with a query or a token. */
  readonly operation?: string | undefined;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** The service's own words. Untrusted text. */
  readonly words?: string | undefined;
  readonly traceId?: string | undefined;
  /** Milliseconds until it makes sense to try again. */
  readonly retryAfter?: number | undefined;
  /** The input that was refused, by its API field name. */
  readonly field?: string | undefined;
  /** What a person can act on, for `unreachable`, `timeout` and failures of this computer's files and ports. */
  readonly reason?: FailureReason | undefined;
  /** Names that the sentence of `reason` needs. */
  readonly about?: readonly string[] | undefined;
  /** False: the request surely never reached the service, so repeating it is safe whatever it does. */
  readonly sent?: boolean | undefined;
  readonly cause?: unknown;
}

/** The only error that api, domain and net let out. `message` is plain English for logs; people read `kit/failures.ts`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly kind: FailureKind;
  readonly operation: string | undefined;
  readonly status: number | undefined;
  readonly words: string | undefined;
  readonly traceId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly field: string | undefined;
  readonly reason: FailureReason | undefined;
  readonly about: readonly string[] | undefined;
  readonly sent: boolean | undefined;

  constructor(kind: FailureKind, message: string, detail: FailureDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.operation = detail.operation;
    this.status = detail.status;
    this.words = detail.words;
    this.traceId = detail.traceId;
    this.retryAfter = detail.retryAfter;
    this.field = detail.field;
    this.reason = detail.reason;
    this.about = detail.about;
    this.sent = detail.sent;
  }

  /** The same failure, seen as another kind, as part of an operation or in other words. */
  with(change: FailureDetail & { readonly kind?: FailureKind; readonly message?: string }): Failure {
    const { operation, status, words, traceId, retryAfter, field, reason, about, sent, cause } = this;
    const detail = { operation, status, words, traceId, retryAfter, field, reason, about, sent, cause, ...change };
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

/** Throws a `cancelled` Failure when `signal` is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw cancelled(signal.reason);
}

/** The text of anything thrown: never `[object Object]`, never a stack. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return typeof error === 'string' ? error : 'unknown error';
}
