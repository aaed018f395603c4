import {
  CommentMode,
  CommentThreadCollapsibleState,
  Range,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { CommentDrafts, DraftPlace } from '../../../../domain/conversation/commentDrafts.ts';
import type { InputBox } from '../../../kit/comments/commentInputs.ts';
import { DraftComment, noText, unsentState, type DraftBox } from '../../../kit/comments/draftComment.ts';
import { TypedText } from '../../../kit/comments/typedText.ts';

export interface BoxParts {
  readonly controller: CommentController;
  readonly document: TextDocument;
  readonly place: DraftPlace;
  readonly login: string;
  readonly title: string;
  readonly isChange: boolean;
  readonly text: string;
  /** The line below which the box is shown, from 0. */
  readonly line: () => number;
  readonly drafts: CommentDrafts;
  readonly complete: InputBox['complete'] & {};
  /** Sends the text; resolves after the host has it. */
  readonly send: (text: string, options: RequestOptions) => Promise<void>;
  /** The editor opens the input of this box next. */
  readonly opens: (box: CommentBox) => void;
  readonly ended: () => void;
}

/** The native box in the document of an issue in which one comment is written. Its text is stored until the host has it. */
export class CommentBox implements DraftBox, InputBox {
  readonly #parts: BoxParts;
  #thread: CommentThread | undefined;
  #draft: DraftComment | undefined;
  readonly #typed: TypedText;
  #sending = false;

  constructor(parts: BoxParts) {
    this.#parts = parts;
    const { text, drafts, place } = parts;
    this.#typed = new TypedText(text, async (typed) => await drafts.set(place, typed));
  }

  get document(): TextDocument {
    return this.#parts.document;
  }

  get text(): string {
    return this.#typed.text;
  }

  get isWriting(): boolean {
    return this.#draft?.mode === CommentMode.Editing;
  }

  get line(): number {
    return Math.min(this.#parts.line(), this.document.lineCount - 1);
  }

  move(): void {
    const at = this.#range;
    if (this.#thread !== undefined && this.#thread.range?.isEqual(at) !== true) this.#thread.range = at;
  }

  typed(text: string): void {
    if (!this.#sending) this.#typed.typed(text);
  }

  readonly complete: BoxParts['complete'] = async (...place) => await this.#parts.complete(...place);

  async preview(text: string): Promise<void> {
    await this.#typed.keep(text);
    this.#show(this.#comment(text, CommentMode.Preview));
  }

  /** Shows the input with `text`, else with the text so far, and focuses it. */
  async write(text = this.text): Promise<void> {
    if (text !== this.text) await this.#typed.keep(text);
    // The editor focuses an input only when it is new, and a thread that the user closed does not come back.
    this.#thread?.dispose();
    this.#thread = undefined;
    if (text !== '') this.#parts.opens(this);
    this.#show(this.#comment('', CommentMode.Editing));
  }

  async discard(): Promise<void> {
    await this.#typed.keep('');
    this.#parts.ended();
  }

  async send(text: string, options: RequestOptions = {}): Promise<void> {
    if (this.#sending || text.trim() === '') return;
    await this.#typed.keep(text);
    this.#sending = true;
    this.#become('sending');
    try {
      await this.#parts.send(text, options);
      await this.#typed.keep('');
      this.#parts.ended();
    } catch (error) {
      this.#become(unsentState(error));
      throw error;
    } finally {
      this.#sending = false;
    }
  }

  dispose(): void {
    this.#typed.dispose();
    this.#thread?.dispose();
  }

  get #range(): Range {
    return new Range(this.line, 0, this.line, 0);
  }

  #comment(text: string, mode: CommentMode): DraftComment {
    const { login, isChange } = this.#parts;
    return new DraftComment(this, login, text, mode, isChange ? 'Change' : '');
  }

  #show(draft: DraftComment): void {
    this.#draft = draft;
    if (this.#thread === undefined) {
      const { controller, document, title } = this.#parts;
      this.#thread = controller.createCommentThread(document.uri, this.#range, [draft]);
      this.#thread.canReply = false;
      this.#thread.label = title;
      this.#thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    } else this.#thread.comments = [draft];
  }

  #become(state: Parameters<DraftComment['become']>[0]): void {
    if (this.#draft === undefined || this.#thread === undefined) return;
    if (this.#draft.mode === CommentMode.Editing) this.#draft.body = noText();
    this.#draft.become(state);
    this.#thread.comments = [this.#draft];
  }
}
