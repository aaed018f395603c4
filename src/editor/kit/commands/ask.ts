import { l10n } from 'vscode';
import type { Pages } from '../../../api/client/pages.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import { refNameProblem, type RefNameProblem } from '../../../domain/objects/gitNames.ts';
import type { Ask, Invocation, Arguments } from '../command.ts';
import type { Choice, InputQuestion, PickPage } from '../prompts/question.ts';
import { atRepository, type AtRepository } from './declare.ts';
import type { Branch } from '../../../api/record/branch.ts';

export function askText(question: () => InputQuestion): Ask<string> {
  return (prompt) =>
    prompt.input({
      validate: (value) => (value.trim() === '' ? l10n.t('Enter a value.') : undefined),
      ...question(),
    });
}

/** A text that may be empty; empty omits the argument. */
export function askOptionalText(question: (args: Arguments) => InputQuestion): Ask<string | undefined> {
  return async (prompt, args) => {
    const text = await prompt.input(question(args));
    return text === '' ? undefined : text;
  };
}

/** A secret: masked on screen and never stored. */
export function askPassword(text: () => string): Ask<string> {
  return askText(() => ({ prompt: text(), password: true }));
}

export function askAfter<T>(confirm: (invocation: Invocation, args: Arguments) => Promise<void>, ask: Ask<T>): Ask<T> {
  return async (prompt, args, invocation) => {
    await confirm(invocation, args);
    return await ask(prompt, args, invocation);
  };
}

const confirmed = new WeakMap<Invocation, string>();

export async function confirmOnce(
  invocation: Invocation,
  message: string,
  detail: string,
  action: string,
): Promise<void> {
  if (confirmed.get(invocation) === message) return;
  await invocation.confirm(message, detail, action);
  confirmed.set(invocation, message);
}

export function askOne<T>(placeholder: () => string, choices: () => readonly Choice<T>[]): Ask<T> {
  return (prompt) => prompt.pick({ placeholder: placeholder(), items: choices() });
}

export function askFlag(placeholder: () => string, yes: () => string, no: () => string): Ask<boolean> {
  return askOne(placeholder, () => [
    { label: yes(), value: true },
    { label: no(), value: false },
  ]);
}

export function askUnless<T>(answered: (args: Arguments) => boolean, ask: Ask<T>): Ask<T | undefined> {
  const unless: Ask<T | undefined> = async (prompt, args, invocation) =>
    answered(args) ? undefined : await ask(prompt, args, invocation);
  return Object.assign(unless, { answered });
}

/** One checklist for several flags: the first field shows the list, the others read its answer. */
export function askChecklist<Name extends string>(
  names: readonly Name[],
  ask: Ask<readonly Name[]>,
): Partial<Record<Name, Ask<boolean>>> {
  const chosen = new WeakMap<Invocation, readonly Name[]>();
  const isIn = (name: Name | undefined, invocation: Invocation): boolean =>
    chosen.get(invocation)?.some((one) => one === name) ?? false;
  const first: Ask<boolean> = async (prompt, args, invocation) => {
    chosen.set(invocation, await ask(prompt, args, invocation));
    return isIn(names[0], invocation);
  };
  const other = (name: Name): Ask<boolean> =>
    Object.assign((...[, , invocation]: Parameters<Ask<boolean>>) => Promise.resolve(isIn(name, invocation)), {
      answered: () => true,
    });
  return names.reduce<Partial<Record<Name, Ask<boolean>>>>(
    (all, name, index) => ({ ...all, [name]: index === 0 ? first : other(name) }),
    {},
  );
}

/** One item of a list of the repository; those without a choice are left out. Pages are loaded while the user already chooses. */
export function askFrom<T, V>(
  placeholder: () => string,
  list: (on: AtRepository, invocation: Invocation) => Pages<T>,
  choice: (item: T, on: AtRepository) => Choice<V> | undefined,
  typed?: (text: string) => Choice<V> | undefined,
  empty?: () => string,
): Ask<V> {
  return async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    return await prompt.pick({
      placeholder: placeholder(),
      items: choicesOf(list(on, invocation), (item) => choice(item, on)),
      paged: true,
      ...(typed === undefined ? {} : { typed }),
      ...(empty === undefined ? {} : { empty: empty() }),
    });
  };
}

export async function* choicesOf<T, V>(
  pages: Pages<T>,
  choice: (item: T) => Choice<V> | undefined,
): AsyncGenerator<PickPage<V>> {
  for await (const { items, more } of pages.pages()) yield { items: items.flatMap((item) => choice(item) ?? []), more };
}

export function asTyped(text: string): Choice<string> | undefined {
  const name = text.trim();
  return name === '' ? undefined : { label: name, description: l10n.t('as typed'), value: name };
}

const refNameTexts: Readonly<Record<RefNameProblem, () => string>> = {
  empty: () => l10n.t('Enter a value.'),
  character: () => l10n.t('A name cannot contain spaces or any of ~ ^ : ? * [ \\'),
  dots: () => l10n.t('A name cannot contain “..”, end with “.” or have a part that begins with “.”.'),
  slashes: () => l10n.t('A name cannot begin or end with “/” or contain “//”.'),
  lock: () => l10n.t('No part of a name can end with “.lock”.'),
  at: () => l10n.t('A name cannot be “@” or contain “@{”.'),
  dash: () => l10n.t('A name cannot begin with “-”.'),
};

/** Validates the name of a branch or tag while it is typed; undefined if it is valid. */
export function refNameWrong(name: string): string | undefined {
  const problem = refNameProblem(name);
  return problem === undefined ? undefined : refNameTexts[problem]();
}

export function nameTaken(name: string): string {
  return l10n.t('“{0}” already exists.', name);
}

/** Asks for a branch of the repository, one of those that `fits`, or a typed name. */
export const askBranchOf = (placeholder: () => string, fits: (branch: Branch) => boolean = () => true): Ask<string> =>
  askFrom(
    placeholder,
    ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
    (branch) => (fits(branch) ? { label: branch.name, value: branch.name } : undefined),
    asTyped,
  );

/** Asks for the name of a new branch or tag, which is none of the names that are known already. */
export function askRefName(
  prompt: () => string,
  repositories: RemoteRepositories,
  kind: 'branches' | 'tags',
): Ask<string> {
  return async (ask, args, invocation) => {
    const { name: repository } = await atRepository(invocation, args);
    const isKnown = (name: string): boolean => repositories.knownRepositories.names(repository, kind).includes(name);
    return await ask.input({
      prompt: prompt(),
      validate: (name) => refNameWrong(name) ?? (isKnown(name) ? nameTaken(name) : undefined),
    });
  };
}

/** A login: a member of the repository or typed text. */
export const askMember: Ask<string> = askFrom(
  () => l10n.t('Select a member, or type a login'),
  ({ api, at }, { signal }) => api.members.list.all(at, { signal }),
  (member) => ({
    label: member.login,
    ...(member.name === undefined ? {} : { description: member.name }),
    value: member.login,
  }),
  asTyped,
);
