import type { CommitResult } from '../../../api/record/content.ts';
import { Failure, isFailure } from '../../../core/errors.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import type { BaseFile, Drafts } from '../drafts/drafts.ts';
import type { JournalEntry } from './journal.ts';
import type { Rebaser } from './rebaser.ts';
import type { CommitText, RemoteBranch } from './writtenBranch.ts';

/** Writes the state of the file to the journal, with the draft that it applies to. */
export type MarkEntry = (state: JournalEntry['state'], change: Change) => Promise<void>;

interface SentFile {
  readonly result: CommitResult | undefined;
  /** Whether the service confirmed the commit. Otherwise a read of the branch showed it. */
  readonly answered: boolean;
}

const mostMerges = 3;

/** Commits one file to the branch, and after a failure reads the branch, which shows whether the commit succeeded. */
export class FileSender {
  readonly #drafts: Drafts;
  readonly #remoteBranch: RemoteBranch;
  readonly #rebaser: Rebaser;

  constructor(drafts: Drafts, remoteBranch: RemoteBranch, rebaser: Rebaser) {
    this.#drafts = drafts;
    this.#remoteBranch = remoteBranch;
    this.#rebaser = rebaser;
  }

  /**
   * Sends the draft of `path`, rebased if another commit came first; undefined if there is none any more.
   * @throws Failure `conflict` if the user must resolve it first; reason `maybeCommitted` if nothing tells the outcome
   */
  async send(
    layer: Layer,
    path: string,
    text: CommitText,
    mark: MarkEntry,
    signal: AbortSignal,
  ): Promise<SentFile | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      // Read the draft with its bytes: the user may have saved again since the commit began.
      const content = await this.#drafts.content(layer, path);
      if (content === undefined) return undefined;
      const { change, bytes } = content;
      await mark('sent', change);
      await this.#drafts.sending(change);
      try {
        const result = await this.#put(change, bytes, text, signal);
        await mark('done', change);
        await this.#drafts.committed(layer, path, change.sha);
        return { result, answered: true };
      } catch (error) {
        if (await this.#wasCommitted(layer, change, error, mark, signal)) return { result: undefined, answered: false };
        if (attempt >= mostMerges) throw error;
      }
    }
  }

  async #put(
    change: Change,
    bytes: Uint8Array<ArrayBuffer>,
    text: CommitText,
    signal: AbortSignal,
  ): Promise<CommitResult | undefined> {
    const { path, base } = change;
    if (change.kind === 'removed')
      return base === undefined ? undefined : await this.#remoteBranch.remove(path, base, text, signal);
    if (base === undefined) return await this.#remoteBranch.create(path, bytes, text, signal);
    return await this.#remoteBranch.update(path, base, bytes, text, signal);
  }

  /** Reads the file after a failure. True: committed. False: rebased, and can be sent again. Else throws the reason. */
  async #wasCommitted(
    layer: Layer,
    change: Change,
    error: unknown,
    mark: MarkEntry,
    signal: AbortSignal,
  ): Promise<boolean> {
    // The service refused before it processed the file, or did not get the request.
    if (isFailure(error, 'signedOut', 'forbidden', 'throttled') || (isFailure(error) && error.sent === false)) {
      await mark('waiting', change);
      throw error;
    }
    const there = await this.#fileAfter(change.path, error, signal);
    if (there?.sha === change.sha) {
      await mark('done', change);
      await this.#drafts.committed(layer, change.path, change.sha);
      return true;
    }
    await mark('waiting', change);
    if (there?.sha === change.base) throw error;
    const open = await this.#rebaser.rebase(layer, change, there, signal);
    if (open.length > 0) throw conflictAt(open);
    return false;
  }

  /** The file on the server after `error`. @throws Failure with the reason `maybeCommitted` if it cannot be read */
  async #fileAfter(path: string, error: unknown, signal: AbortSignal): Promise<BaseFile | undefined> {
    try {
      await this.#remoteBranch.refresh(signal);
      return await this.#remoteBranch.file(path, signal);
    } catch (readError) {
      if (isFailure(readError, 'cancelled')) throw readError;
      if (!isFailure(error, 'broken', 'unreachable', 'timeout', 'unreadable')) throw readError;
      throw error.with({ reason: 'maybeCommitted', about: [path], cause: readError });
    }
  }
}

/** The failure of a commit because of conflicts at `paths`, which the user must resolve. */
export function conflictAt(paths: readonly string[]): Failure {
  return new Failure('conflict', `changed here and on the server: ${paths.join(', ')}`, {
    field: 'paths',
    reason: 'isConflict',
    about: paths,
  });
}
