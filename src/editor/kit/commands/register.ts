import { commands } from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { AnyCommand } from '../command.ts';
import type { CommandId } from '../contributions.ts';

/** Where a menu names a command in words of its own. */
type MenuPlace = 'Row' | 'Tag' | 'File' | 'Commit';

/** Exactly the commands of package.json, without those that only have another title in a menu. */
export type CommandTable = Readonly<Record<Exclude<CommandId, `${string}On${MenuPlace}`>, AnyCommand>>;

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
