import { l10n } from 'vscode';
import { oneLine } from '../../../core/text.ts';
import type { GitRepositories } from '../../../domain/git/gitRepositories.ts';
import { isConfiguration } from '../../../domain/rules/configurationFiles.ts';
import type { OpenedClone } from '../../kit/gitApi.ts';
import type { Invocation } from '../../kit/command.ts';
import { plainLabel } from '../../kit/messages/labels.ts';

const mostNamed = 10;

/** Asks before a fetched `ref` of others brings files into a clone that the editor, its extensions or agents act on. */
export async function confirmConfiguration(
  git: Pick<GitRepositories, 'changedFiles'>,
  { rootUri }: OpenedClone,
  ref: string,
  confirm: Invocation['confirm'],
): Promise<void> {
  const files = await git.changedFiles(rootUri.fsPath, ref).catch(() => undefined);
  const found = files?.filter(isConfiguration);
  if (found?.length === 0) return;
  const names = (found ?? []).slice(0, mostNamed).map((path) => oneLine(path, Infinity));
  const rest = (found?.length ?? 0) - names.length;
  const detail = [
    l10n.t('These files can run programs in this folder, or instruct agents. Check out only what you trust.'),
    ...names,
    ...(rest > 0 ? [l10n.t('…and {0} more', rest)] : []),
  ];
  const unknown = l10n.t(
    'Git could not list its files. Some, such as .vscode/settings.json, can run programs in this folder, or instruct agents. Check out only what you trust.',
  );
  await confirm(
    l10n.t('Check out {0} with files that configure this folder?', plainLabel(ref.replace(/^refs\/\w+\//, ''))),
    found === undefined ? unknown : detail.join('\n'),
    l10n.t('Check Out'),
  );
}
