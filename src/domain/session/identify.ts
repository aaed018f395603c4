import { Budget } from '../../api/throttle/budget.ts';
import { createApi } from '../../api/client/client.ts';
import type { Fetch } from '../../api/http/fetch.ts';
import type { User } from '../../api/record/user.ts';
import { exchangeCode, type CodeGrant } from '../../api/oauth/oauth.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { gitOriginsOf } from '../hosts/gitAddress.ts';
import type { Host } from '../hosts/hosts.ts';
import type { RegisteredClient } from './clients.ts';
import { normalScopes, tokenParts, type Session } from './session.ts';

export interface IdentifyParts {
  readonly fetch: Fetch;
  readonly log: Log;
}

/** The account of a token: GET /user. @throws Failure `signedOut` (reason `tokenRefused`) if the host rejects it */
export async function identify(
  { fetch, log }: IdentifyParts,
  host: Host,
  token: string,
  signal?: AbortSignal,
): Promise<User> {
  const credentials = { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
  const api = createApi({ apiUrl: host.apiUrl, fetch, credentials, budget: new Budget(0), log });
  try {
    return await api.users.self({}, { signal });
  } catch (error) {
    if (!isFailure(error, 'signedOut')) throw error;
    const { operation, status, serverMessage, traceId } = error;
    const detail = { operation, status, serverMessage, traceId, reason: 'tokenRefused', cause: error } as const;
    throw new Failure('signedOut', 'the host does not take this token', detail);
  }
}

/** The session of a personal access token. The API does not return its scopes, so `scopes` are assumed. */
export async function personalSession(
  parts: IdentifyParts,
  host: Host,
  token: string,
  scopes: readonly string[],
  signal?: AbortSignal,
): Promise<Session> {
  const { login } = await identify(parts, host, token, signal);
  return {
    ...placeOf(host),
    login,
    kind: 'personal',
    token,
    receivedAt: Date.now(),
    scopes: normalScopes(scopes),
  };
}

export interface Grant extends CodeGrant {
  readonly client: RegisteredClient;
  readonly scopes: readonly string[];
}

export async function grantedSession(
  parts: IdentifyParts,
  host: Host,
  grant: Grant,
  signal: AbortSignal,
): Promise<Session> {
  const answer = await exchangeCode(parts.fetch, grant.client, grant, signal).catch((error: unknown) => {
    throw isFailure(error) ? refusedGrant(error) : error;
  });
  const received = Date.now();
  const { login } = await identify(parts, host, answer.access_token, signal);
  const scopes = normalScopes(grant.scopes);
  return { ...placeOf(host), login, kind: 'oauth', scopes, ...tokenParts(answer, received) };
}

function placeOf(host: Host): Pick<Session, 'host' | 'apiOrigin' | 'authOrigin' | 'gitOrigins'> {
  const [apiOrigin, authOrigin] = [new URL(host.apiUrl).origin, new URL(host.authUrl).origin];
  return { host: host.id, apiOrigin, authOrigin, gitOrigins: gitOriginsOf(host) };
}

/** A refused exchange means a refused code, unless the service names the client as the reason. */
function refusedGrant(failure: Failure): Failure {
  if (!isFailure(failure, 'signedOut', 'invalid', 'refused', 'forbidden')) return failure;
  const aboutClient = failure.reason === 'clientRefused' || /client/i.test(failure.serverMessage ?? '');
  return failure.with({ kind: 'refused', reason: aboutClient ? 'clientRefused' : 'codeRefused' });
}
