import { name, optional } from '../../../../api/contract/field.ts';
import type { Checkout } from '../../../../domain/sourceControl/workingTree/checkout.ts';
import type { AnyCommand } from '../../../kit/command.ts';
import { checkoutAt, pathsField, staged, toPaths } from './changeArguments.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import type { LoadScmTools, ScmTools } from './scmTools.ts';

/** Commands on the rows of source control. */
export function changeCommands(load: LoadScmTools) {
  const onSome = (
    does: string,
    run: (changing: ScmTools['changing'], checkout: Checkout, given: readonly string[] | undefined) => Promise<void>,
  ): AnyCommand =>
    onRepository({
      does,
      result: 'nothing',
      fields: { ref: optional(name), paths: optional(pathsField) },
      run: async ({ ref, paths: given }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        await run((await load()).changing, checkout, toPaths(given));
      },
    });
  return {
    'sourcehost.change.open': onRepository({
      does: 'Opens the difference between a draft and its committed version. `staged` selects the staged content.',
      result: 'nothing',
      fields: { paths: pathsField, ref: optional(name), staged: optional(staged) },
      run: async ({ paths: given, ref, staged: rows }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        const { changing } = await load();
        for (const path of toPaths(given) ?? []) await changing.open(checkout, path, rows === true);
      },
    }),
    'sourcehost.change.openFile': onSome('Opens the file of a change.', async (changing, checkout, given) => {
      for (const path of given ?? []) await changing.openFile(checkout, path);
    }),
    'sourcehost.change.stage': onSome(
      'Stages changes. Without `paths` it stages all of them.',
      (changing, checkout, given) => changing.stage(checkout, given),
    ),
    'sourcehost.change.unstage': onSome(
      'Unstages changes. Without `paths` it unstages all of them.',
      (changing, checkout, given) => changing.unstage(checkout, given),
    ),
  };
}
