import * as v from 'valibot';
import type { AccessToken } from '../../api/oauth/oauth.ts';
import { parseJson } from '../../core/text.ts';
import { originsOfService } from '../hosting/gitAddress.ts';
import { accountOf, type Account, type Host } from '../hosting/hosts.ts';

/** Somebody's token at a host, as it is kept in the editor's secret storage. */
export interface Session {
  /** Host id. */
  readonly host: string;
  readonly login: string;
  readonly kind: 'oauth' | 'personal' | 'environment';
  readonly token: string;
  readonly refreshToken?: string | undefined;
  /** When the token was received, by this computer's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** Milliseconds from then on; undefined where the service did not say. */
  readonly lifetime?: number | undefined;
  /** What was asked for; other extensions find the session by it. */
  readonly scopes: readonly string[];
  /** What the service says it granted. */
  readonly granted?: readonly string[] | undefined;
  /** The only origin that the token is sent to. */
  readonly apiOrigin: string;
  /** The only origin that the refresh token is sent to. */
  readonly authOrigin: string;
  /** The only origins that git gets the token for; undefined where it was stored before they were. */
  readonly gitOrigins?: readonly string[] | undefined;
  /** The service refused to renew it; not stored. The account stays on screen until the person signs in again. */
  readonly ended?: boolean | undefined;
}

const Stored = v.object({
  host: v.pipe(v.string(), v.nonEmpty()),
  login: v.pipe(v.string(), v.nonEmpty()),
  kind: v.picklist(['oauth', 'personal', 'environment']),
  token: v.pipe(v.string(), v.nonEmpty()),
  refreshToken: v.optional(v.string()),
  receivedAt: v.number(),
  lifetime: v.optional(v.number()),
  scopes: v.array(v.string()),
  granted: v.optional(v.array(v.string())),
  apiOrigin: v.string(),
  authOrigin: v.string(),
  gitOrigins: v.optional(v.array(v.string())),
});

/** What `JSON.stringify` made of a session; undefined where it is damaged. */
export function parseSession(text: string): Session | undefined {
  const read = v.safeParse(Stored, parseJson(text));
  return read.success ? read.output : undefined;
}

/** Scopes as a set, in one spelling. */
export function normalScopes(scopes: readonly string[]): readonly string[] {
  return [...new Set(scopes.map((scope) => scope.trim()).filter((scope) => scope !== ''))].sort();
}

export function sameScopes(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(normalScopes(one)) === JSON.stringify(normalScopes(other));
}

/** Who it belongs to: `host id/login`. */
export function accountIdOf(session: Pick<Session, 'host' | 'login'>): string {
  return `${session.host}/${session.login}`;
}

/** One per account and set of scopes: signing in again replaces it. */
export function sessionId(session: Pick<Session, 'host' | 'login' | 'scopes'>): string {
  return [accountIdOf(session), ...normalScopes(session.scopes)].join(' ');
}

/** Whether the host is still where the token was given out: origins are compared exactly. */
export function belongsTo(session: Session, host: Pick<Host, 'id' | 'apiUrl'>): boolean {
  return session.host === host.id && session.apiOrigin === new URL(host.apiUrl).origin;
}

/**
 * Whether git may get the token at `origin`. Where the session does not say, only the origins that it certainly comes
 * from count: whatever the entry of the host says now may have been written since.
 */
export function allowsGit({ apiOrigin, authOrigin, gitOrigins }: Session, origin: string): boolean {
  return (gitOrigins ?? [apiOrigin, authOrigin].flatMap(originsOfService)).includes(origin);
}

/** Whether it is what a request for `scopes` means; none at all means any. */
export function satisfies(session: Session, scopes: readonly string[]): boolean {
  return (
    scopes.length === 0 ||
    sameScopes(session.scopes, scopes) ||
    (session.granted !== undefined && sameScopes(session.granted, scopes))
  );
}

/** An account with the session that the extension itself works with. */
export interface KnownAccount {
  readonly account: Account;
  readonly session: Session;
}

/** The accounts of `sessions`, each once. */
export function knownAccounts(sessions: readonly Session[], host: Host): readonly KnownAccount[] {
  const own = (session: Session): number =>
    (session.ended === true ? 4 : 0) + (sameScopes(session.scopes, host.scopes) ? 0 : 1);
  const sorted = sessions.filter((session) => belongsTo(session, host)).sort((a, b) => own(a) - own(b));
  const best = new Map<string, Session>();
  for (const session of sorted) if (!best.has(session.login)) best.set(session.login, session);
  return [...best.values()]
    .sort((a, b) => a.login.localeCompare(b.login))
    .map((session) => ({ account: accountOf(host, session.login), session }));
}

/** The parts of a session that an OAuth answer decides. A refresh may keep the old refresh token. */
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

/** Whether it is time to renew a token before the service rejects it. Only this computer's clock counts. */
export function isDue(session: Session, now: number): boolean {
  if (session.refreshToken === undefined || session.lifetime === undefined) return false;
  return now >= session.receivedAt + session.lifetime - Math.min(earliest, session.lifetime / 10);
}

/** When the token ends by this computer's clock; undefined where nothing is known. */
export function expiryOf(session: Session): number | undefined {
  return session.lifetime === undefined ? undefined : session.receivedAt + session.lifetime;
}
