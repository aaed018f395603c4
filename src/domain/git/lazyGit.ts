import { repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { GitHistory, HistoryCommit } from './gitHistory.ts';
import type {
  GitContents,
  GitFetchOptions,
  GitFile,
  GitObject,
  GitProblem,
  GitRepositories,
  GitRepository,
  GrepLine,
  PullRequestHead,
} from './gitRepositories.ts';

export interface LazyGitParts {
  readonly load: () => Promise<GitRepositories>;
  /** Whether this computer has repositories of an earlier session. Called at most once. */
  readonly hasRepositories: () => Promise<boolean>;
  readonly isEnabled: () => boolean;
}

/** Git that is loaded at the first fetch or search, or if this computer has fetched repositories. */
export class LazyGit implements GitRepositories {
  readonly #parts: LazyGitParts;
  readonly #repositories = new Map<string, LazyRepository>();
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
    const repository = new LazyRepository(name, { find: () => this.#find(), demand: () => this.#demand() });
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

class LazyRepository implements GitRepository {
  readonly name: RepositoryName;
  readonly history: GitHistory;
  readonly #git: Loading;

  constructor(name: RepositoryName, git: Loading) {
    this.name = name;
    this.#git = git;
    const demanded = async (): Promise<GitHistory> => (await git.demand()).of(name).history;
    this.history = {
      commits: async (...args) => await (await demanded()).commits(...args),
      changes: async (...args) => await (await demanded()).changes(...args),
      mergeBase: async (...args) => await (await demanded()).mergeBase(...args),
      versions: async (...args) => await (await demanded()).versions(...args),
      patch: async (...args) => await (await demanded()).patch(...args),
      blame: async (...args) => await (await demanded()).blame(...args),
    };
  }

  async historyCommit(sha: string): Promise<HistoryCommit | undefined> {
    return await (await this.#git.find())?.of(this.name).historyCommit(sha);
  }

  async has(commit: string): Promise<boolean> {
    return (await (await this.#git.find())?.of(this.name).has(commit)) ?? false;
  }

  async fetch(commit: string, options?: GitFetchOptions): Promise<void> {
    await (await this.#git.demand()).of(this.name).fetch(commit, options);
  }

  async fetchBlobs(...args: Parameters<GitRepository['fetchBlobs']>): Promise<void> {
    await (await this.#git.demand()).of(this.name).fetchBlobs(...args);
  }

  async files(commit: string): Promise<readonly GitFile[] | undefined> {
    return await (await this.#git.find())?.of(this.name).files(commit);
  }

  async *grep(...args: Parameters<GitRepository['grep']>): AsyncGenerator<readonly GrepLine[]> {
    yield* (await this.#git.demand()).of(this.name).grep(...args);
  }

  async contents(...args: Parameters<GitRepository['contents']>): Promise<GitContents> {
    return await (await this.#git.demand()).of(this.name).contents(...args);
  }

  async createCommit(...args: Parameters<GitRepository['createCommit']>): ReturnType<GitRepository['createCommit']> {
    return await (await this.#git.demand()).of(this.name).createCommit(...args);
  }

  async mergeConflicts(
    ...args: Parameters<GitRepository['mergeConflicts']>
  ): ReturnType<GitRepository['mergeConflicts']> {
    return await (await this.#git.demand()).of(this.name).mergeConflicts(...args);
  }

  async push(...args: Parameters<GitRepository['push']>): ReturnType<GitRepository['push']> {
    await (await this.#git.demand()).of(this.name).push(...args);
  }

  async remoteRefs(...args: Parameters<GitRepository['remoteRefs']>): ReturnType<GitRepository['remoteRefs']> {
    return await (await this.#git.demand()).of(this.name).remoteRefs(...args);
  }

  async commitsAt(...args: Parameters<GitRepository['commitsAt']>): Promise<readonly HistoryCommit[]> {
    return await (await this.#git.demand()).of(this.name).commitsAt(...args);
  }

  async pullRequestHeads(...args: Parameters<GitRepository['pullRequestHeads']>): Promise<readonly PullRequestHead[]> {
    return await (await this.#git.demand()).of(this.name).pullRequestHeads(...args);
  }

  async setPinned(pinned: boolean): Promise<void> {
    await (await this.#git.find())?.of(this.name).setPinned(pinned);
  }

  async remove(): Promise<void> {
    await (await this.#git.find())?.of(this.name).remove();
  }
}
