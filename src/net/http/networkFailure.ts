import { cancelled, Failure, isFailure, messageOf } from '../../core/errors.ts';
import type { NetworkReason } from '../../core/failureReason.ts';
import { errorCode } from '../disk/diskFailure.ts';

/** The reason for each error code of sockets, TLS, undici and Chromium. */
const reasons: Readonly<Record<string, NetworkReason>> = {
  ENOTFOUND: 'dns',
  ERR_NAME_NOT_RESOLVED: 'dns',
  EAI_AGAIN: 'offline',
  ENETUNREACH: 'offline',
  ENETDOWN: 'offline',
  EHOSTUNREACH: 'offline',
  EHOSTDOWN: 'offline',
  EADDRNOTAVAIL: 'offline',
  ERR_INTERNET_DISCONNECTED: 'offline',
  ERR_ADDRESS_UNREACHABLE: 'offline',
  ECONNREFUSED: 'connectionRefused',
  ERR_CONNECTION_REFUSED: 'connectionRefused',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  ERR_CONNECTION_RESET: 'reset',
  ERR_CONNECTION_CLOSED: 'reset',
  ERR_NETWORK_CHANGED: 'reset',
  ERR_EMPTY_RESPONSE: 'reset',
  ETIMEDOUT: 'connectTimeout',
  UND_ERR_CONNECT_TIMEOUT: 'connectTimeout',
  ERR_CONNECTION_TIMED_OUT: 'connectTimeout',
  UND_ERR_HEADERS_TIMEOUT: 'answerTimeout',
  ERR_TIMED_OUT: 'answerTimeout',
  UND_ERR_BODY_TIMEOUT: 'stalled',
  CERT_HAS_EXPIRED: 'tlsExpired',
  CERT_NOT_YET_VALID: 'tlsExpired',
  ERR_CERT_DATE_INVALID: 'tlsExpired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tlsSelfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'tlsUnknownIssuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tlsUnknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT: 'tlsUnknownIssuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tlsUnknownIssuer',
  CERT_UNTRUSTED: 'tlsUnknownIssuer',
  ERR_CERT_AUTHORITY_INVALID: 'tlsUnknownIssuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tlsWrongName',
  ERR_CERT_COMMON_NAME_INVALID: 'tlsWrongName',
  EPROTO: 'tls',
  ERR_PROXY_CONNECTION_FAILED: 'proxyUnreachable',
  ERR_PROXY_AUTH_REQUESTED: 'proxyAuth',
  ERR_TUNNEL_CONNECTION_FAILED: 'proxyRefused',
};

const beforeSending: readonly NetworkReason[] = [
  'dns',
  'connectionRefused',
  'tlsExpired',
  'tlsSelfSigned',
  'tlsUnknownIssuer',
  'tlsWrongName',
  'proxyAuth',
  'proxyUnreachable',
  'proxyRefused',
  'proxyInvalid',
];

const timeouts: readonly NetworkReason[] = ['connectTimeout', 'answerTimeout', 'stalled'];

/** Any error of the connection to or through the proxy, so that it is not attributed to the host. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

export interface Circumstances {
  /** The host with its port. The rest of the address may contain text that the user typed. */
  readonly host: string;
  readonly signal: AbortSignal;
  /** Whether the request may have reached the service; undefined: derived from the error if possible. */
  readonly sent?: boolean | undefined;
}

/** The error of a transport as a Failure with a reason: `cancelled`, `timeout` or `unreachable`. */
export function networkFailure(error: unknown, { host, signal, sent }: Circumstances): Failure {
  if (signal.aborted) return cancelled(signal.reason);
  if (isFailure(error)) return error;
  const chain = causes(error);
  if (chain.some((each) => errorCode(each) === 'UND_ERR_DESTROYED')) return cancelled(error);
  if (chain.some((each) => errorCode(each)?.startsWith('Z_') === true)) return damaged(chain.at(-1), error);
  const reason = proxyReason(chain) ?? chain.map(reasonOf).find((each) => each !== undefined) ?? 'network';
  const message = `${host}: ${messageOf(chain.at(-1))}`;
  const connecting = beforeSending.includes(reason) || chain.some(isConnecting);
  return new Failure(timeouts.includes(reason) ? 'timeout' : 'unreachable', message, {
    reason,
    sent: sent ?? (connecting ? false : undefined),
    cause: error,
  });
}

function damaged(error: unknown, cause: unknown): Failure {
  const message = `the compressed answer is damaged: ${messageOf(error)}`;
  return new Failure('unreadable', message, { sent: true, reason: 'damaged', cause });
}

/** The error and its causes, also of each attempt (IPv6 and IPv4). */
function causes(error: unknown, depth = 0): readonly unknown[] {
  if (!(error instanceof Error) || depth > 5) return [error];
  const attempts: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return [
    error,
    ...[...attempts, error.cause].filter((inner) => inner !== undefined).flatMap((inner) => causes(inner, depth + 1)),
  ];
}

function reasonOf(error: unknown): NetworkReason | undefined {
  const code = /net::(ERR_\w+)/.exec(messageOf(error))?.[1] ?? errorCode(error) ?? '';
  return reasons[code] ?? (/^(CERT_|ERR_SSL_|ERR_TLS_|ERR_CERT_)/.test(code) ? 'tls' : undefined);
}

function proxyReason(chain: readonly unknown[]): NetworkReason | undefined {
  const status = chain.map((error) => /^Proxy response \((\d+)\)/.exec(messageOf(error))?.[1]).find(Boolean);
  if (status !== undefined) return status === '407' ? 'proxyAuth' : 'proxyRefused';
  return chain.some((error) => error instanceof ProxyError) ? 'proxyUnreachable' : undefined;
}

function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['connect', 'getaddrinfo'].includes(String(error.syscall));
}
