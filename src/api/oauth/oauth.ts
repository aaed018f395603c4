import * as v from 'valibot';
import { Failure } from '../../core/errors.ts';
import { isObject, withoutEnd } from '../../core/text.ts';
import { exchange } from '../http/exchange.ts';
import { errorBody, failureOf } from '../contract/failure.ts';
import type { Fetch } from '../http/fetch.ts';
import { isSafe } from '../http/origin.ts';
import { record } from '../contract/reader.ts';
import { identity, number, word } from '../record/decode.ts';
import type { Reply } from '../contract/reply.ts';
import { SentSecrets } from '../http/sentSecrets.ts';
import { TimeoutBudget } from '../http/timeoutBudget.ts';

export interface OAuthClient {
  /** Root of the OAuth pages, with or without `/oauth`. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const AccessToken = v.object({
  access_token: identity,
  expires_in: number,
  refresh_token: word,
  scope: word,
});
export type AccessToken = v.InferOutput<typeof AccessToken>;

const operation = 'POST /oauth/token';
const deadline = 60_000;
const longestAnswer = 1024 * 1024;

function rootOf(authUrl: string): string {
  return withoutEnd(authUrl, '/').replace(/\/oauth$/, '');
}

export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  /** PKCE challenge; a host that does not know it ignores it. */
  readonly challenge?: string | undefined;
}

/** The authorization code from the browser, with the parameters of its authorization request. */
export interface CodeGrant {
  readonly code: string;
  /** Must equal the `redirectUri` of the authorization request. */
  readonly redirectUri: string;
  /** PKCE verifier; undefined if the authorization request had no challenge. */
  readonly verifier?: string | undefined;
}

/** GET {auth_url}/oauth/authorize: the address that the user opens to grant access. */
export function authorizeAddress(
  client: Pick<OAuthClient, 'authUrl' | 'clientId'>,
  request: AuthorizationRequest,
): string {
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    ...(request.scopes.length > 0 ? { scope: request.scopes.join(' ') } : {}),
    state: request.state,
    ...(request.challenge === undefined ? {} : { code_challenge: request.challenge, code_challenge_method: 'S256' }),
  });
  return `${rootOf(client.authUrl)}/oauth/authorize?${query.toString().replaceAll('+', '%20')}`;
}

/** POST {auth_url}/oauth/token. @throws Failure with the reason `codeRefused` or `clientRefused` */
export function exchangeCode(
  fetch: Fetch,
  client: OAuthClient,
  { code, redirectUri, verifier }: CodeGrant,
  signal: AbortSignal,
): Promise<AccessToken> {
  const proof = verifier === undefined ? {} : { code_verifier: verifier };
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...proof };
  return requestToken(fetch, client, grant, signal);
}

/** POST {auth_url}/oauth/token with a refresh token. @throws Failure `signedOut` if the host refuses the token */
export function refreshToken(
  fetch: Fetch,
  client: OAuthClient,
  token: string,
  signal: AbortSignal,
): Promise<AccessToken> {
  return requestToken(fetch, client, { grant_type: 'refresh_token', refresh_token: token }, signal);
}

async function requestToken(
  fetch: Fetch,
  client: OAuthClient,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AccessToken> {
  const secrets = new SentSecrets();
  for (const secret of [client.clientSecret, grant.code, grant.refresh_token, grant.code_verifier])
    secrets.keep(secret);
  // A form keeps the secrets out of the address.
  const inputs = new URLSearchParams({ ...grant, client_id: client.clientId, client_secret: client.clientSecret });
  try {
    const reply = await exchange(
      fetch,
      {
        operation,
        method: 'POST',
        url: tokenAddress(client),
        headers: () => ({ accept: 'application/json' }),
        contentType: 'application/x-www-form-urlencoded',
        body: inputs.toString(),
        // A redirect could carry the secret to another host.
        redirects: 'returned',
      },
      new TimeoutBudget(deadline),
      { signal, limit: longestAnswer },
    );
    const failure = refusalOf(reply);
    if (failure !== undefined) throw failure;
    return await record(AccessToken).read(reply);
  } catch (error) {
    throw error instanceof Failure ? secrets.removedFrom(error) : error;
  }
}

function tokenAddress(client: OAuthClient): URL {
  const text = `${rootOf(client.authUrl)}/oauth/token`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && isSafe(url)) return url;
  throw new Failure('refused', 'the OAuth address must begin with https', {
    operation,
    field: 'authUrl',
    reason: 'notSafe',
  });
}

/** Undefined for a success; `signedOut` only for a clearly rejected grant. OAuth errors can have the status 200. */
function refusalOf(reply: Reply): Failure | undefined {
  const failure = failureOf(reply);
  const error = isObject(reply.json) ? reply.json.error : undefined;
  if (failure?.kind === 'throttled' || failure?.kind === 'broken') return failure;
  if (failure === undefined && typeof error !== 'string') return undefined;
  const { serverMessage = typeof error === 'string' ? error : undefined, traceId } = errorBody(reply);
  const detail = { operation, status: reply.status, serverMessage, traceId };
  const message = `${operation} was refused${serverMessage === undefined ? '' : `: ${serverMessage}`}`;
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return new Failure('refused', message, { ...detail, reason: 'clientRefused' });
  if (error === 'invalid_grant' || failure?.kind === 'signedOut')
    return new Failure('signedOut', message, { ...detail, reason: 'codeRefused' });
  return failure ?? new Failure('refused', message, detail);
}
