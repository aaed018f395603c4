import * as v from 'valibot';
import type { AccessToken } from '../../api/oauth/oauth.ts';
import { parseStored } from '../../core/storage.ts';
import { originsOfService } from '../hosts/gitAddress.ts';
import { accountOf, type Account, type Host } from '../hosts/hosts.ts';

const filled = v.pipe(v.string(), v.nonEmpty());
const texts = v.pipe(v.array(v.string()), v.readonly());

const Stored = v.object({
  host: filled,
  login: filled,
  kind: v.picklist(['oauth', 'personal', 'environment']),
  token: filled,
  refreshToken: v.optional(v.string()),
  /** Time at which the token was received, in milliseconds since 1970 by the clock of this computer. */
  receivedAt: v.number(),
  /** Milliseconds after `receivedAt`; undefined if the service does not send it. */
  lifetime: v.optional(v.number()),
  /** The requested scopes; other extensions find the session by them. */
  scopes: texts,
  /** The scopes that the service granted; undefined if the service does not send them. */
  granted: v.optional(texts),
  /** The only origin that the token is sent to. */
  apiOrigin: v.string(),
  /** The only origin that the refresh token is sent to. */
  authOrigin: v.string(),
  /** The only origins for which git gets the token; undefined in a session of an older version. */
  gitOrigins: v.optional(texts),
});

/** The token of an account at a host, as stored in the secret storage of the editor. */
export interface Session extends Readonly<v.InferOutput<typeof Stored>> {
  /** The service refused to renew the token. Not stored. The account stays visible until the user signs in again. */
  readonly ended?: boolean | undefined;
}

export function parseSession(text: string): Session | undefined {
  return parseStored(Stored, text);
}

/** Scopes without blanks and duplicates, sorted. */
export function normalScopes(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.map((scope) => scope.trim()).filter((scope) => scope !== ''))].sort();
}

export function sameScopes(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(normalScopes(one)) === JSON.stringify(normalScopes(other));
}

/** Id of the account of a session: `host id/login`. */
export function accountIdOf(session: Pick<Session, 'host' | 'login'>): string {
  return `${session.host}/${session.login}`;
}

/** One id for each account and set of scopes: another sign-in replaces the session. */
export function sessionId(session: Pick<Session, 'host' | 'login' | 'scopes'>): string {
  return [accountIdOf(session), ...normalScopes(session.scopes)].join(' ');
}

/** Whether the host still has the API origin that issued the token. Origins are compared exactly. */
export function belongsTo(session: Session, host: Pick<Host, 'id' | 'apiUrl'>): boolean {
  return session.host === host.id && session.apiOrigin === new URL(host.apiUrl).origin;
}

/** Without `gitOrigins`, only the origins of its API and OAuth pages: those of the host entry may have changed. */
export function allowsGit({ apiOrigin, authOrigin, gitOrigins }: Session, origin: string): boolean {
  return (gitOrigins ?? [apiOrigin, authOrigin].flatMap(originsOfService)).includes(origin);
}

/** Whether the session matches a request for `scopes`; an empty list matches any session. */
export function satisfies(session: Session, scopes: readonly string[]): boolean {
  return (
    scopes.length === 0 ||
    sameScopes(session.scopes, scopes) ||
    (session.granted !== undefined && sameScopes(session.granted, scopes))
  );
}

export interface AccountSession {
  readonly account: Account;
  readonly session: Session;
}

/** The accounts of `sessions` at `host`, each with its best session, sorted by login. */
export function accountSessions(sessions: readonly Session[], host: Host): readonly AccountSession[] {
  const own = (session: Session): number =>
    (session.ended === true ? 4 : 0) + (sameScopes(session.scopes, host.scopes) ? 0 : 1);
  const sorted = sessions.filter((session) => belongsTo(session, host)).sort((a, b) => own(a) - own(b));
  const best = new Map<string, Session>();
  for (const session of sorted) if (!best.has(session.login)) best.set(session.login, session);
  return [...best.values()]
    .sort((a, b) => a.login.localeCompare(b.login))
    .map((session) => ({ account: accountOf(host, session.login), session }));
}

export function tokenParts(
  token: AccessToken,
  now: number,
  before?: Session,
): Pick<Session, 'token' | 'refreshToken' | 'receivedAt' | 'lifetime' | 'granted'> {
  return {
    token: token.access_token,
    refreshToken: token.refresh_token ?? before?.refreshToken,
    receivedAt: now,
    lifetime: token.expires_in === undefined ? undefined : Math.max(0, token.expires_in) * 1000,
    granted: token.scope === undefined ? before?.granted : normalScopes(token.scope.split(/[\s,]+/)),
  };
}

const earliest = 5 * 60_000;

/** Whether a token should be renewed before it expires. Uses only the clock of this computer. */
export function isDue(session: Session, now: number): boolean {
  if (session.refreshToken === undefined || session.lifetime === undefined) return false;
  return now >= session.receivedAt + session.lifetime - Math.min(earliest, session.lifetime / 10);
}

/** Expiry time by the clock of this computer, in milliseconds since 1970; undefined if it is not known. */
export function expiryOf(session: Session): number | undefined {
  return session.lifetime === undefined ? undefined : session.receivedAt + session.lifetime;
}
