import { Coalesce } from '../../core/async.ts';
import { sha256 } from '../../core/digest.ts';
import { messageOf } from '../../core/errors.ts';
import type { Storage } from '../../core/storage.ts';
import { isObject, parseJson } from '../../core/text.ts';
import type { Host } from '../hosting/hosts.ts';
import { apiRootOf, builtIn } from './hostSettings.ts';
import type { IdentifyParts } from './identify.ts';
import { belongsTo, type Session } from './session.ts';

/** `SOURCEHOST_TOKEN`, `SOURCEHOST_HOST` and `SOURCEHOST_API_URL`, for containers and continuous integration. */
export interface Environment {
  readonly token: string | undefined;
  /** Host id; undefined: any host at `apiUrl`. */
  readonly host: string | undefined;
  /** API root of the only host that gets the token; undefined: that of the built-in host. */
  readonly apiUrl: string | undefined;
}

interface EnvironmentParts extends IdentifyParts {
  readonly hosts: () => readonly Host[];
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
  #warned = false;

  constructor(environment: Environment, parts: EnvironmentParts) {
    this.#environment = environment;
    this.#parts = parts;
  }

  /** Undefined where there is none, or the host could not be asked whose it is. */
  get(): Promise<Session | undefined> {
    const { token } = this.#environment;
    const host = token === undefined || token === '' ? undefined : this.#host();
    if (host === undefined || token === undefined) return Promise.resolve(undefined);
    if (this.#session !== undefined && belongsTo(this.#session, host)) return Promise.resolve(this.#session);
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

  /**
   * The host that the environment itself names, whatever the settings call it: an entry whose API root was changed does
   * not get the token.
   */
  #host(): Host | undefined {
    const { host: id, apiUrl } = this.#environment;
    const roots = apiUrl === undefined || apiUrl === '' ? builtIn.map((entry) => entry.apiUrl) : [apiUrl];
    const allowed = roots.map(apiRootOf);
    const known = this.#parts.hosts().filter((host) => id === undefined || id === '' || host.id === id);
    const found = known.find((host) => allowed.includes(host.apiUrl));
    if (found === undefined && !this.#warned) {
      this.#warned = true;
      this.#parts.log.warn(
        `SOURCEHOST_TOKEN is not used: ${id ?? 'no host'} does not have the API root ${allowed.join()} (SOURCEHOST_API_URL)`,
      );
    }
    return found;
  }

  async #ask(host: Host, token: string, signal: AbortSignal): Promise<Session> {
    const { personalSession } = await import('./identify.ts');
    const session = { ...(await personalSession(this.#parts, host, token, host.scopes, signal)), kind } as const;
    const { login, gitOrigins } = session;
    const mark = JSON.stringify({ key: await keyOf(host, token), login, gitOrigins });
    await this.#parts.storage.write(name, new TextEncoder().encode(mark)).catch((error: unknown) => {
      this.#parts.log.debug(`the next start has to ask again whose token it is: ${messageOf(error)}`);
    });
    return session;
  }

  async #remembered(host: Host, token: string): Promise<Session | undefined> {
    const bytes = await this.#parts.storage.read(name).catch(() => undefined);
    const mark = bytes === undefined ? undefined : parseJson(new TextDecoder().decode(bytes));
    if (!isObject(mark) || typeof mark.login !== 'string' || mark.key !== (await keyOf(host, token))) return undefined;
    // Without them it was stored by an older version: the host is asked once more.
    if (!Array.isArray(mark.gitOrigins)) return undefined;
    const gitOrigins = mark.gitOrigins.filter((origin) => typeof origin === 'string');
    const [apiOrigin, authOrigin] = [new URL(host.apiUrl).origin, new URL(host.authUrl).origin];
    const { id, scopes } = host;
    return { host: id, login: mark.login, kind, token, receivedAt: 0, scopes, apiOrigin, authOrigin, gitOrigins };
  }
}

const kind = 'environment';
const keyOf = (host: Host, token: string): Promise<string> => sha256(`${host.apiUrl} ${token}`);
