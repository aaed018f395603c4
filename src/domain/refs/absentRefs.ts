import { LRUCache } from 'lru-cache';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

/** Milliseconds for which a name without a ref is not searched again. */
const lifetime = 5 * 60_000;

/** Names that were neither branch, tag nor commit at the last search, by account and repository. */
export class AbsentRefs {
  readonly #times = new LRUCache<string, number>({ max: 500 });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `names`: the names of one search. */
  has(name: RepositoryName, login: string | undefined, names: readonly string[]): boolean {
    const recordedAt = this.#times.get(keyOf(name, login, names));
    return recordedAt !== undefined && this.#now() - recordedAt < lifetime;
  }

  note(name: RepositoryName, login: string | undefined, names: readonly string[]): void {
    this.#times.set(keyOf(name, login, names), this.#now());
  }

  /** Forgets the names of one repository, after a ref was created in it; without `name` those of all repositories. */
  forget(name?: RepositoryName): void {
    const prefix = name === undefined ? '' : startOf(name);
    for (const key of [...this.#times.keys()]) if (key.startsWith(prefix)) this.#times.delete(key);
  }
}

const startOf = (name: RepositoryName): string => `${repositoryKey(name)}\n`;
const keyOf = (name: RepositoryName, login: string | undefined, names: readonly string[]): string =>
  startOf(name) + [login ?? '', ...names].join('\n');
