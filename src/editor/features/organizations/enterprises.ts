import type { Memento } from 'vscode';
import { Emitter } from '../../../core/emitter.ts';
import { isObject } from '../../../core/text.ts';

const key = 'enterprises';
const limit = 50;

/** The enterprises of each host that appeared in records or were asked for. The API has no list of enterprises. */
export class Enterprises {
  readonly #memory: Memento;
  readonly #changed = new Emitter<void>();

  readonly onDidChange = this.#changed.event;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Paths, newest first. */
  of(host: string): readonly string[] {
    const stored = this.#all()[host];
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  }

  async add(host: string, enterprise: string): Promise<void> {
    const paths = this.of(host);
    if (paths.includes(enterprise)) return;
    await this.#memory.update(key, { ...this.#all(), [host]: [enterprise, ...paths].slice(0, limit) });
    this.#changed.fire();
  }

  #all(): Readonly<Record<string, unknown>> {
    const stored = this.#memory.get<unknown>(key);
    return isObject(stored) ? stored : {};
  }
}
