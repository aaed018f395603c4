import type { Memento } from 'vscode';
import type { GenericSchema } from 'valibot';
import { Emitter } from '../../../core/emitter.ts';
import { readFilter } from '../../../domain/tracker/queries.ts';

/** How the lists of the views are narrowed in this workspace, by the name of the list. */
export class Filters {
  readonly #memory: Memento;
  readonly #changed = new Emitter<string>();

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Fires with the name of the list. */
  readonly onDidChange = this.#changed.event;

  get<T extends object>(list: string, schema: GenericSchema<unknown, T>): T | undefined {
    return readFilter(schema, this.#memory.get(key(list)));
  }

  /** undefined: no filter. */
  async set(list: string, filter: object | undefined): Promise<void> {
    await this.#memory.update(key(list), filter);
    this.#changed.fire(list);
  }
}

const key = (list: string): string => `filter.${list}`;
