import type { Memento } from 'vscode';
import { Emitter } from '../../core/emitter.ts';
import { repositoryKey, type RepositoryName } from '../../domain/hosting/address.ts';

/** The repositories that the user trusts. The editor uses the configuration only of these. */
export class RepositoryTrust {
  readonly #memory: Memento;
  readonly #changed = new Emitter<RepositoryName>();
  /** The last answers, to detect a change by another window. */
  readonly #answered = new Map<string, { readonly name: RepositoryName; readonly trusted: boolean }>();

  /** `memory` is shared by all windows. */
  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Fires when the trust in a repository has changed. */
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

  /** Detects changes by other windows. */
  refresh(): void {
    for (const { name, trusted } of [...this.#answered.values()])
      if (this.trusts(name) !== trusted) this.#changed.fire(name);
  }
}

const keyOf = (name: RepositoryName): string => `trusted:${repositoryKey(name)}`;
