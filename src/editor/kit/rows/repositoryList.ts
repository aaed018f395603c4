import type { Memento } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { readStored, storedList } from '../../../core/storage.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { sameRepository, StoredRepositoryAt, type RepositoryAt } from '../../../domain/hosts/activeRepository.ts';

const Stored = storedList(StoredRepositoryAt);

export class RepositoryList {
  readonly #memory: Memento;
  readonly #key: string;
  readonly #limit: number;
  readonly #isOffered: (repository: RepositoryAt) => boolean;
  readonly #changed = new Emitter<void>();

  /** `isOffered`: false for a repository of an account that is signed out. It stays stored. */
  constructor(
    memory: Memento,
    key: string,
    limit: number,
    isOffered: (repository: RepositoryAt) => boolean = () => true,
  ) {
    this.#memory = memory;
    this.#key = key;
    this.#limit = limit;
    this.#isOffered = isOffered;
  }

  readonly onDidChange = this.#changed.event;

  all(): readonly RepositoryAt[] {
    return this.#stored().filter((one) => this.#isOffered(one));
  }

  has(repository: RepositoryAt): boolean {
    return this.all().some((one) => sameRepository(one, repository));
  }

  /** Moves or adds `repository` to the top. */
  async add(repository: RepositoryAt): Promise<void> {
    const others = this.#stored().filter((one) => !sameRepository(one, repository));
    await this.#store([repository, ...others].slice(0, this.#limit));
  }

  async remove(repository: RepositoryAt): Promise<void> {
    await this.#store(this.#stored().filter((one) => !sameRepository(one, repository)));
  }

  #stored(): readonly RepositoryAt[] {
    return readStored(Stored, this.#memory.get(this.#key)) ?? [];
  }

  async rename(from: RepositoryName, to: RepositoryName): Promise<void> {
    const is = (name: RepositoryName) => (one: RepositoryAt) => sameRepository(one, { name, account: undefined });
    if (!this.all().some(is(from))) return;
    const others = this.all().filter((one) => !is(to)(one));
    await this.#store(others.map((one) => (is(from)(one) ? { ...one, name: to } : one)));
  }

  async #store(repositories: readonly RepositoryAt[]): Promise<void> {
    await this.#memory.update(this.#key, repositories);
    this.#changed.fire();
  }
}
