import type { Api } from '../../api/client/client.ts';
import type { SelfPermission } from '../../api/record/permission.ts';
import { delay } from '../../core/async.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';

/** Milliseconds for which an answer is used. */
const lifetime = 60 * 60_000;
/** Milliseconds that a question waits for an answer, which only explains. */
const mostWait = 2_000;
const quietly = { priority: 'background' } as const;
/** The access level of maintainers; that of owners is higher. */
const administratorLevel = 40;

/** What an account may do in a repository. What the host does not say is undefined: unknown, and hides nothing. */
export interface OwnRights {
  readonly role_name: string | undefined;
  readonly role_name_cn: string | undefined;
  readonly isAdministrator: boolean | undefined;
  /** For example `pr`, `merge`. */
  readonly may: (scope: string, action: string) => boolean | undefined;
}

/** Answers about repositories. One that did not come is not asked for again within the hour. */
class Answers<T> {
  readonly #now: () => number;
  readonly #known = new WeakMap<Api, Map<string, { readonly time: number; readonly answer: Promise<T | undefined> }>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Undefined: the host does not tell it, or not in time. */
  async of({ api }: Connection, name: RepositoryName, ask: () => Promise<T>): Promise<T | undefined> {
    const key = repositoryKey(name);
    const known = this.#known.get(api) ?? new Map<string, { time: number; answer: Promise<T | undefined> }>();
    const earlier = known.get(key);
    const isFresh = earlier !== undefined && this.#now() - earlier.time < lifetime;
    const latest = isFresh ? earlier : { time: this.#now(), answer: ask().catch(() => undefined) };
    this.#known.set(api, known.set(key, latest));
    return await Promise.race([latest.answer, delay(mostWait).then(() => undefined)]);
  }
}

/** What the host says about the rights of an account and the rules of a repository. One request each in an hour. */
export class Gates {
  readonly #features: HostFeatures;
  readonly #rights: Answers<SelfPermission>;
  readonly #settings: Answers<{ readonly delete_source_branch_when_merged?: boolean | undefined }>;

  constructor(features: HostFeatures, now: () => number = Date.now) {
    this.#features = features;
    this.#rights = new Answers(now);
    this.#settings = new Answers(now);
  }

  async rights(connection: Connection, name: RepositoryName): Promise<OwnRights> {
    const ask = async () =>
      await this.#features.callIn(
        { connection, name },
        'gates.selfPermission',
        (api, at) => api.gates.selfPermission(at, quietly),
        quietly,
      );
    const told = await this.#rights.of(connection, name, ask);
    const { name: role_name, cn_name: role_name_cn, access_level: level } = told?.role_info ?? {};
    return {
      role_name,
      role_name_cn,
      isAdministrator: level === undefined ? undefined : level >= administratorLevel,
      may: (scope, action) => {
        const tree = told?.resource_trees.find((one) => one.scope === scope);
        return tree?.actions.find((one) => one.action === action)?.selected;
      },
    };
  }

  /** Whether the repository says that source branches are removed after a merge; false if it does not tell. */
  async removesHead(connection: Connection, name: RepositoryName): Promise<boolean> {
    const ask = async () =>
      await this.#features.callIn(
        { connection, name },
        'gates.pullRequestSettings',
        (api, at) => api.gates.pullRequestSettings(at, quietly),
        quietly,
      );
    return (await this.#settings.of(connection, name, ask))?.delete_source_branch_when_merged === true;
  }
}
