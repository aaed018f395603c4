import { commands } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { AnyCommand } from '../command.ts';

/** Commands by id. Ids that only have another title in a menu are not in it. */
export type CommandTable = Readonly<Record<string, AnyCommand>>;

/** Runs the command `id` with the arguments that the editor gives it. */
export type CommandRunner = (id: string, args: readonly unknown[]) => Promise<unknown>;

/** `load` is called when a command runs; its code is not part of the activation. */
export function registerCommands(ids: readonly string[], load: () => Promise<CommandRunner>): Disposable[] {
  return ids.map((id) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      const run = await load();
      return await run(id, args);
    }),
  );
}
