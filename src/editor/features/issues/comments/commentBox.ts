import {
  CommentMode,
  CommentThreadCollapsibleState,
  l10n,
  Range,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { messageOf } from '../../../../core/errors.ts';
import type { Log } from '../../../../core/log.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/issues/commentDrafts.ts';
import { DraftComment, type DraftBox, type DraftState } from './draftComment.ts';

/** Milliseconds after the last key until a text is stored. */
const pause = 300;

export interface BoxNeeds {
  readonly controller: CommentController;
  readonly document: TextDocument;
  readonly place: DraftPlace;
  readonly login: string;
  readonly drafts: CommentDrafts;
  /** Sends the text; resolves after the host has it. */
  readonly send: (text: string, signal: AbortSignal | undefined) => Promise<void>;
  readonly log: Log;
}

/** The native box below an issue in which one comment is written. Its text is stored until the host has the comment. */
export class CommentBox implements DraftBox {
  readonly #needs: BoxNeeds;
  readonly #thread: CommentThread;
  #timer: NodeJS.Timeout | undefined;
  #typed: string | undefined;
  #sending = false;

  constructor(needs: BoxNeeds) {
    this.#needs = needs;
    const { controller, document } = needs;
    this.#thread = controller.createCommentThread(document.uri, lastLine(document), []);
    this.#thread.label = l10n.t('Comment');
    this.#thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  get document(): TextDocument {
    return this.#needs.document;
  }

  /** The draft that the box shows; undefined while its input is shown. */
  get draft(): DraftComment | undefined {
    return this.#thread.comments.find((comment) => comment instanceof DraftComment);
  }

  /** Shows the text of an earlier session. */
  async restore(): Promise<void> {
    const text = await this.#needs.drafts.get(this.#needs.place);
    if (text !== undefined && this.draft === undefined) this.#show(text, CommentMode.Preview, 'draft');
  }

  /** Keeps the box below the last line. */
  move(): void {
    const at = lastLine(this.#needs.document);
    if (this.#thread.range?.isEqual(at) !== true) this.#thread.range = at;
  }

  /** The user typed in the input of the box, or of its draft. */
  typed(text: string): void {
    if (this.#sending) return;
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#store(), pause);
  }

  async preview(text: string): Promise<void> {
    await this.#keep(text);
    this.#show(text, CommentMode.Preview, 'draft');
  }

  /** Shows the input with the draft. */
  async write(text: string): Promise<void> {
    await this.#keep(text);
    this.#show(text, CommentMode.Editing, 'draft');
  }

  async discard(): Promise<void> {
    await this.#keep('');
    this.#reset();
  }

  async send(text: string, signal?: AbortSignal): Promise<void> {
    if (this.#sending) return;
    await this.#keep(text);
    this.#sending = true;
    this.#show(text, CommentMode.Preview, 'sending');
    try {
      await this.#needs.send(text, signal);
      await this.#keep('');
      this.#reset();
    } catch (error) {
      this.#show(text, CommentMode.Preview, 'notSent');
      throw error;
    } finally {
      this.#sending = false;
    }
  }

  dispose(): void {
    if (this.#timer !== undefined) void this.#store();
    this.#thread.dispose();
    this.#needs.controller.dispose();
  }

  #show(text: string, mode: CommentMode, state: DraftState): void {
    this.#thread.comments = [new DraftComment(this, this.#needs.login, text, mode, state)];
    this.#thread.canReply = false;
  }

  #reset(): void {
    this.#thread.comments = [];
    this.#thread.canReply = true;
  }

  async #store(): Promise<void> {
    const text = this.#typed;
    if (text !== undefined) await this.#keep(text);
  }

  async #keep(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#typed = undefined;
    const { drafts, place, log } = this.#needs;
    await drafts.set(place, text).catch((error: unknown) => log.warn(`a comment is not stored: ${messageOf(error)}`));
  }
}

function lastLine({ lineCount }: TextDocument): Range {
  return new Range(lineCount - 1, 0, lineCount - 1, 0);
}
