import type { Memento } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { readStored, storedMap, storedTexts } from '../../../core/storage.ts';

const key = 'enterprises';
/** Paths by the id of the account: another account may not know them. */
const Stored = storedMap(storedTexts);
const limit = 50;

/** The enterprises of each account that appeared in records or were asked for. The API has no list of enterprises. */
export class Enterprises {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Paths, newest first. */
  of(account: string): readonly string[] {
    return this.#all().get(account) ?? [];
  }

  async add(account: string, enterprise: string): Promise<void> {
    const paths = this.of(account);
    if (paths.includes(enterprise)) return;
    const all = Object.fromEntries(this.#all());
    await this.#memory.update(key, { ...all, [account]: [enterprise, ...paths].slice(0, limit) });
    this.#changed.fire();
  }

  #all(): ReadonlyMap<string, readonly string[]> {
    return readStored(Stored, this.#memory.get(key)) ?? new Map();
  }
}
