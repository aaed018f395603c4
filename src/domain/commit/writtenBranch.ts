import type { CommitResult } from '../../api/record/content.ts';
import type { BaseFile } from '../drafts/drafts.ts';
import type { Author } from './journal.ts';

/** The branch on the server, as far as a commit needs it. */
export interface RemoteBranch {
  /** Looks at where the branch is now; what follows is read there. `ours`: it moved by what was committed here. */
  refresh(signal: AbortSignal, ours?: boolean): Promise<void>;
  /** The file at `path` where the branch was last seen; undefined: none. */
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
