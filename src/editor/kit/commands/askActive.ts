import { l10n, ThemeIcon } from 'vscode';
import type { RepositoryAt } from '../../../domain/hosts/activeRepository.ts';
import { fullName } from '../../../domain/hosts/address.ts';
import type { PickRepository } from '../command.ts';
import { Prompt } from '../prompts/prompt.ts';
import type { Choice } from '../prompts/question.ts';
import type { ActiveRepository } from '../rows/activeRepository.ts';

type Action = 'follow' | 'choose';

/** If one is locked, following the editor comes first. Undefined: none is chosen. */
export async function askActive(
  active: ActiveRepository,
  pickRepository: PickRepository,
  signal: AbortSignal,
): Promise<RepositoryAt | undefined> {
  if (active.locked === undefined) return await pickRepository(signal);
  const name = active.current === undefined ? '' : fullName(active.current.name);
  const chosen = await new Prompt({ title: l10n.t('Active Repository') }).pick({
    placeholder: name,
    items: [
      action(l10n.t('Follow the Editor'), 'unlock', 'follow'),
      action(l10n.t('Choose Another Repository…'), 'repo', 'choose'),
    ],
    signal,
  });
  if (chosen === 'choose') return await pickRepository(signal);
  await active.lock(undefined);
  return undefined;
}

const action = (label: string, icon: string, value: Action): Choice<Action> => ({
  label,
  iconPath: new ThemeIcon(icon),
  value,
});
