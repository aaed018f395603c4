import {
  CommentMode,
  CommentThreadCollapsibleState,
  commands,
  Position,
  Range,
  WorkspaceEdit,
  workspace,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { messageOf } from '../../../../core/errors.ts';
import type { Log } from '../../../../core/log.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/issues/commentDrafts.ts';
import { DraftComment, noText, type DraftBox } from '../../../kit/comments/draftComment.ts';

/** Milliseconds after the last key until a text is stored. */
const pause = 300;

export interface BoxNeeds {
  readonly controller: CommentController;
  readonly document: TextDocument;
  readonly place: DraftPlace;
  readonly login: string;
  readonly title: string;
  /** The text that the input shows first. */
  readonly text: string;
  /** The line below which the box is shown, from 0. */
  readonly line: () => number;
  readonly drafts: CommentDrafts;
  /** Sends the text; resolves after the host has it. */
  readonly send: (text: string, signal: AbortSignal | undefined) => Promise<void>;
  /** The editor opens the input of this box next. */
  readonly opens: (box: CommentBox) => void;
  /** The text was sent or discarded. */
  readonly ended: () => void;
  readonly log: Log;
}

/** The native box in the document of an issue in which one comment is written. Its text is stored until the host has it. */
export class CommentBox implements DraftBox {
  readonly #needs: BoxNeeds;
  #thread: CommentThread | undefined;
  #draft: DraftComment | undefined;
  #text: string;
  /** Whether the input lacks the text. */
  #isUnfilled = false;
  #timer: NodeJS.Timeout | undefined;
  #sending = false;

  constructor(needs: BoxNeeds) {
    this.#needs = needs;
    this.#text = needs.text;
  }

  get document(): TextDocument {
    return this.#needs.document;
  }

  /** The text as it was typed so far. */
  get text(): string {
    return this.#text;
  }

  /** The line below which the box is shown, from 0. */
  get line(): number {
    return Math.min(this.#needs.line(), this.document.lineCount - 1);
  }

  /** Keeps the box at its line. */
  move(): void {
    const at = this.#range;
    if (this.#thread !== undefined && this.#thread.range?.isEqual(at) !== true) this.#thread.range = at;
  }

  /** The user typed in the input. */
  typed(text: string): void {
    if (this.#sending || this.#isUnfilled) return;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#store(), pause);
  }

  /** Writes the text into the input that the editor has just opened for this box. */
  async fill(input: TextDocument): Promise<void> {
    if (!this.#isUnfilled || this.#text === '') return;
    // The editor sets the empty text of a new input while it is already open, and then refuses an edit.
    for (let attempt = 0; attempt < 5 && input.getText() === ''; attempt += 1) {
      const edit = new WorkspaceEdit();
      edit.insert(input.uri, new Position(0, 0), this.#text);
      if (await workspace.applyEdit(edit)) break;
    }
    this.#isUnfilled = false;
    await commands.executeCommand('cursorBottom');
  }

  async preview(text: string): Promise<void> {
    await this.#keep(text);
    this.#show(new DraftComment(this, this.#needs.login, text, CommentMode.Preview));
  }

  /** Shows the input with `text`, else with the text so far, and focuses it. */
  async write(text = this.#text): Promise<void> {
    if (text !== this.#text) await this.#keep(text);
    this.#isUnfilled = text !== '';
    // The editor focuses an input only when it is new, and a thread that the user closed does not come back.
    this.#thread?.dispose();
    this.#thread = undefined;
    this.#needs.opens(this);
    this.#show(new DraftComment(this, this.#needs.login, '', CommentMode.Editing));
  }

  async discard(): Promise<void> {
    await this.#keep('');
    this.#needs.ended();
  }

  async send(text: string, signal?: AbortSignal): Promise<void> {
    if (this.#sending || text.trim() === '') return;
    await this.#keep(text);
    this.#sending = true;
    this.#become('sending');
    try {
      await this.#needs.send(text, signal);
      await this.#keep('');
      this.#needs.ended();
    } catch (error) {
      this.#become('notSent');
      throw error;
    } finally {
      this.#sending = false;
    }
  }

  dispose(): void {
    if (this.#timer !== undefined) void this.#store();
    this.#thread?.dispose();
    this.#needs.controller.dispose();
  }

  get #range(): Range {
    return new Range(this.line, 0, this.line, 0);
  }

  #show(draft: DraftComment): void {
    this.#draft = draft;
    if (this.#thread === undefined) {
      const { controller, document, title } = this.#needs;
      this.#thread = controller.createCommentThread(document.uri, this.#range, [draft]);
      this.#thread.canReply = false;
      this.#thread.label = title;
      this.#thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    } else this.#thread.comments = [draft];
  }

  #become(state: 'notSent' | 'sending'): void {
    if (this.#draft === undefined || this.#thread === undefined) return;
    if (this.#draft.mode === CommentMode.Editing) this.#draft.body = noText();
    this.#draft.become(state);
    this.#thread.comments = [this.#draft];
  }

  async #store(): Promise<void> {
    await this.#keep(this.#text);
  }

  async #keep(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = text;
    const { drafts, place, log } = this.#needs;
    await drafts.set(place, text).catch((error: unknown) => log.warn(`a comment is not stored: ${messageOf(error)}`));
  }
}
