import type { CallOptions } from '../../../api/http/send.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Kind, RecordScope } from '../kinds/kind.ts';
import { writeComments, type DocumentComment } from '../text/comments.ts';

export class CommentsBelow {
  readonly #kind: Kind;
  readonly #id: string;
  readonly #log: Log;
  #items: readonly DocumentComment[] = [];
  #pages = 0;
  #more = false;
  #failure: unknown;
  #recalled: string | undefined;

  constructor(kind: Kind, id: string, log: Log) {
    this.#kind = kind;
    this.#id = id;
    this.#log = log;
  }

  /** The text from the marker on; undefined if there are no comments. */
  get text(): string | undefined {
    if (this.#pages === 0) return this.#recalled;
    return this.#items.length === 0 ? undefined : writeComments(this.#items);
  }

  get items(): readonly DocumentComment[] {
    return this.#items;
  }

  /** Shows the comments of an earlier session until the comments are loaded again. */
  recall(text: string | undefined): void {
    this.#recalled = text;
  }

  get hasMore(): boolean {
    return this.#more;
  }

  get failure(): unknown {
    return this.#failure;
  }

  /** Reloads the first page. Never rejects, because the record is useful without its comments. */
  async load(place: RecordScope, options?: CallOptions): Promise<void> {
    if (this.#kind.comments === undefined) return;
    try {
      const { comments, more } = await this.#kind.comments(place, this.#id, 1, options);
      [this.#items, this.#pages, this.#more, this.#failure] = [comments, 1, more, undefined];
    } catch (failure) {
      this.#log.warn(`comments of ${this.#kind.kind} ${this.#id} could not be read: ${messageOf(failure)}`);
      this.#failure = failure;
    }
  }

  /** Reads the next page. Resolves with the text that it adds at the end. */
  async readMore(place: RecordScope): Promise<string> {
    if (this.#kind.comments === undefined) return '';
    const before = this.text ?? '';
    const { comments, more } = await this.#kind.comments(place, this.#id, this.#pages + 1);
    [this.#items, this.#pages, this.#more] = [[...this.#items, ...comments], this.#pages + 1, more];
    this.#failure = undefined;
    return (this.text ?? '').slice(before.length);
  }
}
