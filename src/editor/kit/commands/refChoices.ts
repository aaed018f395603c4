import { l10n, ThemeIcon } from 'vscode';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import { plainLabel } from '../messages/labels.ts';
import type { Choice } from '../prompts/question.ts';
import { atRepository, type AtRepository } from './declare.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { toFailure } from '../../../core/errors.ts';
import type { Ask } from '../command.ts';
import { explain } from '../messages/explain.ts';
import { asTyped } from './ask.ts';
import { shownHead } from './switchRef.ts';

/** Branches, newest first, then tags, one page of each at a time. The row of `current` has a check mark. */
export async function* refChoices(
  repositories: RemoteRepositories,
  { api, at, name }: AtRepository,
  signal: AbortSignal,
  current?: Pick<ResolvedRef, 'kind' | 'name'>,
): AsyncGenerator<readonly Choice<string>[]> {
  const branchNames = new Set<string>();
  const choice = (kind: 'branch' | 'tag', title: string, commit: string | undefined): Choice<string> => {
    // A tag with the name of a branch needs its full ref.
    const ref = kind === 'tag' && branchNames.has(title) ? `refs/tags/${title}` : title;
    if (commit !== undefined) repositories.setResolved(name, ref, { kind, name: title, commit, isListed: true });
    const isCurrent = current?.kind === kind && current.name === title;
    const iconPath = new ThemeIcon(isCurrent ? 'check' : kind === 'tag' ? 'tag' : 'git-branch');
    const kindText = kind === 'tag' ? l10n.t('tag') : l10n.t('branch');
    const parts = [`${kindText} ${commit?.slice(0, 8) ?? ''}`, ...(isCurrent ? [l10n.t('current')] : [])];
    return { label: plainLabel(title), description: parts.join(' · '), iconPath, value: ref };
  };
  repositories.knownRepositories.forgetNames(name, 'branches');
  repositories.knownRepositories.forgetNames(name, 'tags');
  const branches = api.branches.list.all({ ...at, sort: 'updated', direction: 'desc' }, { signal }).pages();
  const tags = api.tags.list.all(at, { signal }).pages();
  for (;;) {
    const [some, others] = await Promise.all([branches.next(), tags.next()]);
    if (some.done === true && others.done === true) return;
    const newest = some.done === true ? [] : some.value.items;
    const tagsOfPage = others.done === true ? [] : others.value.items;
    for (const branch of newest) branchNames.add(branch.name);
    repositories.knownRepositories.noteNames(name, 'branches', [...branchNames]);
    repositories.knownRepositories.noteNames(
      name,
      'tags',
      tagsOfPage.map((tag) => tag.name),
    );
    yield [
      ...newest.map((branch) => choice('branch', branch.name, branch.commit?.sha)),
      ...tagsOfPage.map((tag) => choice('tag', tag.name, tag.commit?.sha)),
    ];
  }
}

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
