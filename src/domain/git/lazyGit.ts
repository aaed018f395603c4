import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { GitHistory } from './gitHistory.ts';
import type { GitObject, GitProblem, GitRepositories, GitRepository } from './gitRepositories.ts';

export interface LazyGitParts {
  readonly load: () => Promise<GitRepositories>;
  /** Whether this computer has repositories of an earlier session. Called at most once. */
  readonly hasRepositories: () => Promise<boolean>;
  readonly isEnabled: () => boolean;
}

/** Git that is loaded at the first fetch or search, or if this computer has fetched repositories. */
export class LazyGit implements GitRepositories {
  readonly #parts: LazyGitParts;
  readonly #repositories = new Map<string, GitRepository>();
  #loading: Promise<GitRepositories> | undefined;
  #hasAny: Promise<boolean> | undefined;

  constructor(parts: LazyGitParts) {
    this.#parts = parts;
  }

  async problem(host: string): Promise<GitProblem | undefined> {
    return this.#parts.isEnabled() ? await (await this.#demand()).problem(host) : 'off';
  }

  of(name: RepositoryName): GitRepository {
    const key = repositoryKey(name);
    const existing = this.#repositories.get(key);
    if (existing !== undefined) return existing;
    const repository = lazyRepository(name, { find: () => this.#find(), demand: () => this.#demand() });
    this.#repositories.set(key, repository);
    return repository;
  }

  async read(host: string, sha: string): Promise<GitObject | undefined> {
    return await (await this.#find())?.read(host, sha);
  }

  async stat(host: string, sha: string): ReturnType<GitRepositories['stat']> {
    return await (await this.#find())?.stat(host, sha);
  }

  async removeAll(host: string, names?: readonly RepositoryName[]): Promise<void> {
    this.#hasAny ??= this.#parts.hasRepositories();
    // Also while git is turned off.
    if (this.#loading === undefined && !(await this.#hasAny)) return;
    await (await this.#demand()).removeAll(host, names);
  }

  async changedFiles(...args: Parameters<GitRepositories['changedFiles']>): Promise<readonly string[]> {
    return await (await this.#demand()).changedFiles(...args);
  }

  async worktrees(folder: string): ReturnType<GitRepositories['worktrees']> {
    return await (await this.#demand()).worktrees(folder);
  }

  async addWorktree(...args: Parameters<GitRepositories['addWorktree']>): Promise<void> {
    await (await this.#demand()).addWorktree(...args);
  }

  async worktreeWork(path: string): ReturnType<GitRepositories['worktreeWork']> {
    return await (await this.#demand()).worktreeWork(path);
  }

  async removeWorktree(...args: Parameters<GitRepositories['removeWorktree']>): Promise<void> {
    await (await this.#demand()).removeWorktree(...args);
  }

  async addressesOf(...args: Parameters<GitRepositories['addressesOf']>): ReturnType<GitRepositories['addressesOf']> {
    return this.#parts.isEnabled() ? await (await this.#demand()).addressesOf(...args) : {};
  }

  async certificateProblem(
    ...args: Parameters<GitRepositories['certificateProblem']>
  ): ReturnType<GitRepositories['certificateProblem']> {
    return await (await this.#demand()).certificateProblem(...args);
  }

  async stop(): Promise<void> {
    await (await this.#loading)?.stop();
  }

  /** Undefined if there is nothing to read: no repository was fetched, or the user does not allow git. */
  async #find(): Promise<GitRepositories | undefined> {
    if (!this.#parts.isEnabled()) return undefined;
    if (this.#loading !== undefined) return await this.#loading;
    this.#hasAny ??= this.#parts.hasRepositories();
    return (await this.#hasAny) ? await this.#demand() : undefined;
  }

  async #demand(): Promise<GitRepositories> {
    this.#loading ??= this.#parts.load().then((git) => {
      // From now on `read` also looks in the repositories that this window used before.
      for (const { name } of this.#repositories.values()) git.of(name);
      return git;
    });
    return await this.#loading;
  }
}

interface Loading {
  readonly find: () => Promise<GitRepositories | undefined>;
  readonly demand: () => Promise<GitRepositories>;
}

function lazyRepository(name: RepositoryName, { find, demand }: Loading): GitRepository {
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
