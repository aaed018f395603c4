import { isObject } from '../../../../core/text.ts';
import { requires } from '../../../../core/requirement.ts';
import { repositoryKey } from '../../../../domain/hosts/address.ts';
import type { Checkout } from '../../../../domain/sourceControl/workingTree/checkout.ts';
import type { Author } from '../../../../domain/sourceControl/commit/journal.ts';
import { argument } from '../../../kit/arguments.ts';
import type { Invocation } from '../../../kit/command.ts';
import { activeEditorRef } from '../../../kit/commands/activeEditor.ts';
import type { AtRepository } from '../../../kit/commands/declare.ts';
import type { LoadScm } from '../scm.ts';

const isPath = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.split('/').every((part) => !['', '.', '..'].includes(part));

/** One or several paths of files or folders in the repository. */
export const pathsField = argument<string | readonly string[]>((value) => {
  const all: readonly unknown[] = [value].flat();
  return all.length > 0 && all.every(isPath) ? undefined : requires('paths');
});

export const author = argument<Author>((value) => {
  const { name, email, ...rest } = isObject(value) ? value : {};
  const isAuthor = [name, email].every((part) => typeof part === 'string' && part.trim() !== '');
  return isAuthor && Object.keys(rest).length === 0 ? undefined : requires('author');
});

/** Whether the rows are staged; a list if both kinds are selected. */
export const staged = argument<boolean | readonly boolean[]>((value) =>
  [value].flat().every((one) => typeof one === 'boolean') ? undefined : requires('boolean'),
);

export const toPaths = (paths: string | readonly string[] | undefined): readonly string[] | undefined =>
  typeof paths === 'string' ? [paths] : paths;

export async function checkoutAt(
  load: LoadScm,
  ref: string | undefined,
  { name, connection }: AtRepository,
  { origin }: Invocation,
): Promise<Checkout> {
  const { checkouts, controls } = await load();
  const address = { ...name, ref: ref ?? (origin === 'palette' ? activeEditorRef(name) : undefined) };
  const account = connection.account?.login;
  // The same branch may be open at another address; its source control is the one to update.
  const open = checkouts.all().filter((one) => controls.of(one) !== undefined);
  const named = open.find(
    ({ branch }) =>
      repositoryKey(branch) === repositoryKey(name) && branch.account === account && branch.branch === address.ref,
  );
  if (named !== undefined) return named;
  const checkout = await checkouts.as(account, address);
  return open.find(({ drafts }) => drafts === checkout.drafts) ?? checkout;
}
