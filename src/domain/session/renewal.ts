import type { Fetch } from '../../api/http/fetch.ts';
import type { Credentials } from '../../api/http/send.ts';
import { Coalesce, delay } from '../../core/async.ts';
import { Failure, isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Storage } from '../../core/storage.ts';
import type { Host } from '../hosting/hosts.ts';
import type { Clients } from './clients.ts';
import { belongsTo, isDue, sessionId, tokenParts, type Session } from './session.ts';
import { sessionStorageName, SpentTokens } from './spentTokens.ts';
import type { Vault } from './vault.ts';

export interface RenewalParts {
  readonly vault: Vault;
  readonly clients: Clients;
  readonly host: (id: string) => Host | undefined;
  readonly fetch: Fetch;
  /** Shared by every window and process: holds the lock, and which refresh tokens are spent, but no token. */
  readonly storage: Storage;
  readonly log: Log;
  readonly now?: () => number;
}

/** Milliseconds. */
const answerWithin = 20_000;
const lockWithin = 45_000;
/** How long another window's new token may take to get here. */
const arrivesWithin = 2_000;
const pauseAfterTrouble = 30_000;

/** Renews tokens: ahead of time, once on a rejected call, and one at a time across windows and processes. */
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

  /** What requests of a session are sent with. `find` gives the session as it is known in this window now. */
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
        // Told in the same words at every call: so a person hears it once.
        if (renewed === undefined && (await find())?.ended === true) throw ended();
        return renewed?.token;
      },
    };
  }

  /** The session, renewed where it is time for it. Trouble with that is no reason not to use what there is. */
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
    this.#notBefore.set(id, this.#now() + pauseAfterTrouble);
    return session;
  }

  /** Leaves no trace of a session that is signed out. */
  async forget(id: string): Promise<void> {
    this.#notBefore.delete(id);
    await this.#spent.forget(id);
  }

  /** The session with a newer token; undefined where it cannot be renewed. Rejects where the service cannot be reached. */
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
      const arrived = await this.#arrival(id, stored);
      if (arrived !== undefined) return arrived;
      throw new Failure('signedOut', 'another window renewed this session', { reason: 'renewedElsewhere' });
    }
    try {
      const signal = AbortSignal.timeout(answerWithin);
      const { refreshToken } = await import('../../api/oauth/oauth.ts');
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
      const other = await this.#arrival(id, stored);
      if (other === undefined && final && isDefinite(error)) {
        await this.#spent.note(id, stored.refreshToken, 'refused');
        vault.end(stored);
      }
      return other;
    }
  }

  /** The token that another window got, where this one comes to see it. */
  async #arrival(id: string, before: Session): Promise<Session | undefined> {
    const { vault } = this.#parts;
    const end = performance.now() + arrivesWithin;
    for (;;) {
      await vault.refresh();
      const session = await vault.get(id);
      if (session !== undefined && replaces(session, before)) return session;
      if (session === undefined || performance.now() > end) return undefined;
      await delay(100);
    }
  }

  /** Where there is no lock to be had (full or read-only disk), at least one at a time in this window. */
  async #exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    const started = Promise.withResolvers<undefined>();
    const { storage, log } = this.#parts;
    const place = await sessionStorageName(id);
    const locked = storage.lock(place, { signal: AbortSignal.timeout(lockWithin) }, () => {
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

/** Whether `session` has a newer token that goes to the same origin as that of `before`. */
function replaces(session: Session, before: Session): boolean {
  return session.token !== before.token && session.ended !== true && session.apiOrigin === before.apiOrigin;
}

function ended(): Failure {
  return new Failure('signedOut', 'the session has ended', { reason: 'sessionEnded' });
}

/** The service answered, and the answer is no. */
function isRefusal(error: unknown): error is Failure {
  return isFailure(error, 'signedOut', 'invalid', 'refused', 'forbidden', 'missing');
}

/** Not the answer of some firewall or misconfigured address. */
function isDefinite(failure: Failure): boolean {
  if (failure.reason === 'clientRefused') return false;
  return failure.kind === 'signedOut' || (failure.kind === 'invalid' && failure.serverMessage !== undefined);
}
