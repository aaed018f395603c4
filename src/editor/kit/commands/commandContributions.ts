import { lazily } from '../../../core/async.ts';
import type { CommandTable } from './register.ts';

/** The commands that the features contribute. All are loaded when the first one runs. */
export class CommandContributions {
  readonly #loaders: (() => Promise<CommandTable>)[] = [];

  add(load: () => Promise<CommandTable>): void {
    this.#loaders.push(load);
  }

  /** @throws if two features contribute the same command */
  readonly load: () => Promise<CommandTable> = lazily(async () => {
    const tables = await Promise.all(this.#loaders.map(async (load) => await load()));
    const commands = tables.flatMap((table) => Object.entries(table));
    const table = Object.fromEntries(commands);
    const twice = commands.find(([id, command]) => table[id] !== command)?.[0];
    if (twice !== undefined) throw new Error(`two features contribute the command ${twice}`);
    return table;
  });
}
