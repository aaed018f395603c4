import type { Memento } from 'vscode';
import type { GenericSchema } from 'valibot';
import { Emitter } from '../../../core/emitter.ts';
import { readStored } from '../../../core/storage.ts';

/** The filters of the lists in this workspace, by the key of the list. */
export class Filters {
  readonly #memory: Memento;
  readonly #changed = new Emitter<string>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Fires with the key of the list. */
  readonly onDidChange = this.#changed.event;

  get<T extends object>(list: string, schema: GenericSchema<unknown, T>): T | undefined {
    return readStored(schema, this.#memory.get(key(list)));
  }

  /** Sets a filter; undefined removes it. */
  async set(list: string, filter: object | undefined): Promise<void> {
    await this.#memory.update(key(list), filter);
    this.#changed.fire(list);
  }
}

const key = (list: string): string => `filter.${list}`;
