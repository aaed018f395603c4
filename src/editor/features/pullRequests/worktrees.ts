import { commands, l10n, workspace, type Uri } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import type { Invocation } from '../../kit/command.ts';
import { explain } from '../../kit/messages/explain.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { confirm } from '../../kit/prompts/prompt.ts';

export interface PullRequestClone {
  readonly root: Uri;
  /** The current branch on its upstream; undefined without one. */
  readonly branch: string | undefined;
  readonly checkOutPullRequest: (number: string, confirm: Invocation['confirm']) => Promise<string>;
  readonly addWorktree: (number: string, target: Uri | undefined, confirm: Invocation['confirm']) => Promise<Uri>;
  readonly worktreeOf: (number: string) => Promise<Uri | undefined>;
  readonly removeWorktree: (folder: Uri) => Promise<void>;
}

interface FoundWorktree {
  readonly clone: PullRequestClone;
  readonly folder: Uri;
}

/** The worktree with the branch of a pull request. A clone whose worktrees cannot be listed has none. */
export async function worktreeOf(
  clones: readonly PullRequestClone[],
  number: string,
): Promise<FoundWorktree | undefined> {
  for (const clone of clones) {
    const folder = await clone.worktreeOf(number).catch(() => undefined);
    if (folder !== undefined) return { clone, folder };
  }
  return undefined;
}

/** Asks first. The window that has the worktree open is left without a folder. */
export async function removeWorktree(
  { clone, folder }: FoundWorktree,
  number: string,
  ask: Invocation['confirm'],
): Promise<void> {
  await ask(
    l10n.t('Remove the worktree of !{0}?', number),
    l10n.t(
      '{0}\nThe branch stays. Files that git ignores are removed too. With changes that are not committed, nothing is removed.',
      plainLabel(folder.fsPath, 300),
    ),
    l10n.t('Remove'),
  );
  await clone.removeWorktree(folder);
  if (workspace.workspaceFolders?.length === 1 && workspace.getWorkspaceFolder(folder) !== undefined)
    await commands.executeCommand('workbench.action.closeFolder');
}

/** After a merge, which is done: a failure is only shown. */
export async function offerToRemoveWorktree(clones: readonly PullRequestClone[], number: string): Promise<void> {
  const found = await worktreeOf(clones, number);
  if (found === undefined) return;
  try {
    await removeWorktree(found, number, confirm);
  } catch (error) {
    if (!isFailure(error, 'cancelled')) void showMessage('warning', explain(toFailure(error)));
  }
}
