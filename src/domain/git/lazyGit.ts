import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { GitHistory } from './gitHistory.ts';
import type { GitRepositories, GitRepository } from './gitRepositories.ts';

export interface LazyGitParts {
  readonly load: () => Promise<GitRepositories>;
  /** Whether this computer has repositories of an earlier session. Called at most once. */
  readonly hasRepositories: () => Promise<boolean>;
  readonly isEnabled: () => boolean;
}

/** Git that is loaded at the first fetch or search, or if this computer has fetched repositories. */
export function lazyGit({ load, hasRepositories, isEnabled }: LazyGitParts): GitRepositories {
  const repositories = new Map<string, GitRepository>();
  let loading: Promise<GitRepositories> | undefined;
  let anyRepository: Promise<boolean> | undefined;
  const hasAny = async (): Promise<boolean> => await (anyRepository ??= hasRepositories());
  const demand = async (): Promise<GitRepositories> => {
    loading ??= load().then((git) => {
      // From now on `read` also looks in the repositories that this window used before.
      for (const { name } of repositories.values()) git.of(name);
      return git;
    });
    return await loading;
  };
  /** Undefined if there is nothing to read: no repository was fetched, or the user does not allow git. */
  const find = async (): Promise<GitRepositories | undefined> => {
    if (!isEnabled()) return undefined;
    if (loading !== undefined) return await loading;
    return (await hasAny()) ? await demand() : undefined;
  };
  return {
    problem: async (host) => (isEnabled() ? await (await demand()).problem(host) : 'off'),
    of: (name) => {
      const key = repositoryKey(name);
      const repository = repositories.get(key) ?? lazyRepository(name, find, demand);
      repositories.set(key, repository);
      return repository;
    },
    read: async (...args) => await (await find())?.read(...args),
    stat: async (...args) => await (await find())?.stat(...args),
    removeAll: async (...args) => {
      // Also while git is turned off.
      if (loading === undefined && !(await hasAny())) return;
      await (await demand()).removeAll(...args);
    },
    changedFiles: async (...args) => await (await demand()).changedFiles(...args),
    worktrees: async (...args) => await (await demand()).worktrees(...args),
    addWorktree: async (...args) => await (await demand()).addWorktree(...args),
    worktreeWork: async (...args) => await (await demand()).worktreeWork(...args),
    removeWorktree: async (...args) => await (await demand()).removeWorktree(...args),
    addressesOf: async (...args) => (isEnabled() ? await (await demand()).addressesOf(...args) : {}),
    certificateProblem: async (...args) => await (await demand()).certificateProblem(...args),
    stop: async () => await (await loading)?.stop(),
  };
}

function lazyRepository(
  name: RepositoryName,
  find: () => Promise<GitRepositories | undefined>,
  demand: () => Promise<GitRepositories>,
): GitRepository {
  const found = async (): Promise<GitRepository | undefined> => (await find())?.of(name);
  const demanded = async (): Promise<GitRepository> => (await demand()).of(name);
  return {
    name,
    history: lazyHistory(async () => (await demanded()).history),
    historyCommit: async (sha) => await (await found())?.historyCommit(sha),
    has: async (commit) => (await (await found())?.has(commit)) ?? false,
    files: async (commit) => await (await found())?.files(commit),
    setPinned: async (pinned) => await (await found())?.setPinned(pinned),
    remove: async () => await (await found())?.remove(),
    fetch: async (...args) => await (await demanded()).fetch(...args),
    fetchBlobs: async (...args) => await (await demanded()).fetchBlobs(...args),
    async *grep(...args) {
      yield* (await demanded()).grep(...args);
    },
    contents: async (...args) => await (await demanded()).contents(...args),
    createCommit: async (...args) => await (await demanded()).createCommit(...args),
    mergeConflicts: async (...args) => await (await demanded()).mergeConflicts(...args),
    push: async (...args) => await (await demanded()).push(...args),
    remoteRefs: async (...args) => await (await demanded()).remoteRefs(...args),
    commitsAt: async (...args) => await (await demanded()).commitsAt(...args),
    pullRequestHeads: async (...args) => await (await demanded()).pullRequestHeads(...args),
  };
}

function lazyHistory(demanded: () => Promise<GitHistory>): GitHistory {
  return {
    commits: async (...args) => await (await demanded()).commits(...args),
    changes: async (...args) => await (await demanded()).changes(...args),
    mergeBase: async (...args) => await (await demanded()).mergeBase(...args),
    distances: async (...args) => await (await demanded()).distances(...args),
    branchFrom: async (...args) => await (await demanded()).branchFrom(...args),
    versions: async (...args) => await (await demanded()).versions(...args),
    patch: async (...args) => await (await demanded()).patch(...args),
    blame: async (...args) => await (await demanded()).blame(...args),
  };
}
