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
  readonly worktreeWork: (worktree: PullRequestWorktree) => Promise<WorktreeWork>;
  readonly removeWorktree: (folder: Uri) => Promise<void>;
}

export interface FoundWorktree extends PullRequestWorktree {
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
  const { commits } = await clone.worktreeWork(worktree);
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

/** Offers each worktree once to be removed when its pull request is merged or closed, and while nothing in it is uncommitted. */
export class WorktreeOffers {
  readonly #clonesOf: (name: RepositoryName) => Promise<readonly PullRequestClone[]>;
  readonly #memory: Pick<Memento, 'get' | 'update'>;
  readonly #offering = new Set<string>();

  constructor(clonesOf: (name: RepositoryName) => Promise<readonly PullRequestClone[]>, memory: Memento) {
    this.#clonesOf = clonesOf;
    this.#memory = memory;
  }

  async offer({ name, isEnded }: EndedPullRequests): Promise<void> {
    const found = await worktreesOf(await this.#clonesOf(name));
    await Promise.all(found.filter(({ number }) => isEnded(number)).map((one) => this.#offer(one)));
  }

  async #offer(worktree: FoundWorktree): Promise<void> {
    const { clone, folder, number } = worktree;
    const path = folder.fsPath;
    const offered = (): readonly string[] => this.#memory.get(offeredKey, []);
    if (this.#offering.has(path) || offered().includes(path)) return;
    this.#offering.add(path);
    try {
      if ((await clone.worktreeWork(worktree)).isDirty) return;
      await this.#memory.update(offeredKey, [...offered().slice(1 - mostRemembered), path]);
      const remove = l10n.t('Remove…');
      const message = l10n.t(
        '!{0} is not open any more. Its worktree is still here: {1}',
        number,
        plainLabel(path, 300),
      );
      if ((await showMessage('information', message, [remove, l10n.t('Not Now')])) === remove)
        await removeWorktree(worktree, confirm);
    } catch (error) {
      if (!isFailure(error, 'cancelled')) void showMessage('warning', explain(toFailure(error)));
    } finally {
      this.#offering.delete(path);
    }
  }
}
