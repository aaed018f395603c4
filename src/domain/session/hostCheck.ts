import { exchange } from '../../api/http/exchange.ts';
import { failureOf } from '../../api/contract/failure.ts';
import type { Fetch } from '../../api/http/fetch.ts';
import { isSafe } from '../../api/http/origin.ts';
import type { Reply } from '../../api/contract/reply.ts';
import { TimeoutBudget } from '../../api/http/timeoutBudget.ts';
import { Failure } from '../../core/errors.ts';
import { isObject, withoutEnd } from '../../core/text.ts';

/** A host entry derived from a web address. `apiUrls`: the most probable one first. */
export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly webUrl: string;
  readonly apiUrls: readonly string[];
  readonly authUrl: string;
}

/** Parses a typed web address; `https://` may be missing. Undefined if it is not a web address. */
export function readWebAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** Derives the roots of a host from its web address. `taken`: ids that are already in use. */
export function propose(web: URL, taken: readonly string[]): Proposal {
  const host = web.hostname.replace(/^www\./, '');
  const literal = /^[\d.]+$|^\[/.test(host) || !host.includes('.');
  const bare = host.replace(/^api\./, '');
  const apiHost = host.startsWith('api.') ? host : `api.${host}`;
  const port = web.port === '' ? '' : `:${web.port}`;
  const origin = `${web.protocol}//${bare}${port}`;
  const apiUrls = literal ? [web.origin] : [`${web.protocol}//${apiHost}${port}`, origin];
  const wanted = withoutEnd(bare.replaceAll(/[^a-z0-9.-]/g, ''), '.-').replace(/^[.-]+/, '') || 'host';
  let id = wanted;
  for (let count = 2; taken.includes(id); count += 1) id = `${wanted}-${count}`;
  return { id, name: bare, webUrl: origin, apiUrls, authUrl: origin };
}

/** Milliseconds. */
const replyTimeout = 15_000;

/** GET /api/v5/user without a token. @throws Failure of the transport, or `unreadable` (reason `notTheApi`) */
export async function checkApi(fetch: Fetch, apiUrl: string, signal?: AbortSignal): Promise<Reply> {
  const reply = await ask(fetch, 'GET /api/v5/user', `${apiUrl}/api/v5/user`, signal);
  const failure = failureOf(reply);
  if (failure?.kind === 'throttled' || failure?.kind === 'broken') throw failure;
  const isApi = isObject(reply.json) && (failure === undefined ? 'login' in reply.json : requiresSignIn(failure));
  if (isApi) return reply;
  const { operation, status } = reply;
  const message = `${apiUrl} is not the root of this API`;
  throw new Failure('unreadable', message, { operation, status, reason: 'notTheApi' });
}

/** The expected reply. Its status varies. */
function requiresSignIn(failure: Failure): boolean {
  return (
    ['signedOut', 'forbidden'].includes(failure.kind) || /token|auth|login|登录|令牌/i.test(failure.serverMessage ?? '')
  );
}

/** Checks the OAuth pages. @throws Failure as `checkApi`, with the reason `noSignInPages` */
export async function checkSignInPages(fetch: Fetch, authUrl: string, signal?: AbortSignal): Promise<Reply> {
  const reply = await ask(fetch, 'GET /oauth/authorize', `${authUrl}/oauth/authorize`, signal);
  const { operation, status } = reply;
  // Without parameters the page may show an error or redirect to a login. Any such reply proves that the page exists.
  if (status !== 404 && status !== 410 && status < 500) return reply;
  const kind = status < 500 ? 'missing' : 'broken';
  throw new Failure(kind, `${authUrl} has no sign-in pages`, { operation, status, reason: 'noSignInPages' });
}

async function ask(fetch: Fetch, operation: string, address: string, signal?: AbortSignal): Promise<Reply> {
  const url = new URL(address);
  if (!isSafe(url)) throw new Failure('refused', 'plain http goes to this computer only', { reason: 'notSafe' });
  const headers = (): Record<string, string> => ({ accept: 'application/json, text/html;q=0.5' });
  const request = { operation, method: 'GET', url, headers, redirects: 'returned' } as const;
  return await exchange(fetch, request, new TimeoutBudget(replyTimeout), { signal, limit: 1024 * 1024 });
}
