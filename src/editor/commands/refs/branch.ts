import { l10n } from 'vscode';
import { name } from '../../../api/contract/field.ts';
import type { AnyCommand } from '../../kit/command.ts';
import type { Changes } from '../../kit/changes.ts';
import type { YamlViewer } from '../../kit/yamlViewer.ts';
import { askFrom, askStart, askText, refNameWrong } from '../framework/ask.ts';
import { onRepository } from '../framework/declare.ts';
import { changeNotifier } from '../framework/changeNotifier.ts';

type Id = 'sourcehost.branch.create' | 'sourcehost.branch.show';

/** Commands that create and show branches. The API cannot delete a branch. */
export function branchCommands(changes: Changes, details: YamlViewer): Record<Id, AnyCommand> {
  const notify = changeNotifier(changes, 'branches');
  return {
    'sourcehost.branch.create': onRepository({
      fields: { refs: name, branch_name: name },
      ask: {
        refs: askStart,
        branch_name: askText(() => ({ prompt: l10n.t('Name of the new branch'), validate: refNameWrong })),
      },
      run: async ({ refs, branch_name }, on, { signal, silent }) => {
        const { api, at } = on;
        const created = await api.branches.create({ ...at, refs, branch_name }, { signal });
        notify(on, { silent }, branch_name);
        return created ?? (await api.branches.get({ ...at, branch: branch_name }, { signal }));
      },
    }),
    'sourcehost.branch.show': onRepository({
      fields: { branch: name },
      ask: {
        branch: askFrom(
          () => l10n.t('Which branch?'),
          ({ api, at }, { signal }) => api.branches.list.all(at, { signal }),
          (branch) => ({ label: branch.name, value: branch.name }),
        ),
      },
      run: async ({ branch }, { api, at }, { signal }) => {
        const found = await api.branches.get({ ...at, branch }, { signal });
        await details.show(found.name, found);
        return found;
      },
    }),
  };
}
