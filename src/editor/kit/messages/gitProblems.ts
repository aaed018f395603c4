import { l10n } from 'vscode';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';

const problems: Readonly<Record<GitProblem, () => string>> = {
  off: () => l10n.t('Git is turned off in the setting {0}.', 'sourcehost.git.enabled'),
  notInstalled: () => l10n.t('Git is not installed on this computer.'),
  tooOld: () => l10n.t('Git is too old: version {0} or later is required.', '2.30'),
  refused: () => l10n.t('The host does not allow git for this account.'),
  cacheFailed: () => l10n.t('The git cache cannot be written. Check the disk.'),
};

/** One sentence: why git cannot be used. The sentence of the feature, which says what is missing, precedes it. */
export function explainGitProblem(problem: GitProblem): string {
  return problems[problem]();
}
