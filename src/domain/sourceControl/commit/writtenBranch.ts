import type { CommitResult } from '../../../api/record/content.ts';
import type { DraftContent } from '../drafts/draftStore.ts';
import type { BaseFile } from '../drafts/drafts.ts';
import type { GitProblem } from '../../git/gitRepositories.ts';
import type { Author } from './journal.ts';

/** The branch that a commit is sent to, as the `Committer` sees it. A `RemoteRef` only reads; this also writes. */
export interface RemoteBranch {
  /** Resolves the branch again; later reads use the result. `ours`: our own commits moved the branch. */
  refresh(signal: AbortSignal, ours?: boolean): Promise<void>;
  /** The commit of the branch as of the last `refresh`; undefined: there is none. */
  head(): string | undefined;
  /** The file at `path` as of the last `refresh`; undefined if there is none. */
  file(path: string, signal: AbortSignal): Promise<BaseFile | undefined>;
  /** The files of the branch as of the last `refresh` that a file at `path` would replace: a file that it needs as a folder, or all files below it. */
  replacedBy(path: string, signal: AbortSignal): Promise<readonly string[]>;
  blob(sha: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  create(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    text: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined>;
  update(
    path: string,
    sha: string,
    bytes: Uint8Array<ArrayBuffer>,
    text: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined>;
  remove(path: string, sha: string, text: CommitText, signal: AbortSignal): Promise<CommitResult | undefined>;
  /** Undefined: each commit has one file. */
  readonly pushes?: BranchPushes | undefined;
}

export interface PreparedCommit {
  readonly commit: string;
  readonly parent: string;
}

/** Sends any number of files as one commit. */
export interface BranchPushes {
  /** Why it is not possible; undefined if it is. Sends no request. */
  problem(): Promise<GitProblem | undefined>;
  /** Whether the branch has no commit yet. Only a commit of one file can then be sent. */
  isEmpty(): boolean;
  /**
   * Creates a commit on that of the last `refresh`. Sends nothing, but may read from the server.
   * @throws Failure `conflict` (reason `branchMoved`) if the branch has another file than a change is based on
   */
  prepare(contents: readonly DraftContent[], text: CommitText, signal: AbortSignal): Promise<PreparedCommit>;
  /** @throws Failure with `sent` false if the commit certainly did not arrive, see `GitPushes.push` */
  send(
    prepared: PreparedCommit,
    contents: readonly DraftContent[],
    text: CommitText,
    signal: AbortSignal,
  ): Promise<void>;
  /** Whether the branch was at `commit` at the last `refresh`. */
  isHead(commit: string): boolean;
  /** Whether `commit` arrived. False also if the server does not tell. */
  has(commit: string, signal: AbortSignal): Promise<boolean>;
  /** The record of one of the files, in the form that the service gives it. */
  resultOf(content: DraftContent, commit: string, text: CommitText): CommitResult;
}

export interface CommitText {
  readonly message: string;
  readonly author: Author | undefined;
}
