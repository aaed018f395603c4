import type { RepositoryName } from '../hosts/address.ts';

/** A commit of a history. All texts are written by its author. */
export interface HistoryCommit {
  readonly sha: string;
  /** Full shas; empty for the first commit of a branch. */
  readonly parents: readonly string[];
  /** The whole message, without the line breaks at its end. */
  readonly message: string;
  readonly authorName: string;
  readonly authorEmail: string;
  /** ISO 8601 with the zone of the author; empty if git cannot read it. */
  readonly authoredDate: string;
  /** In the history of a file: the file that the commit changed. It differs from the asked path before a rename. */
  readonly file?: CommittedChange | undefined;
}

/** What a commit did to a file, against its first parent. */
export interface CommittedChange {
  readonly status: 'added' | 'modified' | 'removed' | 'renamed' | 'copied';
  readonly path: string;
  readonly oldPath: string | undefined;
  /** Nobody told what the commit did to the file: it can be absent before or after it. */
  readonly isUncertain?: boolean;
}

export interface GitFetchProgress {
  /** Received bytes so far; undefined while the server prepares the answer. */
  readonly received: number | undefined;
}

export interface GitFetchOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: GitFetchProgress) => void) | undefined;
  /** Asked once if more than 200 MB are received; false cancels. Undefined: there is no limit. */
  readonly confirmLarge?: ((received: number) => Promise<boolean>) | undefined;
}

/** The newest part of a history, while the rest is fetched or because the rest is too large. */
export interface NewestCommits {
  readonly commits: readonly HistoryCommit[];
  /** Older commits were not searched: milliseconds since 1970. */
  readonly since: number;
}

export interface HistoryQuery {
  /** A file or folder; empty: all commits. The renames of a file are followed. */
  readonly path: string;
  readonly skip: number;
  readonly limit: number;
  /** A commit (full sha) that is left out with all that it contains. Only without a path. */
  readonly without?: string | undefined;
}

export interface BlamedLines {
  /** The first of them, from 1. */
  readonly line: number;
  readonly count: number;
  readonly sha: string;
  readonly path: string;
}

export interface Blame {
  readonly lines: readonly BlamedLines[];
  readonly commits: ReadonlyMap<string, HistoryCommit>;
}

/** A commit in two versions of a branch. `changed`: its patch, its message or a binary file differs. */
export interface CommitPair {
  /** Of a merge that is new: whether it has, or may have, more than what git makes of its parents. */
  readonly adds?: boolean;
  readonly status: 'same' | 'changed' | 'added' | 'removed';
  readonly before: HistoryCommit | undefined;
  readonly after: HistoryCommit | undefined;
}

/** The tips (full shas) of two versions of a branch. */
export interface BranchVersions {
  /** Commits that it contains are left out. */
  readonly base: string;
  readonly before: string;
  readonly after: string;
}

/** How many commits each of two tips has that the other lacks. */
export interface Distance {
  readonly ahead: number;
  readonly behind: number;
}

/**
 * The commits of a remote repository, fetched without their files. Folders and versions of a path follow when needed.
 * All methods throw a Failure: `cancelled`, `forbidden`, `missing`, `unreachable`, `timeout`, or `refused`
 * (reasons `gitFailed`, `gitTooLarge`, `gitOff`, `gitMissing`, `gitTooOld`).
 */
export interface GitHistory {
  /**
   * The commits that `tip` (full sha) contains, newest first, as `git log` lists them (`--follow` for a file).
   * `onNewest`: called at most once. With the commits of the last year: before the first history of a path is complete,
   * and before a history ends with a Failure because the rest is too large. With the commits down to the one that added
   * the file: before contents are fetched to find its earlier name.
   */
  commits(
    tip: string,
    query: HistoryQuery,
    options?: GitFetchOptions & { readonly onNewest?: ((newest: NewestCommits) => void) | undefined },
  ): Promise<readonly HistoryCommit[]>;

  /** What `commit` changed against its first parent, sorted by path; renames are found. */
  changes(commit: string, options?: GitFetchOptions): Promise<readonly CommittedChange[]>;

  /** The commit (full shas) from which two commits differ, of several the first; undefined if there is none. */
  mergeBase(one: string, other: string, options?: GitFetchOptions): Promise<string | undefined>;

  /**
   * How far each `own` (full sha) is from its `other`, a commit of the repository `from`: in the order of `pairs`. At most
   * one fetch from each of both repositories.
   */
  distances(
    pairs: readonly { readonly own: string; readonly other: string }[],
    from: RepositoryName,
    options?: GitFetchOptions,
  ): Promise<readonly Distance[]>;

  /**
   * Creates the branch `name` of this repository at `commit` of the repository `from`, and sends what `known`, a commit of
   * this repository, lacks. All are full shas. @throws Failure also those of `GitPushes.push`
   */
  branchFrom(
    from: RepositoryName,
    branch: { readonly name: string; readonly commit: string; readonly known: string },
    options?: GitFetchOptions,
  ): Promise<void>;

  /**
   * The commits of two versions of a branch, paired by their patches, merges by their shas: the oldest first.
   * @throws Failure `missing` (reason `gitNoCommit`) if the host lost one of the tips; `refused` (`tooManyVersions`)
   */
  versions(versions: BranchVersions, options?: GitFetchOptions): Promise<readonly CommitPair[]>;

  /**
   * The message and the patch of a commit, without line numbers: equal patches are equal texts. Shas stand for what is not
   * text. Of a merge: what it adds to the merge of its parents.
   */
  patch(commit: string, options?: GitFetchOptions): Promise<string>;

  /** The commits of the lines of a file of `tip`. @throws Failure `missing` if the file is not in `tip` */
  blame(tip: string, path: string, options?: GitFetchOptions): Promise<Blame>;
}
