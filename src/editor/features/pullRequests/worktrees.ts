import { commands, l10n, workspace, type Memento, type Uri } from 'vscode';
import { isFailure, toFailure } from '../../../core/errors.ts';
import type { WorktreeWork } from '../../../domain/git/gitRepositories.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import type { EndedPullRequests } from '../../../domain/hosts/endedPullRequests.ts';
import type { Invocation } from '../../kit/command.ts';
import { explain } from '../../kit/messages/explain.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { plainLabel } from '../../kit/messages/labels.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { confirm } from '../../kit/prompts/prompt.ts';

interface PullRequestWorktree {
  readonly number: string;
  readonly folder: Uri;
}

export interface PullRequestClone {
  readonly root: Uri;
  /** The current branch on its upstream; undefined without one. */
  readonly branch: string | undefined;
  readonly checkOutPullRequest: (number: string, confirm: Invocation['confirm']) => Promise<string>;
  readonly addWorktree: (number: string, target: Uri | undefined, confirm: Invocation['confirm']) => Promise<Uri>;
  readonly worktrees: () => Promise<readonly PullRequestWorktree[]>;
  readonly worktreeWork: (folder: Uri) => Promise<WorktreeWork>;
  readonly removeWorktree: (folder: Uri) => Promise<void>;
}

interface FoundWorktree extends PullRequestWorktree {
  readonly clone: PullRequestClone;
}

/** The worktrees with branches of pull requests. A clone whose worktrees cannot be listed has none. */
export async function worktreesOf(clones: readonly PullRequestClone[]): Promise<FoundWorktree[]> {
  const lists = clones.map(async (clone) => {
    const all = await clone.worktrees().catch(() => []);
    return all.map((one) => ({ ...one, clone }));
  });
  return (await Promise.all(lists)).flat();
}

/** Asks first. The window that has the worktree open is left without a folder. */
export async function removeWorktree(worktree: FoundWorktree, ask: Invocation['confirm']): Promise<void> {
  const { clone, folder, number } = worktree;
  // Git removes one whose folder is gone, too.
  const { commits } = await clone.worktreeWork(folder).catch(() => ({ commits: 0 }));
  const own =
    commits === 1
      ? l10n.t('The branch stays, with 1 commit that is on no remote.')
      : l10n.t('The branch stays, with {0} commits that are on no remote.', formatCount(commits));
  await ask(
    l10n.t('Remove the worktree of !{0}?', number),
    [
      plainLabel(folder.fsPath, 300),
      commits === 0 ? l10n.t('The branch stays.') : own,
      l10n.t('Files that git ignores are removed too. With changes that are not committed, nothing is removed.'),
    ].join('\n'),
    l10n.t('Remove'),
  );
  await clone.removeWorktree(folder);
  if (workspace.workspaceFolders?.length === 1 && workspace.getWorkspaceFolder(folder) !== undefined)
    await commands.executeCommand('workbench.action.closeFolder');
}

const offeredKey = 'offeredWorktrees';
/** Older ones can be offered again. */
const mostRemembered = 100;

/** The folders that are looked at, or offered. */
const offering = new Set<string>();

/** Offers each worktree once to be removed when its pull request is merged or closed, if all in it is committed. */
export async function offerWorktrees(
  clonesOf: (name: RepositoryName) => Promise<readonly PullRequestClone[]>,
  memory: Memento,
  { name, isEnded }: EndedPullRequests,
): Promise<void> {
  const found = await worktreesOf(await clonesOf(name));
  await Promise.all(found.filter(({ number }) => isEnded(number)).map((one) => offer(one, memory)));
}

async function offer(worktree: FoundWorktree, memory: Memento): Promise<void> {
  const { clone, folder, number } = worktree;
  const path = folder.fsPath;
  const offered = (): readonly string[] => memory.get(offeredKey, []);
  if (offering.has(path) || offered().includes(path)) return;
  offering.add(path);
  try {
    // Git also lists a worktree whose folder is gone.
    const work = await clone.worktreeWork(folder).catch(() => undefined);
    if (work?.isDirty !== false) return;
    await memory.update(offeredKey, [...offered().slice(1 - mostRemembered), path]);
    const remove = l10n.t('Remove…');
    const message = l10n.t('!{0} is not open any more. Its worktree is still here: {1}', number, plainLabel(path, 300));
    if ((await showMessage('information', message, [remove, l10n.t('Not Now')])) === remove)
      await removeWorktree(worktree, confirm);
  } catch (error) {
    if (!isFailure(error, 'cancelled')) void showMessage('warning', explain(toFailure(error)));
  } finally {
    offering.delete(path);
  }
}
