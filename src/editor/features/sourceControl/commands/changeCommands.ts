import { name, optional } from '../../../../api/contract/field.ts';
import type { Checkout } from '../../../../domain/sourceControl/workingTree/checkout.ts';
import type { AnyCommand } from '../../../kit/command.ts';
import { checkoutAt, pathsField, staged, toPaths } from './changeArguments.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import type { LoadScm, Scm } from '../scm.ts';

export function changeCommands(load: LoadScm) {
  const onSome = (
    does: string,
    run: (changing: Scm['changing'], checkout: Checkout, paths: readonly string[] | undefined) => Promise<void>,
  ): AnyCommand =>
    onRepository({
      does,
      fields: { ref: optional(name), paths: optional(pathsField) },
      run: async ({ ref, paths }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        await run((await load()).changing, checkout, toPaths(paths));
      },
    });
  return {
    'sourcehost.change.open': onRepository({
      does: 'Opens the difference between a draft and its committed version. `staged` selects the staged content.',
      fields: { paths: pathsField, ref: optional(name), staged: optional(staged) },
      run: async ({ paths, ref, staged: rows }, on, invocation) => {
        const checkout = await checkoutAt(load, ref, on, invocation);
        const { changing } = await load();
        for (const path of toPaths(paths) ?? []) await changing.open(checkout, path, rows === true);
      },
    }),
    'sourcehost.change.openFile': onSome('Opens the file of a change.', async (changing, checkout, paths) => {
      for (const path of paths ?? []) await changing.openFile(checkout, path);
    }),
    'sourcehost.change.stage': onSome(
      'Stages changes. Without `paths` it stages all of them.',
      (changing, checkout, paths) => changing.stage(checkout, paths),
    ),
    'sourcehost.change.makeExecutable': onSome(
      'Gives changed files the mode 100755. Only git commits it.',
      async (_changing, { drafts }, paths) => await drafts.makeExecutable(paths ?? []),
    ),
    'sourcehost.change.unstage': onSome(
      'Unstages changes. Without `paths` it unstages all of them.',
      (changing, checkout, paths) => changing.unstage(checkout, paths),
    ),
  };
}
