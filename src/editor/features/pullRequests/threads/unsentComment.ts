import { CommentMode } from 'vscode';
import { isObject, parseJson } from '../../../../core/text.ts';
import { DraftComment, type DraftBox } from '../../../kit/comments/draftComment.ts';

/** What stores and sends the texts of a pull request. */
export interface TextOwner {
  readonly login: string;
  keep(unsent: UnsentComment): Promise<void>;
  discard(unsent: UnsentComment): Promise<void>;
  send(unsent: UnsentComment, signal: AbortSignal | undefined): Promise<void>;
  changed(): void;
}

/** What a text becomes: a comment on a line (from 1), a reply, or another text of a comment. */
export type UnsentPlace =
  | { readonly kind: 'line'; readonly path: string; readonly line: number; readonly count: number }
  | { readonly kind: 'reply'; readonly discussion: string }
  | { readonly kind: 'edit'; readonly id: string };

/** The id of the stored text. */
export const draftIdOf = (place: UnsentPlace): string => JSON.stringify(place);

/** Undefined for a text of another version. */
export function placeOf(draftId: string): UnsentPlace | undefined {
  const stored = parseJson(draftId);
  if (!isObject(stored)) return undefined;
  const { kind, path, line, count, discussion, id } = stored;
  if (kind === 'reply' && typeof discussion === 'string') return { kind, discussion };
  if (kind === 'edit' && typeof id === 'string') return { kind, id };
  const isLine = typeof path === 'string' && typeof line === 'number' && typeof count === 'number';
  return kind === 'line' && isLine ? { kind, path, line, count } : undefined;
}

/** A text that the host does not have yet. It is stored until then. */
export class UnsentComment implements DraftBox {
  readonly review: TextOwner;
  readonly place: UnsentPlace;
  #text: string;
  #comment: DraftComment;
  #isSending = false;

  constructor(review: TextOwner, place: UnsentPlace, text: string, mode = CommentMode.Preview) {
    this.review = review;
    this.place = place;
    this.#text = text;
    this.#comment = this.#shown(mode);
  }

  get text(): string {
    return this.#text;
  }

  get comment(): DraftComment {
    return this.#comment;
  }

  async preview(text: string): Promise<void> {
    await this.#show(text, CommentMode.Preview);
  }

  async write(text = this.#text): Promise<void> {
    await this.#show(text, CommentMode.Editing);
  }

  async discard(): Promise<void> {
    await this.review.discard(this);
  }

  async send(text: string, signal?: AbortSignal): Promise<void> {
    if (this.#isSending || text.trim() === '') return;
    this.#isSending = true;
    this.#text = text;
    this.#comment = this.#shown(CommentMode.Preview);
    this.#comment.become('sending');
    try {
      await this.review.send(this, signal);
    } catch (error) {
      this.#comment.become('notSent');
      this.review.changed();
      throw error;
    } finally {
      this.#isSending = false;
    }
  }

  async #show(text: string, mode: CommentMode): Promise<void> {
    this.#text = text;
    this.#comment = this.#shown(mode);
    await this.review.keep(this);
  }

  #shown(mode: CommentMode): DraftComment {
    const kind = this.place.kind === 'edit' ? 'Change' : '';
    return new DraftComment(this, this.review.login, this.#text, mode, kind);
  }
}
