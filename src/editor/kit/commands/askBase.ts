import { l10n, ThemeIcon } from 'vscode';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { toFailure } from '../../../core/errors.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { Ask } from '../command.ts';
import { explain } from '../messages/explain.ts';
import { plainLabel } from '../messages/labels.ts';
import type { Choice } from '../prompts/question.ts';
import { asTyped } from './ask.ts';
import { atRepository } from './declare.ts';
import { refChoices } from './refChoices.ts';
import { shownHead } from './switchRef.ts';

/** The current and the default branch come first. A typed ref that is not in the list must exist. */
export function askBase(repositories: RemoteRepositories): Ask<string> {
  return async (prompt, args, invocation) => {
    const on = await atRepository(invocation, args);
    const listed = new Set<string>();
    async function* items(): AsyncGenerator<readonly Choice<string>[]> {
      const first = firstChoices(repositories, on.name);
      for (const { value } of first) listed.add(value);
      yield first;
      for await (const page of refChoices(repositories, on, invocation.signal)) {
        // The API takes no full ref, so a tag with the name of a branch is left out.
        const others = page.filter(({ value }) => !listed.has(value) && !value.startsWith('refs/'));
        for (const { value } of others) listed.add(value);
        yield others;
      }
    }
    return await prompt.pick({
      placeholder: l10n.t('Start from which branch, tag or commit?'),
      items: items(),
      typed: asTyped,
      paged: true,
      check: async (ref, signal) =>
        listed.has(ref) ? undefined : await refusedRef(repositories, on.name, ref, signal),
    });
  };
}

/** The current ref and the default branch, as far as they are known without a request. */
function firstChoices(repositories: RemoteRepositories, name: RepositoryName): Choice<string>[] {
  const head = shownHead(repositories, name);
  const current = head === undefined || head.kind === 'commit' ? undefined : head.name;
  const byDefault = repositories.knownRepositories.get(name).defaultBranch;
  const choice = (ref: string, description: string): Choice<string> => ({
    label: plainLabel(ref),
    description,
    iconPath: new ThemeIcon('git-branch'),
    value: ref,
  });
  const hasCurrent = current !== undefined && current !== byDefault;
  return [
    ...(hasCurrent ? [choice(current, l10n.t('current'))] : []),
    ...(byDefault === undefined ? [] : [choice(byDefault, l10n.t('default'))]),
  ];
}

async function refusedRef(
  repositories: RemoteRepositories,
  name: RepositoryName,
  ref: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await repositories.at({ ...name, ref }).head({ signal });
    return undefined;
  } catch (error) {
    return explain(toFailure(error));
  }
}
