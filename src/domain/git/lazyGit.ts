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
  /** Loads the implementation. Called at most once. */
  readonly load: () => Promise<GitRepositories>;
  /** Whether this computer has repositories of an earlier session. Called at most once. */
  readonly hasRepositories: () => Promise<boolean>;
  readonly isEnabled: () => boolean;
}

/**
 * Git that is loaded when it is needed: at the first fetch or search, or when this computer has fetched repositories.
 * Until then reading costs nothing but one look at the disk.
 */
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
    const known = this.#repositories.get(key);
    if (known !== undefined) return known;
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
      commits: async (...asked) => await (await demanded()).commits(...asked),
      changes: async (...asked) => await (await demanded()).changes(...asked),
      mergeBase: async (...asked) => await (await demanded()).mergeBase(...asked),
      versions: async (...asked) => await (await demanded()).versions(...asked),
      patch: async (...asked) => await (await demanded()).patch(...asked),
      blame: async (...asked) => await (await demanded()).blame(...asked),
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

  async fetchBlobs(...asked: Parameters<GitRepository['fetchBlobs']>): Promise<void> {
    await (await this.#git.demand()).of(this.name).fetchBlobs(...asked);
  }

  async files(commit: string): Promise<readonly GitFile[] | undefined> {
    return await (await this.#git.find())?.of(this.name).files(commit);
  }

  async *grep(...asked: Parameters<GitRepository['grep']>): AsyncGenerator<readonly GrepLine[]> {
    yield* (await this.#git.demand()).of(this.name).grep(...asked);
  }

  async contents(...asked: Parameters<GitRepository['contents']>): Promise<GitContents> {
    return await (await this.#git.demand()).of(this.name).contents(...asked);
  }

  async createCommit(...asked: Parameters<GitRepository['createCommit']>): ReturnType<GitRepository['createCommit']> {
    return await (await this.#git.demand()).of(this.name).createCommit(...asked);
  }

  async mergeConflicts(
    ...asked: Parameters<GitRepository['mergeConflicts']>
  ): ReturnType<GitRepository['mergeConflicts']> {
    return await (await this.#git.demand()).of(this.name).mergeConflicts(...asked);
  }

  async push(...asked: Parameters<GitRepository['push']>): ReturnType<GitRepository['push']> {
    await (await this.#git.demand()).of(this.name).push(...asked);
  }

  async remoteRefs(...asked: Parameters<GitRepository['remoteRefs']>): ReturnType<GitRepository['remoteRefs']> {
    return await (await this.#git.demand()).of(this.name).remoteRefs(...asked);
  }

  async commitsAt(...asked: Parameters<GitRepository['commitsAt']>): Promise<readonly HistoryCommit[]> {
    return await (await this.#git.demand()).of(this.name).commitsAt(...asked);
  }

  async pullRequestHeads(...asked: Parameters<GitRepository['pullRequestHeads']>): Promise<readonly PullRequestHead[]> {
    return await (await this.#git.demand()).of(this.name).pullRequestHeads(...asked);
  }

  async setPinned(pinned: boolean): Promise<void> {
    await (await this.#git.find())?.of(this.name).setPinned(pinned);
  }

  async remove(): Promise<void> {
    await (await this.#git.find())?.of(this.name).remove();
  }
}
