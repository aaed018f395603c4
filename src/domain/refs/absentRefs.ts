import { LRUCache } from 'lru-cache';
import { repositoryKey, type RepositoryName } from '../hosting/address.ts';

/** Milliseconds for which a name that was no ref is not looked for again. */
const lifetime = 5 * 60_000;

/** Names that were no branch, tag or commit when somebody last looked, by account and repository. */
export class AbsentRefs {
  readonly #noted = new LRUCache<string, number>({ max: 500 });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `names`: those that were looked for together. */
  has(name: RepositoryName, login: string | undefined, names: readonly string[]): boolean {
    const noted = this.#noted.get(keyOf(name, login, names));
    return noted !== undefined && this.#now() - noted < lifetime;
  }

  note(name: RepositoryName, login: string | undefined, names: readonly string[]): void {
    this.#noted.set(keyOf(name, login, names), this.#now());
  }

  /** A ref was created in `name`; undefined: look for all again. */
  forget(name?: RepositoryName): void {
    const prefix = name === undefined ? '' : startOf(name);
    for (const key of [...this.#noted.keys()]) if (key.startsWith(prefix)) this.#noted.delete(key);
  }
}

const startOf = (name: RepositoryName): string => `${repositoryKey(name)}\n`;
const keyOf = (name: RepositoryName, login: string | undefined, names: readonly string[]): string =>
  startOf(name) + [login ?? '', ...names].join('\n');
