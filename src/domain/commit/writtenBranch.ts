import type { CommitResult } from '../../api/record/content.ts';
import type { BaseFile } from '../drafts/drafts.ts';
import type { Author } from './journal.ts';

/** The operations of a commit on the server branch. */
export interface RemoteBranch {
  /** Resolves the branch again; later reads use the result. `ours`: our own commits moved the branch. */
  refresh(signal: AbortSignal, ours?: boolean): Promise<void>;
  /** The file at `path` as of the last `refresh`; undefined if there is none. */
  file(path: string, signal: AbortSignal): Promise<BaseFile | undefined>;
  blob(sha: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  create(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    commit: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined>;
  update(
    path: string,
    sha: string,
    bytes: Uint8Array<ArrayBuffer>,
    commit: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined>;
  remove(path: string, sha: string, commit: CommitText, signal: AbortSignal): Promise<CommitResult | undefined>;
}

export interface CommitText {
  readonly message: string;
  readonly author: Author | undefined;
}
