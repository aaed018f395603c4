import { Coalesce } from '../../core/async.ts';
import { sha256 } from '../../core/digest.ts';
import { messageOf } from '../../core/errors.ts';
import type { Storage } from '../../core/storage.ts';
import { isObject, parseJson } from '../../core/text.ts';
import type { Host } from '../hosts.ts';
import type { IdentifyParts } from './identify.ts';
import type { Session } from './session.ts';

/** `SOURCEHOST_TOKEN` and `SOURCEHOST_HOST`, for containers and continuous integration. */
export interface Environment {
  readonly token: string | undefined;
  /** Host id; undefined: the built-in host. */
  readonly host: string | undefined;
}

interface EnvironmentParts extends IdentifyParts {
  readonly host: (id: string) => Host | undefined;
  /** Remembers whose token it is, so that only the first start has to ask. */
  readonly storage: Storage;
}

const name = 'sessions/environment';
const pauseAfterTrouble = 30_000;

/** The session of the token that the environment brings. */
export class EnvironmentSession {
  readonly #environment: Environment;
  readonly #parts: EnvironmentParts;
  readonly #asking = new Coalesce<string, Session | undefined>();
  #session: Session | undefined;
  #notBefore = 0;

  constructor(environment: Environment, parts: EnvironmentParts) {
    this.#environment = environment;
    this.#parts = parts;
  }

  /** Undefined where there is none, or the host could not be asked whose it is. */
  get(): Promise<Session | undefined> {
    const { token, host: id = 'gitcode' } = this.#environment;
    const host = token === undefined || token === '' ? undefined : this.#parts.host(id);
    if (host === undefined || token === undefined) return Promise.resolve(undefined);
    if (this.#session?.apiOrigin === new URL(host.apiUrl).origin) return Promise.resolve(this.#session);
    if (Date.now() < this.#notBefore) return Promise.resolve(undefined);
    return this.#asking.run(host.apiUrl, async (signal) => {
      try {
        this.#session = (await this.#remembered(host, token)) ?? (await this.#ask(host, token, signal));
        return this.#session;
      } catch (error) {
        this.#parts.log.warn(`the token of SOURCEHOST_TOKEN cannot be used now: ${messageOf(error)}`);
        this.#notBefore = Date.now() + pauseAfterTrouble;
        return undefined;
      }
    });
  }

  async #ask(host: Host, token: string, signal: AbortSignal): Promise<Session> {
    const { personalSession } = await import('./identify.ts');
    const session = { ...(await personalSession(this.#parts, host, token, host.scopes, signal)), kind } as const;
    const mark = JSON.stringify({ key: await keyOf(host, token), login: session.login });
    await this.#parts.storage.write(name, new TextEncoder().encode(mark)).catch((error: unknown) => {
      this.#parts.log.debug(`the next start has to ask again whose token it is: ${messageOf(error)}`);
    });
    return session;
  }

  async #remembered(host: Host, token: string): Promise<Session | undefined> {
    const bytes = await this.#parts.storage.read(name).catch(() => undefined);
    const mark = bytes === undefined ? undefined : parseJson(new TextDecoder().decode(bytes));
    if (!isObject(mark) || typeof mark.login !== 'string' || mark.key !== (await keyOf(host, token))) return undefined;
    const [apiOrigin, authOrigin] = [new URL(host.apiUrl).origin, new URL(host.authUrl).origin];
    return { host: host.id, login: mark.login, kind, token, receivedAt: 0, scopes: host.scopes, apiOrigin, authOrigin };
  }
}

const kind = 'environment';
const keyOf = (host: Host, token: string): Promise<string> => sha256(`${host.apiUrl} ${token}`);
