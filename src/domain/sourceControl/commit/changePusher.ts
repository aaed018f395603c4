import { Failure, isFailure } from '../../../core/errors.ts';
import type { DraftContent } from '../drafts/draftStore.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { Layer } from '../drafts/draft.ts';
import { commitMessage, sendsNothing } from './agreedCommit.ts';
import type { SelectedChange } from './commitSelection.ts';
import { conflictAt } from './fileSender.ts';
import type { JournalEntry } from './journal.ts';
import type { Rebaser } from './rebaser.ts';
import type { BranchPushes, CommitText, PreparedCommit, RemoteBranch } from './writtenBranch.ts';

export interface SentDraft extends DraftContent {
  readonly layer: Layer;
}

/** Writes the state of all files to the journal, with the commit that has them. */
export type MarkPush = (state: JournalEntry['state'], drafts: readonly SentDraft[], commit: string) => Promise<void>;

export interface PushResult {
  readonly drafts: readonly SentDraft[];
  readonly commit: string;
  readonly text: CommitText;
}

interface Push extends PreparedCommit {
  readonly drafts: readonly SentDraft[];
  readonly mark: MarkPush;
}

const mostMerges = 3;

/** Sends drafts as one commit, whose sha is known before: after a failure, the branch shows whether the commit arrived. */
export class ChangePusher {
  readonly #drafts: Drafts;
  readonly #remoteBranch: RemoteBranch;
  readonly #pushes: BranchPushes;
  readonly #rebaser: Rebaser;
  #hasPrepared = false;

  constructor(drafts: Drafts, remoteBranch: RemoteBranch, pushes: BranchPushes, rebaser: Rebaser) {
    this.#drafts = drafts;
    this.#remoteBranch = remoteBranch;
    this.#pushes = pushes;
    this.#rebaser = rebaser;
  }

  /** Whether git created a commit. Before that, nothing was sent. */
  get hasPrepared(): boolean {
    return this.#hasPrepared;
  }

  /**
   * Sends the drafts of `selected`, all or none, rebased if another commit came first; undefined if none is left.
   * @throws Failure `conflict` if the user must resolve drafts first; with the reason `maybeCommitted` if nothing shows
   * whether the commit arrived
   */
  async send(
    selected: readonly SelectedChange[],
    { message, author }: CommitText,
    mark: MarkPush,
    signal: AbortSignal,
  ): Promise<PushResult | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const drafts = await this.#current(selected);
      if (drafts.length === 0) return undefined;
      const paths = drafts.map(({ change }) => change.path);
      const text = { message: commitMessage(message, paths), author };
      try {
        const prepared = await this.#pushes.prepare(drafts, text, signal);
        this.#hasPrepared = true;
        await this.#push({ ...prepared, drafts, mark }, text, signal);
        return { drafts, commit: prepared.commit, text };
      } catch (error) {
        if (!isMoved(error) || attempt >= mostMerges) throw error;
        await this.#rebase(drafts, signal);
      }
    }
  }

  /** The drafts with their bytes: the user may have saved again since the commit began. */
  async #current(selected: readonly SelectedChange[]): Promise<SentDraft[]> {
    const drafts: SentDraft[] = [];
    for (const { layer, change } of selected) {
      const content = await this.#drafts.content(layer, change.path);
      if (content === undefined) continue;
      if (sendsNothing(content.change)) await this.#drafts.committed(layer, change.path, undefined);
      else drafts.push({ layer, ...content });
    }
    return drafts;
  }

  /** @throws Failure `conflict` (reason `branchMoved`) if another commit came first */
  async #push(push: Push, text: CommitText, signal: AbortSignal): Promise<void> {
    const { drafts, commit, mark } = push;
    await mark('sent', drafts, commit);
    await this.#drafts.sending(...drafts.map(({ change }) => change));
    try {
      await this.#pushes.send(push, drafts, text, signal);
    } catch (error) {
      await this.#demandArrival(push, error, signal);
    }
    await mark('done', drafts, commit);
    for (const { layer, change } of drafts) await this.#drafts.committed(layer, change.path, change.sha);
  }

  async #demandArrival({ drafts, commit, parent, mark }: Push, error: unknown, signal: AbortSignal): Promise<void> {
    const isCertain = isFailure(error) && error.sent === false;
    if (!isCertain) {
      await this.#refreshAfter(error, drafts, signal);
      if (await this.#pushes.has(commit, signal)) return;
    }
    await mark('waiting', drafts, commit);
    if (isCertain || this.#pushes.isHead(parent) || !isFailure(error)) throw error;
    throw new Failure('conflict', 'the branch moved', { reason: 'branchMoved', cause: error });
  }

  /** @throws Failure with the reason `maybeCommitted` if the branch cannot be read */
  async #refreshAfter(error: unknown, drafts: readonly SentDraft[], signal: AbortSignal): Promise<void> {
    try {
      await this.#remoteBranch.refresh(signal);
    } catch (refreshError) {
      if (isFailure(refreshError, 'cancelled') || !isFailure(error)) throw refreshError;
      const paths = drafts.map(({ change }) => change.path);
      const about = [paths.slice(0, 3).join(', '), '0', `${paths.length}`];
      throw error.with({ reason: 'maybeCommitted', about, cause: refreshError });
    }
  }

  async #rebase(drafts: readonly SentDraft[], signal: AbortSignal): Promise<void> {
    await this.#remoteBranch.refresh(signal);
    const open: string[] = [];
    for (const { layer, change } of drafts) {
      const now = this.#drafts.get(layer, change.path);
      if (now !== undefined) open.push(...(await this.#rebaser.openAt(layer, now, signal)));
    }
    if (open.length > 0) throw conflictAt(open);
  }
}

const isMoved = (error: unknown): boolean => isFailure(error, 'conflict') && error.reason === 'branchMoved';
