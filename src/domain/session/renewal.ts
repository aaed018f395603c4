import type { Fetch } from '../../api/http/fetch.ts';
import type { Credentials } from '../../api/http/send.ts';
import { Coalesce, delay } from '../../core/async.ts';
import { Failure, isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import type { Host } from '../hosts/hosts.ts';
import type { Clients } from './clients.ts';
import type * as onDemand from './onDemand.ts';
import { belongsTo, isDue, sessionId, tokenParts, type Session } from './session.ts';
import { sessionStorageName, SpentTokens } from './spentTokens.ts';
import type { Vault } from './vault.ts';

export interface RenewalParts {
  readonly vault: Vault;
  readonly clients: Clients;
  readonly host: (id: string) => Host | undefined;
  readonly fetch: Fetch;
  /** Shared by all windows and processes. It has the lock and the digests of spent refresh tokens, but no token. */
  readonly storage: Storage;
  readonly load: () => Promise<Pick<typeof onDemand, 'refreshToken'>>;
  readonly log: Log;
  readonly now?: () => number;
}

/** Milliseconds. */
const replyTimeout = 20_000;
const lockTimeout = 45_000;
/** Milliseconds until a token that another window has renewed must be visible here. */
const visibleWithin = 2_000;
const pauseAfterFailure = 30_000;

/** Renews tokens before they expire, and once after a rejected request. Windows and processes renew one at a time. */
export class Renewal {
  readonly #parts: RenewalParts;
  readonly #spent: SpentTokens;
  readonly #now: () => number;
  readonly #running = new Coalesce<string, Session | undefined>();
  readonly #notBefore = new Map<string, number>();

  constructor(parts: RenewalParts) {
    this.#parts = parts;
    this.#spent = new SpentTokens(parts.storage, parts.log);
    this.#now = parts.now ?? Date.now;
  }

  /** The credentials of a session for requests. `find` returns the current session of this window. */
  credentials(find: () => Promise<Session | undefined>): Credentials {
    return {
      token: async () => {
        const session = await find();
        if (session === undefined || session.ended === true) throw ended();
        return (await this.fresh(session)).token;
      },
      renew: async (rejected) => {
        const session = await find();
        if (session === undefined || session.token !== rejected) return session?.token;
        const renewed = await this.#renew(session);
        // Every call throws the same message, so that it is shown once.
        if (renewed === undefined && (await find())?.ended === true) throw ended();
        return renewed?.token;
      },
    };
  }

  async fresh(session: Session): Promise<Session> {
    const id = sessionId(session);
    if (session.ended === true || !isDue(session, this.#now())) return session;
    if ((this.#notBefore.get(id) ?? 0) > this.#now()) return session;
    try {
      const renewed = await this.#renew(session, false);
      if (renewed !== undefined) return renewed;
    } catch (error) {
      this.#parts.log.info(`not renewed ahead of time: ${messageOf(error)}`);
    }
    this.#notBefore.set(id, this.#now() + pauseAfterFailure);
    return session;
  }

  async forget(id: string): Promise<void> {
    this.#notBefore.delete(id);
    await this.#spent.forget(id);
  }

  /** Undefined if it cannot be renewed. `final`: a refusal ends the session. @throws Failure if the service is away */
  #renew(session: Session, final = true): Promise<Session | undefined> {
    const id = sessionId(session);
    if (session.refreshToken === undefined) return Promise.resolve(undefined);
    return this.#running.run(`${id} ${final}`, () => this.#exclusively(id, () => this.#renewNow(id, session, final)));
  }

  async #renewNow(id: string, session: Session, final: boolean): Promise<Session | undefined> {
    const { vault, log } = this.#parts;
    await vault.refresh();
    const stored = await vault.get(id);
    if (stored === undefined) return undefined;
    if (stored.token !== session.token) return replaces(stored, session) ? stored : undefined;
    const host = this.#parts.host(stored.host);
    const client = host && belongsTo(stored, host) ? await this.#parts.clients.get(host) : undefined;
    if (client === undefined || stored.refreshToken === undefined) return undefined;
    if (new URL(client.authUrl).origin !== stored.authOrigin) return undefined;
    const fate = await this.#spent.fateOf(id, stored.refreshToken);
    if (fate === 'refused') {
      vault.end(stored);
      return undefined;
    }
    if (fate === 'spent') {
      log.info('another window renewed this session; waiting for its token');
      const replaced = await this.#renewedByOther(id, stored);
      if (replaced !== undefined) return replaced;
      throw new Failure('signedOut', 'another window renewed this session', { reason: 'renewedElsewhere' });
    }
    try {
      const signal = AbortSignal.timeout(replyTimeout);
      const { refreshToken } = await this.#parts.load();
      const answer = await refreshToken(this.#parts.fetch, client, stored.refreshToken, signal);
      const renewed: Session = { ...stored, ...tokenParts(answer, this.#now(), stored) };
      await vault.put(renewed);
      if (renewed.refreshToken !== stored.refreshToken) await this.#spent.note(id, stored.refreshToken, 'spent');
      this.#notBefore.delete(id);
      log.info(`renewed the session of ${stored.host}`);
      return renewed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.info(`the service refused to renew the session of ${stored.host}: ${messageOf(error)}`);
      const other = await this.#renewedByOther(id, stored);
      if (other === undefined && final && isDefinite(error)) {
        await this.#spent.note(id, stored.refreshToken, 'refused');
        vault.end(stored);
      }
      return other;
    }
  }

  /** Waits for the session that another window has renewed; undefined if it does not become visible in this window. */
  async #renewedByOther(id: string, before: Session): Promise<Session | undefined> {
    const { vault } = this.#parts;
    const end = performance.now() + visibleWithin;
    for (;;) {
      await vault.refresh();
      const session = await vault.get(id);
      if (session !== undefined && replaces(session, before)) return session;
      if (session === undefined || performance.now() > end) return undefined;
      await delay(100);
    }
  }

  /** Without the shared lock (full or read-only disk), `work` still runs once at a time in this window. */
  async #exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    const started = Promise.withResolvers<undefined>();
    const { storage, log } = this.#parts;
    const place = await sessionStorageName(id);
    const locked = storage.lock(place, { signal: AbortSignal.timeout(lockTimeout) }, () => {
      started.resolve(undefined);
      return work();
    });
    try {
      await Promise.race([started.promise, locked]);
    } catch (error) {
      log.warn(`no lock for renewing: ${messageOf(error)}`);
      return await work();
    }
    return await locked;
  }
}

/** Whether `session` has another token than `before`, for the same origin. */
function replaces(session: Session, before: Session): boolean {
  return session.token !== before.token && session.ended !== true && session.apiOrigin === before.apiOrigin;
}

function ended(): Failure {
  return new Failure('signedOut', 'the session has ended', { reason: 'sessionEnded' });
}

function isRefusal(error: unknown): error is Failure {
  return isFailure(error, 'signedOut', 'invalid', 'refused', 'forbidden', 'missing');
}

/** Whether the refusal certainly comes from the service, not from a firewall or a wrong address. */
function isDefinite(failure: Failure): boolean {
  if (failure.reason === 'clientRefused') return false;
  return failure.kind === 'signedOut' || (failure.kind === 'invalid' && failure.serverMessage !== undefined);
}
