import { Budget } from '../../api/budget.ts';
import { createApi } from '../../api/client.ts';
import type { Fetch } from '../../api/fetch.ts';
import { exchangeCode } from '../../api/oauth.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Host } from '../hosts.ts';
import type { RegisteredClient } from './clients.ts';
import { normalScopes, tokenParts, type Session } from './session.ts';

export interface IdentifyParts {
  readonly fetch: Fetch;
  readonly log: Log;
}

/** Whose token it is: GET /user. Fails with `signedOut` and reason `tokenRefused` where the host does not take it. */
export async function identify(
  { fetch, log }: IdentifyParts,
  host: Host,
  token: string,
  signal?: AbortSignal,
): Promise<string> {
  const credentials = { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
  const api = createApi({ apiUrl: host.apiUrl, fetch, credentials, budget: new Budget(0), log });
  try {
    return (await api.users.self({}, { signal })).login;
  } catch (error) {
    if (!isFailure(error, 'signedOut')) throw error;
    const { operation, status, words, traceId } = error;
    const detail = { operation, status, words, traceId, reason: 'tokenRefused', cause: error } as const;
    throw new Failure('signedOut', 'the host does not take this token', detail);
  }
}

/** The session of a personal access token, which says nothing of its scopes: they count as those asked for. */
export async function personalSession(
  parts: IdentifyParts,
  host: Host,
  token: string,
  scopes: readonly string[],
  signal?: AbortSignal,
): Promise<Session> {
  const login = await identify(parts, host, token, signal);
  return {
    ...placeOf(host),
    login,
    kind: 'personal',
    token,
    receivedAt: Date.now(),
    scopes: normalScopes(scopes),
  };
}

export interface Grant {
  readonly client: RegisteredClient;
  readonly code: string;
  /** Exactly the one that the browser was sent with. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** The session that a code of the browser is exchanged for. */
export async function grantedSession(
  parts: IdentifyParts,
  host: Host,
  { client, code, redirectUri, scopes }: Grant,
  signal: AbortSignal,
): Promise<Session> {
  const answer = await exchangeCode(parts.fetch, client, code, redirectUri, signal).catch((error: unknown) => {
    throw isFailure(error) ? refusedGrant(error) : error;
  });
  const received = Date.now();
  const login = await identify(parts, host, answer.access_token, signal);
  return { ...placeOf(host), login, kind: 'oauth', scopes: normalScopes(scopes), ...tokenParts(answer, received) };
}

function placeOf(host: Host): Pick<Session, 'host' | 'apiOrigin' | 'authOrigin'> {
  return { host: host.id, apiOrigin: new URL(host.apiUrl).origin, authOrigin: new URL(host.authUrl).origin };
}

/** A no to the exchange is a no to the code, where the service does not say that it is about the client. */
function refusedGrant(failure: Failure): Failure {
  if (!isFailure(failure, 'signedOut', 'invalid', 'refused', 'forbidden')) return failure;
  const aboutClient = failure.reason === 'clientRefused' || /client/i.test(failure.words ?? '');
  return failure.with({ kind: 'refused', reason: aboutClient ? 'clientRefused' : 'codeRefused' });
}
