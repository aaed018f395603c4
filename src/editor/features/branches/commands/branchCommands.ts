import { l10n } from 'vscode';
import { name } from '../../../../api/contract/field.ts';
import { partPage } from '../../../../domain/pages/target.ts';
import { createBranch } from '../../../../domain/refs/newRefs.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { Changes } from '../../../kit/changes.ts';
import { askRefName, askBranchOf } from '../../../kit/commands/ask.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { askBase } from '../../../kit/commands/refChoices.ts';
import type { Pages } from '../../../pages/register.ts';

export function branchCommands(changes: Changes, pages: Pages['pages'], repositories: RemoteRepositories) {
  const notify = changeNotifier(changes, 'branches');
  return {
    'sourcehost.branch.create': onRepository({
      does: 'Creates a branch. `refs` is the branch, tag or commit that it starts from.',
      result: 'the branch',
      needsAccount: true,
      fields: { refs: name, branch_name: name },
      ask: {
        refs: askBase(repositories),
        branch_name: askRefName(() => l10n.t('Name of the new branch'), repositories, 'branches'),
      },
      run: async ({ refs, branch_name }, on, { signal, silent, again }) => {
        const created = await createBranch(on, { refs, name: branch_name }, { signal, again });
        notify(on, { silent }, branch_name);
        return created ?? (await on.api.branches.get({ ...on.at, branch: branch_name }, { signal }));
      },
    }),
    'sourcehost.branch.show': onRepository({
      does: 'Shows a branch as a page.',
      result: 'the branch',
      fields: { branch: name },
      ask: { branch: askBranchOf(() => l10n.t('Which branch?')) },
      run: async ({ branch }, on, invocation) =>
        await pages.show(partPage({ ...on, ...on.connection }, 'branch', branch), invocation),
    }),
  };
}
