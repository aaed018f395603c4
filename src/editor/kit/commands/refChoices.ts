import { l10n, ThemeIcon } from 'vscode';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';
import type { ResolvedRef } from '../../../domain/refs/refs.ts';
import { plainLabel } from '../messages/labels.ts';
import type { Choice } from '../prompts/question.ts';
import type { AtRepository } from './declare.ts';

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
