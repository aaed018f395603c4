import { createHash } from 'node:crypto';
import { page, type Answer } from './answer.ts';
import { consentPage, messagePage } from './consentPage.ts';
import type { Habits } from './habits.ts';
import type { State, Token } from './state.ts';
import { newSecret, ofThisStart } from './secrets.ts';

/** The demo application that is registered here. */
export const clientId = 'sourcehost-editor';
export const clientSecret = `local-demo-secret-${ofThisStart}`;

export const registeredRedirects = [
  'vscode://sourcehost.sourcehost/callback',
  'http://127.0.0.1:51789/callback',
  'http://localhost:51789/callback',
];

const knownScopes =
  'all_user all_key all_groups all_projects all_pr all_issue all_note all_hook all_repository user_info projects'.split(
    ' ',
  );

/** The registered addresses; with the lenient habit also any address of this machine and any scheme of an editor. */
function isRedirect(address: string, habits: Habits): boolean {
  if (registeredRedirects.includes(address)) return true;
  if (habits.redirects === 'registered' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' || protocol === 'https:') return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return /^[a-z][a-z0-9+.-]*:$/.test(protocol) && !/^(javascript|data|file|vbscript|blob):$/.test(protocol);
}

/** GET /oauth/authorize: the page for choosing an account, and for granting or denying access. */
export function authorizePage(state: State, habits: Habits, query: URLSearchParams): Answer {
  const wrong = whatIsWrong(habits, query);
  if (wrong !== undefined) return page(messagePage('This request cannot be granted', wrong), 400);
  return page(consentPage([...state.accounts.values()], query));
}

function whatIsWrong(habits: Habits, query: URLSearchParams): string | undefined {
  if (query.get('client_id') !== clientId) return `The client id ${query.get('client_id') ?? '(none)'} is not known.`;
  const redirect = query.get('redirect_uri') ?? '';
  if (!isRedirect(redirect, habits)) return `The redirect address ${redirect || '(none)'} is not registered.`;
  if (query.get('response_type') !== 'code') return 'response_type must be code.';
  const unknown = (query.get('scope') ?? '').split(/[ ,+]+/).find((one) => one !== '' && !knownScopes.includes(one));
  return unknown === undefined ? undefined : `The scope ${unknown} is not known.`;
}

/** POST /oauth/authorize: the button that was pressed on that page. */
export function decide(state: State, habits: Habits, form: URLSearchParams): Answer {
  const wrong = whatIsWrong(habits, form);
  const login = form.get('login') ?? '';
  if (wrong !== undefined || !state.accounts.has(login))
    return page(messagePage('This request cannot be granted', wrong ?? 'Choose an account.'), 400);
  const redirectUri = form.get('redirect_uri') ?? '';
  const answer = new URLSearchParams();
  if (form.get('decision') === 'grant') {
    const code = crypto.randomUUID().replaceAll('-', '');
    const scope = (form.get('scope') ?? '') || 'all_user';
    const challenge = habits.pkce === 'checked' ? (form.get('code_challenge') ?? undefined) : undefined;
    const expires = Date.now() + habits.codeLife;
    state.codes.set(code, { login, redirectUri, scope, expires, challenge, used: false });
    answer.set('code', code);
  } else if (habits.denial !== 'state alone') {
    answer.set('error', 'access_denied');
    if (habits.denial !== 'error alone')
      answer.set('error_description', 'The resource owner or authorization server denied the request.');
  }
  return sendBack(form, answer, answer.has('code') || habits.denial !== 'without state');
}

/** Redirects to the redirect address of the request, with its state. */
function sendBack(request: URLSearchParams, answer: URLSearchParams, withState = true): Answer {
  const redirect = request.get('redirect_uri') ?? '';
  const given = request.get('state');
  if (given !== null && withState) answer.set('state', given);
  const joined = `${redirect}${redirect.includes('?') ? '&' : '?'}${answer.toString().replaceAll('+', '%20')}`;
  return { status: 302, headers: { location: joined, 'cache-control': 'no-store' } };
}

/** POST /oauth/token. `fields`: the inputs of a form body. */
export function issueToken(state: State, habits: Habits, fields: ReadonlyMap<string, string>): Answer {
  const grant = fields.get('grant_type') ?? 'authorization_code';
  if (fields.get('client_id') !== clientId || fields.get('client_secret') !== clientSecret)
    return refuse(401, 'invalid_client', 'Client authentication failed due to unknown client or wrong secret.');
  if (grant === 'authorization_code') {
    const code = state.codes.get(fields.get('code') ?? '');
    const redirect = fields.get('redirect_uri');
    if (code === undefined || code.used || code.expires < Date.now())
      return refuse(400, 'invalid_grant', 'The authorization code is invalid, expired or was used already.');
    code.used = true;
    if (redirect !== undefined && redirect !== code.redirectUri)
      return refuse(400, 'invalid_grant', 'The redirect address is not that of the authorization request.');
    if (code.challenge !== undefined && code.challenge !== challengeOf(fields.get('code_verifier')))
      return refuse(400, 'invalid_grant', 'The code verifier does not fit the code challenge.');
    return tokenAnswer(makeToken(state, habits, code.login, code.scope.split(/[ ,+]+/)), habits);
  }
  if (grant !== 'refresh_token') return refuse(400, 'unsupported_grant_type', `${grant} is not supported.`);
  const given = fields.get('refresh_token');
  const old = [...state.tokens.values()].findLast(({ refresh }) => refresh !== undefined && refresh === given);
  if (old === undefined || old.revoked)
    return refuse(400, 'invalid_grant', 'The refresh token is invalid, expired or revoked.');
  old.revoked = true;
  const refresh = habits.rotation ? undefined : old.refresh;
  return tokenAnswer(makeToken(state, habits, old.login, old.scopes ?? [], refresh), habits, habits.rotation);
}

const challengeOf = (verifier = ''): string => createHash('sha256').update(verifier).digest('base64url');

function refuse(status: number, error: string, words: string): Answer {
  return { status, json: { error, error_description: words } };
}

export function makeToken(
  state: State,
  habits: Habits,
  login: string,
  scopes: readonly string[],
  refresh = newSecret(),
): Token {
  const token: Token = {
    value: newSecret(),
    login,
    kind: 'oauth',
    scopes,
    expires: Date.now() + habits.expiresIn * 1000,
    refresh,
    revoked: false,
  };
  state.tokens.set(token.value, token);
  return token;
}

function tokenAnswer(token: Token, habits: Habits, withRefresh = true): Answer {
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    json: {
      access_token: token.value,
      expires_in: habits.expiresIn,
      ...(withRefresh ? { refresh_token: token.refresh } : {}),
      scope: (token.scopes ?? []).join(' '),
      created_at: new Date().toISOString(),
    },
  };
}
