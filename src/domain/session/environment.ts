import * as v from 'valibot';
import { Coalesce } from '../../core/async.ts';
import { sha256 } from '../../core/digest.ts';
import { messageOf } from '../../core/errors.ts';
import { parseStored, type Storage } from '../../core/storage.ts';
import { originsOfService, sharesDomain } from '../hosts/gitAddress.ts';
import type { Host } from '../hosts/hosts.ts';
import { apiRootOf, builtIn } from './hostSettings.ts';
import type { IdentifyParts } from './identify.ts';
import type * as onDemand from './onDemand.ts';
import { belongsTo, type Session } from './session.ts';

/** `SOURCEHOST_TOKEN`, `SOURCEHOST_HOST` and `SOURCEHOST_API_URL`, for containers and continuous integration. */
export interface Environment {
  readonly token: string | undefined;
  /** Undefined: any host at `apiUrl`. */
  readonly host: string | undefined;
  /** API root of the only host that gets the token; undefined: the API root of the built-in host. */
  readonly apiUrl: string | undefined;
}

interface EnvironmentParts extends IdentifyParts {
  readonly hosts: () => readonly Host[];
  /** Persists the login of the token, so that only the first start sends a request. */
  readonly storage: Storage;
  readonly load: () => Promise<Pick<typeof onDemand, 'personalSession'>>;
}

const name = 'sessions/environment';
/** An older version stored no `gitOrigins`: its login is requested again. */
const Stored = v.object({ key: v.string(), login: v.string(), gitOrigins: v.array(v.string()) });
const pauseAfterFailure = 30_000;

export class EnvironmentSession {
  readonly #environment: Environment;
  readonly #parts: EnvironmentParts;
  readonly #requests = new Coalesce<string, Session | undefined>();
  #session: Session | undefined;
  #notBefore = 0;
  #warned = false;

  constructor(environment: Environment, parts: EnvironmentParts) {
    this.#environment = environment;
    this.#parts = parts;
  }

  /** Undefined if there is no token, no matching host, or the request for its login failed. */
  get(): Promise<Session | undefined> {
    const { token } = this.#environment;
    const host = token === undefined || token === '' ? undefined : this.#host();
    if (host === undefined || token === undefined) return Promise.resolve(undefined);
    if (this.#session !== undefined && belongsTo(this.#session, host)) return Promise.resolve(this.#session);
    if (Date.now() < this.#notBefore) return Promise.resolve(undefined);
    return this.#requests.run(host.apiUrl, async (signal) => {
      try {
        this.#session = (await this.#remembered(host, token)) ?? (await this.#ask(host, token, signal));
        return this.#session;
      } catch (error) {
        this.#parts.log.warn(`the token of SOURCEHOST_TOKEN cannot be used now: ${messageOf(error)}`);
        this.#notBefore = Date.now() + pauseAfterFailure;
        return undefined;
      }
    });
  }

  /** A host entry with another API root does not get the token, even with the same id. */
  #host(): Host | undefined {
    const { host: id, apiUrl } = this.#environment;
    const roots = apiUrl === undefined || apiUrl === '' ? builtIn.map((entry) => entry.apiUrl) : [apiUrl];
    const allowed = roots.map(apiRootOf);
    const hosts = this.#parts.hosts().filter((host) => id === undefined || id === '' || host.id === id);
    const match = hosts.find((host) => allowed.includes(host.apiUrl));
    if (match === undefined && !this.#warned) {
      this.#warned = true;
      this.#parts.log.warn(
        `SOURCEHOST_TOKEN is not used: ${id ?? 'no host'} does not have the API root ${allowed.join()} (SOURCEHOST_API_URL)`,
      );
    }
    return match;
  }

  async #ask(host: Host, token: string, signal: AbortSignal): Promise<Session> {
    const { personalSession } = await this.#parts.load();
    const session = await personalSession(this.#parts, host, token, host.scopes, signal);
    const { login, gitOrigins = [] } = session;
    const record = JSON.stringify({ key: await keyOf(host, token), login, gitOrigins });
    await this.#parts.storage.write(name, new TextEncoder().encode(record)).catch((error: unknown) => {
      this.#parts.log.debug(`the next start has to ask again whose token it is: ${messageOf(error)}`);
    });
    return { ...session, kind, gitOrigins: originsOfApi(gitOrigins, host) };
  }

  async #remembered(host: Host, token: string): Promise<Session | undefined> {
    const record = parseStored(Stored, await this.#parts.storage.read(name).catch(() => undefined));
    if (record?.key !== (await keyOf(host, token))) return undefined;
    const gitOrigins = originsOfApi(record.gitOrigins, host);
    const [apiOrigin, authOrigin] = [new URL(host.apiUrl).origin, new URL(host.authUrl).origin];
    const { id, scopes } = host;
    return { host: id, login: record.login, kind, token, receivedAt: 0, scopes, apiOrigin, authOrigin, gitOrigins };
  }
}

const kind = 'environment';
const keyOf = (host: Host, token: string): Promise<string> => sha256(`${host.apiUrl} ${token}`);

/** The `origins` on the domain of the API, and on the other domain of its service: settings can name any other. */
function originsOfApi(origins: readonly string[], { apiUrl }: Pick<Host, 'apiUrl'>): readonly string[] {
  return origins.filter((origin) => originsOfService(origin).some((webUrl) => sharesDomain({ webUrl, apiUrl })));
}
