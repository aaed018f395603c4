import type { Memento } from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import { repositoryKey, type RepositoryName } from '../../domain/hosting/address.ts';

/** The repositories whose authors a person trusts: the editor uses the configuration of these only. */
export class RepositoryTrust {
  readonly #memory: Memento;
  readonly #changed = new Emitter<RepositoryName>();
  /** What was answered last, to notice what another window changed. */
  readonly #answered = new Map<string, { readonly name: RepositoryName; readonly trusted: boolean }>();

  /** `memory`: of all windows. */
  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** A repository is trusted, or no longer. */
  readonly onDidChange = this.#changed.event;

  trusts(name: RepositoryName): boolean {
    const trusted = this.#memory.get(keyOf(name)) === true;
    this.#answered.set(keyOf(name), { name, trusted });
    return trusted;
  }

  async set(name: RepositoryName, trusted: boolean): Promise<void> {
    const before = this.trusts(name);
    await this.#memory.update(keyOf(name), trusted ? true : undefined);
    if (this.trusts(name) !== before) this.#changed.fire(name);
  }

  /** Notices what was changed in another window. */
  refresh(): void {
    for (const { name, trusted } of [...this.#answered.values()])
      if (this.trusts(name) !== trusted) this.#changed.fire(name);
  }
}

const keyOf = (name: RepositoryName): string => `trusted:${repositoryKey(name)}`;
