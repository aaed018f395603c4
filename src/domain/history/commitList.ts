import type { CommittedChange, GitHistory, HistoryCommit, HistoryOptions } from '../git/gitHistory.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { RemoteRef } from '../repositories/remoteRef.ts';
import { Failure } from '../../core/errors.ts';

export interface CommitPage {
  readonly commits: readonly HistoryCommit[];
  readonly hasMore: boolean;
}

/** A file as a commit changed it: what a comparison with the first parent shows. */
export interface CommittedFile extends CommittedChange {
  readonly commit: HistoryCommit;
  /** The parent with the earlier version; undefined if the file was added. */
  readonly parent: string | undefined;
}

/** The commits of a branch, tag or commit, or those that changed one of its files or folders. */
export class CommitList {
  /** Full sha: pages of one list belong together although the branch moves on. */
  readonly tip: string;
  /** Empty: all commits. */
  readonly path: string;
  readonly #history: GitHistory;

  constructor(history: GitHistory, tip: string, path: string) {
    this.#history = history;
    this.tip = tip;
    this.path = path;
  }

  /** `count` commits after the newest `skip`. `onNewest`: see `GitHistory`. @throws Failure of `GitHistory.commits` */
  async page(skip: number, count: number, options: Parameters<GitHistory['commits']>[2] = {}): Promise<CommitPage> {
    const commits = await this.#history.commits(this.tip, { path: this.path, skip, limit: count + 1 }, options);
    return { commits: commits.slice(0, count), hasMore: commits.length > count };
  }

  /** The files that `commit` changed against its first parent. @throws Failure of `GitHistory.changes` */
  async filesOf(commit: HistoryCommit, options: HistoryOptions = {}): Promise<readonly CommittedFile[]> {
    const changes = await this.#history.changes(commit.sha, options);
    return changes.map((change) => committedFile(commit, change));
  }
}

/**
 * The commits of the ref of `remote` as it is known now. `path`: a file or folder; empty: all. Undefined if the repository
 * has no commits.
 * @throws Failure if the ref does not exist, or `missing` for a tag whose commit the service does not send
 */
export async function openCommits(
  historyOf: (name: RepositoryName) => GitHistory,
  remote: Pick<RemoteRef, 'head' | 'name'>,
  path: string,
  options: RequestOptions = {},
): Promise<CommitList | undefined> {
  const { commit, byName, name } = await remote.head(options);
  if (commit !== undefined) return new CommitList(historyOf(remote.name), commit, path);
  if (byName === undefined) return undefined;
  const about = [name, fullName(remote.name)];
  throw new Failure('missing', `the commit of the tag ${name} is not known`, { reason: 'noSuchRef', about });
}

/** The file of a commit in the history of a file; undefined in other histories. */
export function followedFile(commit: HistoryCommit): CommittedFile | undefined {
  return commit.file && committedFile(commit, commit.file);
}

function committedFile(commit: HistoryCommit, change: CommittedChange): CommittedFile {
  return { ...change, commit, parent: change.status === 'added' ? undefined : commit.parents[0] };
}
