import { name, optional } from '../../../api/contract/field.ts';
import type { Checkout } from '../../../domain/workingTree/checkout.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { editedAt, pathsField, staged, toPaths } from './changeArguments.ts';
import { onRepository } from '../framework/declare.ts';
import type { LoadScmTools, ScmTools } from './scmTools.ts';

type Id = `sourcehost.change.${'open' | 'openFile' | 'stage' | 'unstage'}`;

/** Commands on the rows of source control. */
export function changeCommands(load: LoadScmTools): Record<Id, AnyCommand> {
  const onSome = (
    run: (changing: ScmTools['changing'], edited: Checkout, given: readonly string[] | undefined) => Promise<void>,
  ): AnyCommand =>
    onRepository({
      fields: { ref: optional(name), paths: optional(pathsField) },
      run: async ({ ref, paths: given }, at, invocation) => {
        const edited = await editedAt(load, ref, at, invocation);
        await run((await load()).changing, edited, toPaths(given));
      },
    });
  return {
    'sourcehost.change.open': onRepository({
      fields: { paths: pathsField, ref: optional(name), staged: optional(staged) },
      run: async ({ paths: given, ref, staged: rows }, at, invocation) => {
        const edited = await editedAt(load, ref, at, invocation);
        const { changing } = await load();
        for (const path of toPaths(given) ?? []) await changing.open(edited, path, rows === true);
      },
    }),
    'sourcehost.change.openFile': onSome(async (changing, edited, given) => {
      for (const path of given ?? []) await changing.openFile(edited, path);
    }),
    'sourcehost.change.stage': onSome((changing, edited, given) => changing.stage(edited, given)),
    'sourcehost.change.unstage': onSome((changing, edited, given) => changing.unstage(edited, given)),
  };
}
