import type { RepositoryName } from '../hosts/address.ts';
import type { GitFetchOptions, GitHistory, HistoryCommit } from './gitHistory.ts';
import type { GitMerges } from './gitMerge.ts';
import type { GitPushes } from './gitPush.ts';
import type { TlsReason } from './tlsRules.ts';

/** Why git cannot be used. `refused`: by the host, or for this account. `cacheFailed`: the cache is not writable. */
export type GitProblem = 'off' | 'notInstalled' | 'tooOld' | 'refused' | 'cacheFailed';

export type GitObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

export interface GitObject {
  readonly kind: GitObjectKind;
  /** The content as git stores it: a tree is binary, see `parseTree`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface GitFile {
  readonly path: string;
  /** As git writes it: `100644`, `120000`, `160000`. */
  readonly mode: string;
  readonly sha: string;
  /** Bytes; undefined for a submodule, and for a blob that the filter of the fetch left out. */
  readonly size: number | undefined;
}

export interface GitWait {
  readonly milliseconds: number;
  /** Ends the call of git with `cancelled`. */
  readonly cancel: () => void;
  readonly ended: Promise<unknown>;
}

/** Which lines git looks for, as bytes: the caller gives literals that every match contains, and searches the lines. */
export interface GrepQuery {
  /** Without line breaks and NUL; a line must contain at least one of them. Empty: every line. */
  readonly literals: readonly Uint8Array<ArrayBuffer>[];
  /** False: ASCII letters match in both cases. */
  readonly isCaseSensitive: boolean;
}

/** A line of a file that git found, as bytes: the encoding of the file is not known to git. */
export interface GrepLine {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Without the line feed; cut after 1 MB. */
  readonly text: Uint8Array<ArrayBuffer>;
}

export interface GitSearchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the sha of each file that git cannot read, also of those that the filter of the fetch left out. */
  readonly onUnreadable?: ((sha: string) => void) | undefined;
}

/** The files of a commit by their content. Blobs that are not here are in neither list. */
export interface GitContents {
  /** Files that git considers as text, without empty files. */
  readonly text: ReadonlySet<string>;
  /** Files with a line that starts with a byte order mark of UTF-16; git considers most of them as binary. */
  readonly marked: readonly string[];
}

export interface PullRequestHead {
  readonly number: string;
  readonly sha: string;
}

/** A bare repository on this computer with objects of one remote repository. It has no working copy. */
export interface GitRepository extends GitPushes, GitMerges {
  readonly name: RepositoryName;
  readonly history: GitHistory;

  /** The commit `sha` (full) if its history was fetched; undefined otherwise. Sends no request. */
  historyCommit(sha: string): Promise<HistoryCommit | undefined>;

  /** Whether `commit` (full sha) with its trees and its blobs up to the size of the filter is here. */
  has(commit: string): Promise<boolean>;

  /**
   * Fetches `commit` (full sha), its trees and blobs, at depth 1, unless it is here. Concurrent calls share one fetch.
   * @throws Failure `cancelled`, `forbidden`, `missing`, `unreachable`, `timeout`, `refused` (reason `gitFailed`)
   */
  fetch(commit: string, options?: GitFetchOptions): Promise<void>;

  /** Fetches the blobs `shas` of `commit`, which is here, that the filter of its fetch left out. @throws as `fetch` */
  fetchBlobs(commit: string, shas: readonly string[], options?: GitFetchOptions): Promise<void>;

  /**
   * Those of the commits (full shas) that are here, or that one fetch brings without folders and parents.
   * Nothing is stored. A host that knows no filters is not asked. @throws Failure as `fetch`
   */
  commitsAt(shas: readonly string[], signal?: AbortSignal): Promise<readonly HistoryCommit[]>;

  /** The heads of the pull requests by their refs: highest number first. One call of git. @throws Failure as `fetch` */
  pullRequestHeads(signal?: AbortSignal): Promise<readonly PullRequestHead[]>;

  /** Every file of `commit`, sorted as git sorts; undefined if the commit is not here. Sends no request. */
  files(commit: string): Promise<readonly GitFile[] | undefined>;

  /**
   * The lines of text files of `commit` with one of the literals, file by file in the order of git, in one batch for
   * each part of the output. Binary files, links and blobs that are not here are left out. `pathspecs`: of git;
   * empty: all files. Ends the process when the consumer stops or `signal` aborts.
   * @throws Failure `cancelled`, `missing` (reason `gitNoCommit`: the commit is not here), `refused` (`gitFailed`); all files
   * but the last are complete then
   */
  grep(
    commit: string,
    query: GrepQuery,
    pathspecs: readonly string[],
    options?: GitSearchOptions,
  ): AsyncIterable<readonly GrepLine[]>;

  /** Reads every file of `commit` that is here. `pathspecs` and what it throws as `grep`. */
  contents(commit: string, pathspecs: readonly string[], options?: GitSearchOptions): Promise<GitContents>;

  /** True: a full cache does not evict the repository. Does nothing if no commit was fetched. */
  setPinned(pinned: boolean): Promise<void>;

  remove(): Promise<void>;
}

/** The objects that git has on this computer. No method sends a request. */
export interface GitObjects {
  /** The object `sha` of a repository of `host` that this window uses; undefined if none has it. */
  read(host: string, sha: string): Promise<GitObject | undefined>;
  /** Its kind and size in bytes, without the content. */
  stat(host: string, sha: string): Promise<{ readonly kind: GitObjectKind; readonly size: number } | undefined>;
}

/** A working tree of a clone. `branch`: undefined for a commit without one. */
export interface Worktree {
  readonly path: string;
  readonly branch: string | undefined;
}

/** What a working tree has that no remote has. */
export interface WorktreeWork {
  /** Whether something in it is not committed. Files that git ignores do not count. */
  readonly isDirty: boolean;
  /** The commits of its branch that neither a remote nor the fetched pull request has. */
  readonly commits: number;
}

/** Undefined: git does not tell it. */
export interface RemoteAddresses {
  readonly fetch?: string | undefined;
  readonly push?: string | undefined;
}

/** Git on this computer. `src/git` implements it; without git, `problem` resolves with the reason. */
export interface GitRepositories extends GitObjects {
  /** Undefined if git can be used for the repositories of `host`. Sends no request. */
  problem(host: string): Promise<GitProblem | undefined>;
  /** The bare repository of `name`. Nothing is created before the first fetch. */
  of(name: RepositoryName): GitRepository;
  removeAll(host: string, names?: readonly RepositoryName[]): Promise<void>;
  /** The paths that `ref` adds or changes against the checked out commit of the clone in `folder`. @throws Failure `refused` */
  changedFiles(folder: string, ref: string): Promise<readonly string[]>;
  /** The working trees of the clone in `folder`: that of the clone first. @throws Failure `refused` */
  worktrees(folder: string): Promise<readonly Worktree[]>;
  /**
   * Checks out a branch of the repository `name` in the new folder `path`. Runs no hooks. Files that a partial clone lacks
   * are fetched as the account. @throws Failure `refused`
   */
  addWorktree(
    folder: string,
    worktree: { readonly name: RepositoryName; readonly path: string; readonly branch: string },
  ): Promise<void>;
  worktreeWork(path: string): Promise<WorktreeWork>;
  /** @throws Failure `conflict` (reason `worktreeHasWork`) with what is not committed: then nothing is removed */
  removeWorktree(folder: string, path: string): Promise<void>;
  /**
   * The addresses that git uses for a remote of the clone in `folder`: by `insteadOf` and `pushInsteadOf`, and with the
   * name of the host in place of an alias of ssh. Contacts nobody, and starts nothing that a configuration names.
   */
  addressesOf(folder: string, remote: string): Promise<RemoteAddresses>;
  /** Why git, as the user configured it, does not trust the host of `url` (https). Asks the host, without a token. */
  certificateProblem(url: string): Promise<TlsReason | undefined>;
  stop(): Promise<void>;
}
