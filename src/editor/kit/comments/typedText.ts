import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';

/** Milliseconds after the last key until a text is stored. */
const pause = 300;

/** The text of a comment that is being written, which is stored. */
export class TypedText {
  readonly #store: (text: string) => Promise<void>;
  readonly #log: Log;
  #text: string;
  #timer: NodeJS.Timeout | undefined;

  constructor(text: string, store: (text: string) => Promise<void>, log: Log) {
    this.#text = text;
    this.#store = store;
    this.#log = log;
  }

  get text(): string {
    return this.#text;
  }

  typed(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.keep(text), pause);
  }

  /** Stores the text now. A failure is logged: the text is still in its input. */
  async keep(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = text;
    await this.#store(text).catch((error: unknown) => this.#log.warn(`a comment is not stored: ${messageOf(error)}`));
  }

  dispose(): void {
    if (this.#timer !== undefined) void this.keep(this.#text);
  }
}
