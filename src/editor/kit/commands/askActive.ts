import { commands, l10n, ThemeIcon } from 'vscode';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { PickRepository } from '../command.ts';
import { Prompt } from '../prompts/prompt.ts';
import type { Choice } from '../prompts/question.ts';
import { target } from '../prompts/target.ts';
import type { ActiveRepository } from '../rows/activeRepository.ts';
import { folderOf, shownFileOf } from './activeEditor.ts';

type Action = 'follow' | 'switch' | 'choose';

/** If one is locked or open, following the editor or switching the branch come first. Undefined: none is chosen. */
export async function askActive(
  active: ActiveRepository,
  pickRepository: PickRepository,
  signal: AbortSignal,
): Promise<RepositoryAt | undefined> {
  const actions = actionsOn(active);
  if (actions.length === 0) return await pickRepository(signal);
  const other = action(l10n.t('Choose Another Repository…'), 'repo', 'choose');
  const name = active.current === undefined ? '' : fullName(active.current.name);
  const chosen = await new Prompt({ title: l10n.t('Active Repository') }).pick({
    placeholder: name,
    items: [...actions, other],
    signal,
  });
  if (chosen === 'choose') return await pickRepository(signal);
  if (chosen === 'follow') await active.lock(undefined);
  else void switchBranch(active.current);
  return undefined;
}

function actionsOn({ current, locked }: ActiveRepository): Choice<Action>[] {
  const name = current?.name;
  const isOpen = name !== undefined && (folderOf(name) !== undefined || shownFileOf(name) !== undefined);
  return [
    ...(locked === undefined ? [] : [action(l10n.t('Follow the Editor'), 'unlock', 'follow')]),
    ...(isOpen ? [action(l10n.t('Switch Branch…'), 'git-branch', 'switch')] : []),
  ];
}

const action = (label: string, icon: string, value: Action): Choice<Action> => ({
  label,
  iconPath: new ThemeIcon(icon),
  value,
});

/** Shows its own questions and errors. */
async function switchBranch(current: RepositoryAt | undefined): Promise<void> {
  if (current === undefined) return;
  const { name, account } = current;
  const args = { host: name.host, account, repository: fullName(name) };
  await commands.executeCommand('sourcehost.ref.switch', { [target]: args });
}
