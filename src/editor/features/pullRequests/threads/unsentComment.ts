import * as v from 'valibot';
import { CommentMode } from 'vscode';
import { parseStored } from '../../../../core/storage.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { RequestOptions } from '../../../../domain/hosts/source.ts';
import type { InputBox } from './commentInputs.ts';
import { DraftComment, unsentState, type DraftBox } from './draftComment.ts';
import { TypedText } from '../../../kit/typedText.ts';
import { OnComment } from '../../../pages/conversation/draftIds.ts';

export interface TextOwner {
  readonly login: string;
  readonly name: RepositoryName;
  store(place: UnsentPlace, text: string): Promise<void>;
  comment(path: string, lines: UnsentLines, text: string): Promise<UnsentComment>;
  drop(unsent: UnsentComment): void;
  send(unsent: UnsentComment, options: RequestOptions): Promise<void>;
  /** The line (from 1) of a text on a file. @throws Failure `cancelled` */
  askLine(path: string): Promise<number>;
  changed(): void;
}

/** A comment on a line that is not known: it was typed in an input of the editor. */
const FilePlace = v.object({ kind: v.literal('file'), path: v.string(), input: v.string() });
export type FilePlace = v.InferOutput<typeof FilePlace>;

/** From 1; none: on the file. */
const lines = { line: v.optional(v.number()), startLine: v.optional(v.number()) };
export interface UnsentLines {
  readonly line?: number | undefined;
  readonly startLine?: number | undefined;
}

/** What a text becomes: a comment on lines or a file, a reply, or another text of a comment. */
const Place = v.union([
  FilePlace,
  v.object({ kind: v.literal('line'), path: v.string(), ...lines, count: v.number() }),
  ...OnComment.options,
]);
export type UnsentPlace = v.InferOutput<typeof Place>;

export const draftIdOf = (place: UnsentPlace): string => JSON.stringify(place);

/** Undefined for a text of another version. */
export const placeOf = (draftId: string): UnsentPlace | undefined => parseStored(Place, draftId);

/** A text that the host does not have yet. It is stored until then. */
export class UnsentComment implements DraftBox, InputBox {
  readonly review: TextOwner;
  readonly place: UnsentPlace;
  readonly #typed: TypedText;
  #comment: DraftComment;
  #isSending = false;

  constructor(review: TextOwner, place: UnsentPlace, text: string) {
    this.review = review;
    this.place = place;
    this.#typed = new TypedText(text, async (typed) => await review.store(place, typed));
    this.#comment = this.#draftComment(CommentMode.Preview);
  }

  get text(): string {
    return this.#typed.text;
  }

  get isWriting(): boolean {
    return this.#comment.mode === CommentMode.Editing;
  }

  typed(text: string): void {
    if (!this.#isSending) this.#typed.typed(text);
  }

  get comment(): DraftComment {
    return this.#comment;
  }

  async preview(text: string): Promise<void> {
    await this.#show(text, CommentMode.Preview);
  }

  async write(): Promise<void> {
    await this.#show(this.text, CommentMode.Editing);
  }

  async discard(): Promise<void> {
    await this.#typed.keep('');
    this.review.drop(this);
  }

  async send(text: string, options: RequestOptions = {}): Promise<void> {
    if (this.#isSending || text.trim() === '') return;
    if (this.place.kind === 'file') {
      const line = await this.review.askLine(this.place.path);
      await this.#typed.keep(text);
      const moved = await this.review.comment(this.place.path, { line }, text);
      await this.discard();
      await moved.send(text, options);
      return;
    }
    this.#isSending = true;
    await this.#typed.keep(text);
    this.#comment = this.#draftComment(CommentMode.Preview);
    this.#comment.become('sending');
    try {
      await this.review.send(this, options);
    } catch (error) {
      this.#comment.become(unsentState(error));
      this.review.changed();
      throw error;
    } finally {
      this.#isSending = false;
    }
  }

  async keep(): Promise<void> {
    await this.#typed.keep(this.text);
  }

  /** Its file was closed. */
  rest(): void {
    this.#typed.dispose();
    if (this.isWriting) this.#comment = this.#draftComment(CommentMode.Preview);
  }

  async #show(text: string, mode: CommentMode): Promise<void> {
    await this.#typed.keep(text);
    this.#comment = this.#draftComment(mode);
    this.review.changed();
  }

  #draftComment(mode: CommentMode): DraftComment {
    const kind = this.place.kind === 'edit' ? 'Change' : '';
    return new DraftComment(this, this.review.login, this.text, mode, kind);
  }
}
