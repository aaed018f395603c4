import { l10n, Uri, window, workspace } from 'vscode';
import type { GitRepositories, Worktree, WorktreeWork } from '../../../domain/git/gitRepositories.ts';
import { Failure, messageOf } from '../../../core/errors.ts';
import { isObject, oneLine } from '../../../core/text.ts';
import { headRefs, noHead } from '../../../domain/pullRequests/pullRequestHead.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { isRemoteOf } from '../../../domain/hosts/activeRepository.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { Invocation } from '../../kit/command.ts';
import type { Git } from '../../kit/git.ts';
import type { GitApi, OpenedClone } from '../../kit/gitApi.ts';
import { byGit, holdsSomething } from './cloner.ts';
import { isConfiguration } from '../../../domain/rules/configurationFiles.ts';
import { plainLabel } from '../../kit/messages/labels.ts';

type Confirm = Invocation['confirm'];
/** Git on this computer, for what the API of the git extension lacks. */
type CloneGit = Parameters<typeof confirmConfiguration>[0] &
  Pick<GitRepositories, 'worktrees' | 'addWorktree' | 'removeWorktree' | 'worktreeWork'>;

interface PullRequestWorktree {
  readonly number: string;
  readonly folder: Uri;
}

export interface LocalClone {
  /**
   * Checks out a branch of the remote, under the same name. `confirm`: asks before it brings configuration; undefined if
   * nobody has pushed to it yet. @throws Failure if git refuses it
   */
  readonly checkOut: (branch: string, confirm: Confirm | undefined) => Promise<void>;
  readonly root: Uri;
  /** The current branch on its upstream; undefined without one. */
  readonly branch: string | undefined;
  /** Resolves with the branch, `pr/45`. @throws Failure `conflict` if it has commits of its own, or git refuses */
  readonly checkOutPullRequest: (number: string, confirm: Confirm) => Promise<string>;
  /**
   * Fetches as `checkOutPullRequest` into a new folder, `target`, or one beside the clone. Resolves with the working tree
   * that has the branch already, as it is, if there is one.
   */
  readonly addWorktree: (number: string, target: Uri | undefined, confirm: Confirm) => Promise<Uri>;
  /** The working trees with branches of pull requests, without that of the clone itself. */
  readonly worktrees: () => Promise<readonly PullRequestWorktree[]>;
  /** The branch stays. @throws Failure `conflict` (reason `worktreeHasWork`); then nothing is removed */
  readonly removeWorktree: (folder: Uri) => Promise<void>;
  readonly worktreeWork: (folder: Uri) => Promise<WorktreeWork>;
  readonly changeMessage: (change: (message: string) => string) => void;
}

/**
 * The open clones of `name`: that of the active file first, then those of the folders of the workspace. Empty if no clone
 * has it as a remote.
 */
export function findClones(builtInGit: Git, git: CloneGit, name: RepositoryName, hosts: readonly Host[]): LocalClone[] {
  const api = builtInGit.available;
  if (api === undefined) return [];
  const near = [window.activeTextEditor?.document.uri, ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri)];
  const nearest = near.flatMap((uri) => (uri === undefined ? null : api.getRepository(uri)) ?? []);
  // Git answers with new objects each time. It can also open the worktrees of each clone by itself.
  const clones = new Map([...nearest, ...api.repositories].map((clone) => [clone.rootUri.fsPath, clone]));
  return [...clones.values()].flatMap((clone) => {
    const remote = builtInGit.remotesOf(clone).find((one) => isRemoteOf(one, name, hosts))?.name;
    return remote === undefined ? [] : [localClone(api, clone, git, remote, name)];
  });
}

function localClone(api: GitApi, clone: OpenedClone, git: CloneGit, remote: string, name: RepositoryName): LocalClone {
  const fetchPull = async (number: string, confirm: Confirm): Promise<string> =>
    await fetchBranch(clone, remote, { name, number }, (ref) => confirmConfiguration(git, clone, ref, confirm));
  return {
    root: clone.rootUri,
    branch: clone.state.HEAD?.upstream?.remote === remote ? clone.state.HEAD.upstream.name : undefined,
    checkOutPullRequest: async (number, confirm) =>
      await byGit(async () => {
        const branch = await fetchPull(number, confirm);
        await clone.checkout(branch);
        return branch;
      }),
    ...worktreesOf(api, clone, git, name, fetchPull),
    checkOut: async (branch, confirm) => {
      await byGit(async () => {
        await clone.status();
        if (clone.state.HEAD?.name === branch) return;
        // A clone of one branch fetches no other branch by its name only.
        await clone.fetch(remote, `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`);
        const exists = await clone.getBranch(branch).then(
          () => true,
          () => false,
        );
        if (exists) {
          await clone.checkout(branch);
          return;
        }
        if (confirm !== undefined) await confirmConfiguration(git, clone, `refs/remotes/${remote}/${branch}`, confirm);
        await clone.createBranch(branch, true, `${remote}/${branch}`);
        // Such a clone cannot track it either.
        await clone.setBranchUpstream(branch, `${remote}/${branch}`).catch(() => undefined);
      });
    },
    changeMessage: (change) => {
      clone.inputBox.value = change(clone.inputBox.value);
    },
  };
}

function worktreesOf(
  api: GitApi,
  { rootUri: { fsPath } }: OpenedClone,
  git: CloneGit,
  name: RepositoryName,
  fetchPull: (number: string, confirm: Confirm) => Promise<string>,
): Pick<LocalClone, 'addWorktree' | 'worktrees' | 'removeWorktree' | 'worktreeWork'> {
  const ofPulls = (all: readonly Worktree[]): PullRequestWorktree[] =>
    all.flatMap(({ path, branch = '' }) => {
      const [, number] = /^pr\/(\d+)$/.exec(branch) ?? [];
      return number === undefined ? [] : [{ number, folder: Uri.file(path) }];
    });
  return {
    addWorktree: async (number, target, confirm) => {
      const all = await git.worktrees(fsPath);
      const own = ofPulls(all).find((one) => one.number === number)?.folder;
      if (own !== undefined && (await holdsSomething(own))) return own;
      const folder = target ?? (await freeFolder(`${all[0]?.path ?? fsPath}.worktrees/pr-${number}`));
      await byGit(async () => {
        const branch = await fetchPull(number, confirm);
        await git.addWorktree(fsPath, { name, path: folder.fsPath, branch });
      });
      return folder;
    },
    worktrees: async () => ofPulls((await git.worktrees(fsPath)).slice(1)),
    worktreeWork: async (folder) => await git.worktreeWork(folder.fsPath),
    removeWorktree: async (folder) => {
      // Git does not remove the working tree from within it.
      const [main] = await git.worktrees(fsPath);
      await git.removeWorktree(main?.path ?? fsPath, folder.fsPath);
      // If the editor has it open, it notices by this that the folder is gone, and closes it.
      await api
        .getRepository(folder)
        ?.status()
        .catch(() => undefined);
    },
  };
}

const branchOf = (number: string): string => `pr/${number}`;

async function freeFolder(path: string): Promise<Uri> {
  let folder = Uri.file(path);
  for (let next = 1; await holdsSomething(folder); next += 1) folder = Uri.file(`${path}-${next}`);
  return folder;
}

/**
 * Creates or moves the branch of a pull request. It can be moved if it has nothing else than the fetched heads: those are
 * in `refs/sourcehost/pr/45`.
 */
async function fetchBranch(
  clone: OpenedClone,
  remote: string,
  { name, number }: { readonly name: RepositoryName; readonly number: string },
  agree: (ref: string) => Promise<void>,
): Promise<string> {
  const branch = branchOf(number);
  const fetched = `refs/sourcehost/${branch}`;
  await clone.status();
  const before = await commitAt(clone, fetched);
  const own = await commitAt(clone, `refs/heads/${branch}`);
  await fetchHead(clone, remote, name, number, fetched);
  const head = await commitAt(clone, fetched);
  await agree(fetched);
  if (own === undefined) {
    await clone.createBranch(branch, false, fetched);
    return branch;
  }
  if (own !== head) {
    const isContained = own === before || (await clone.getMergeBase(own, fetched).catch(() => undefined)) === own;
    if (!isContained)
      throw new Failure('conflict', `${branch} has other commits`, { reason: 'ownCommits', about: [branch] });
    // Git does not move the branch that is checked out.
    if (clone.state.HEAD?.name === branch) await clone.checkout(fetched);
    await fetchHead(clone, remote, name, number, `refs/heads/${branch}`);
    if ((await commitAt(clone, `refs/heads/${branch}`)) !== head) await agree(`refs/heads/${branch}`);
  }
  return branch;
}

/** @throws Failure `missing` if the remote has no such pull request */
async function fetchHead(
  clone: OpenedClone,
  remote: string,
  name: RepositoryName,
  number: string,
  target: string,
): Promise<void> {
  for (const ref of headRefs(number))
    try {
      await clone.fetch(remote, `+${ref}:${target}`);
      return;
    } catch (error) {
      const said = isObject(error) && typeof error.stderr === 'string' ? error.stderr : messageOf(error);
      if (!/couldn't find remote ref/i.test(said)) throw error;
    }
  noHead(name, number);
}

const commitAt = async (clone: OpenedClone, ref: string): Promise<string | undefined> =>
  await clone.getCommit(ref).then(
    ({ hash }) => hash,
    () => undefined,
  );

const mostNamed = 10;

/** Asks before a fetched `ref` of others brings files into a clone that the editor, its extensions or agents act on. */
async function confirmConfiguration(
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
