/** Milliseconds after the last key until a text is stored. */
const pause = 300;

/** The text of a comment that is being written, which is stored. */
export class TypedText {
  readonly #store: (text: string) => Promise<void>;
  #text: string;
  #timer: NodeJS.Timeout | undefined;

  /** `store`: never throws. */
  constructor(text: string, store: (text: string) => Promise<void>) {
    this.#text = text;
    this.#store = store;
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

  /** Stores the text now. */
  async keep(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#text = text;
    await this.#store(text);
  }

  dispose(): void {
    if (this.#timer !== undefined) void this.keep(this.#text);
  }
}
