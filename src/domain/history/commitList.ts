import type { CommittedChange, GitFetchOptions, GitHistory, HistoryCommit } from '../git/gitHistory.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RemoteRef } from '../repositories/remoteRef.ts';

export interface CommitPage {
  readonly commits: readonly HistoryCommit[];
  /** One decoding error for each commit that the host sent and that could not be decoded. */
  readonly unreadable?: readonly string[];
  readonly hasMore: boolean;
}

/** A file as a commit changed it: what a comparison with the first parent shows. */
export interface CommittedFile extends CommittedChange {
  readonly commit: HistoryCommit;
  readonly parent: string | undefined;
}

/** The commits of a branch, tag or commit, or those that changed one of its files or folders. */
export interface CommitPages {
  /** Full sha: pages of one list belong together although the branch moves on. */
  readonly tip: string;
  /** Empty: all commits. */
  readonly path: string;
  /** `count` commits after the newest `skip`. `onNewest`: see `GitHistory`. @throws Failure */
  page(skip: number, count: number, options?: Parameters<GitHistory['commits']>[2]): Promise<CommitPage>;
  /** The files that `commit` changed against its first parent. @throws Failure */
  filesOf(commit: HistoryCommit, options?: GitFetchOptions): Promise<readonly CommittedFile[]>;
}

/** The commits as git lists them. All methods throw a Failure of `GitHistory`. */
export const commitList = (history: GitHistory, tip: string, path: string): CommitPages => ({
  ...{ tip, path },
  async page(skip, count, options = {}) {
    const commits = await history.commits(tip, { path, skip, limit: count + 1 }, options);
    return { commits: commits.slice(0, count), hasMore: commits.length > count };
  },
  async filesOf(commit, options = {}) {
    const changes = await history.changes(commit.sha, options);
    return changes.map((change) => fileOfCommit(commit, change));
  },
});

/**
 * The commits of the ref as it is known now; undefined in an empty repository.
 * @throws Failure if the ref does not exist
 */
export async function openCommits(
  listOf: (tip: string) => CommitPages,
  remote: Pick<RemoteRef, 'head' | 'name'>,
  options: RequestOptions = {},
): Promise<CommitPages | undefined> {
  const { commit } = await remote.head(options);
  return commit === undefined ? undefined : listOf(commit);
}

/** Undefined except in the history of a file. */
export function followedFile(commit: HistoryCommit): CommittedFile | undefined {
  return commit.file && fileOfCommit(commit, commit.file);
}

export function fileOfCommit(commit: HistoryCommit, change: CommittedChange): CommittedFile {
  return { ...change, commit, parent: change.status === 'added' ? undefined : commit.parents[0] };
}
