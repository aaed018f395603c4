import { l10n } from 'vscode';
import { name } from '../../../../api/contract/field.ts';
import type { Branch } from '../../../../api/record/branch.ts';
import { formatTime } from '../../../kit/messages/format.ts';
import { createBranch } from '../../../../domain/refs/newRefs.ts';
import type { RemoteRepositories } from '../../../../domain/repositories/remoteRepositories.ts';
import type { Changes } from '../../../kit/changes.ts';
import type { Details } from '../../../kit/messages/detailsText.ts';
import type { YamlViewer } from '../../../kit/yamlViewer.ts';
import { askFrom, askRefName, asTyped } from '../../../kit/commands/ask.ts';
import { onRepository } from '../../../kit/commands/declare.ts';
import { changeNotifier } from '../../../kit/commands/changeNotifier.ts';
import { askBase } from '../../../kit/commands/askBase.ts';

export function branchCommands(changes: Changes, details: YamlViewer, repositories: RemoteRepositories) {
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
      does: 'Shows a branch as a read-only document.',
      result: 'the branch',
      fields: { branch: name },
      ask: {
        branch: askFrom(
          () => l10n.t('Which branch?'),
          ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
          (branch) => ({ label: branch.name, value: branch.name }),
          asTyped,
        ),
      },
      run: async ({ branch }, { api, at }, { signal }) => {
        const branchRecord = await api.branches.get({ ...at, branch }, { signal });
        await details.show(branchRecord.name, branchDetails(branchRecord));
        return branchRecord;
      },
    }),
  };
}

function branchDetails({ name: branch, commit, ...flags }: Branch): Details {
  return [
    [l10n.t('Branch'), branch],
    [l10n.t('Commit'), commit?.sha],
    [l10n.t('Message'), commit?.message ?? commit?.title],
    [l10n.t('Author'), commit?.author_name],
    [l10n.t('Email'), commit?.author_email],
    [l10n.t('Committed'), formatTime(commit?.committed_date)],
    [l10n.t('Default branch'), flags.default],
    [l10n.t('Protected'), flags.protected],
    [l10n.t('Developers can push'), flags.developers_can_push],
    [l10n.t('Developers can merge'), flags.developers_can_merge],
    [l10n.t('You can push'), flags.can_push],
  ];
}
