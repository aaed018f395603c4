import type { TypedCompletion } from '../domain/pages/update.ts';

export type CompletionRequest = (request: {
  readonly sign: string;
  readonly word: string;
  readonly ticket: number;
}) => void;

const begun = /(?:^|[\s(（,，、])([@#!])([\p{L}\p{N}_.-]{0,40})$/u;
/** A command of a robot stands alone at the beginning of a line. */
const command = /(?:^|\n)(\/?[a-z][a-z-]{0,30}|\/)$/;

/** The last number that was given, for the ids of lists and of requests. */
const given = { list: 0, ticket: 0 };

/** Suggestions below a text, for the sign and the word before the cursor. */
export class Completions {
  readonly #text: HTMLTextAreaElement;
  readonly #list: HTMLElement;
  readonly #request: CompletionRequest;
  #ticket = 0;
  /** Where the completed word begins. */
  #from = 0;
  #items: readonly TypedCompletion[] = [];
  #chosen = 0;

  constructor(text: HTMLTextAreaElement, list: HTMLElement, request: CompletionRequest) {
    this.#text = text;
    this.#list = list;
    this.#request = request;
    list.id = `completions-${(given.list += 1)}`;
    text.setAttribute('aria-controls', list.id);
    text.addEventListener('input', () => this.#look());
    text.addEventListener('blur', () => this.#close());
    list.addEventListener('mousedown', (event) => {
      // The text keeps the focus.
      event.preventDefault();
      const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
      const index = option === null ? -1 : [...list.children].indexOf(option);
      if (index >= 0) this.#insert(index);
    });
  }

  show(ticket: number, items: readonly TypedCompletion[]): void {
    if (ticket !== this.#ticket || document.activeElement !== this.#text) return;
    this.#items = items;
    this.#chosen = 0;
    this.#draw();
  }

  /** Whether the key was for the list. */
  key({ key, isComposing, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (this.#items.length === 0 || isComposing || ctrlKey || metaKey) return false;
    if (key === 'Escape') this.#close();
    else if (key === 'Enter' || key === 'Tab') this.#insert(this.#chosen);
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const { length } = this.#items;
      this.#chosen = (this.#chosen + (key === 'ArrowDown' ? 1 : length - 1)) % length;
      this.#draw();
    } else return false;
    return true;
  }

  #look(): void {
    const before = this.#text.value.slice(0, this.#text.selectionStart);
    const [, sign, word] = begun.exec(before) ?? [];
    const [, typed] = sign === undefined ? (command.exec(before) ?? []) : [];
    if (sign === undefined && typed === undefined) {
      this.#close();
      return;
    }
    const length = sign === undefined ? (typed?.length ?? 0) : 1 + (word?.length ?? 0);
    this.#from = before.length - length;
    this.#ticket = given.ticket += 1;
    this.#request({ sign: sign ?? '/', word: word ?? typed?.replace('/', '') ?? '', ticket: this.#ticket });
  }

  #draw(): void {
    const options = this.#items.map(({ label, detail }, index) => {
      const option = document.createElement('li');
      option.id = `${this.#list.id}-${index}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', String(index === this.#chosen));
      const name = document.createElement('bdi');
      name.textContent = label;
      const more = document.createElement('bdi');
      more.className = 'quiet';
      more.textContent = detail;
      option.append(name, ' ', more);
      return option;
    });
    this.#list.replaceChildren(...options);
    this.#list.hidden = options.length === 0;
    const chosen = options[this.#chosen];
    if (chosen === undefined) this.#text.removeAttribute('aria-activedescendant');
    else this.#text.setAttribute('aria-activedescendant', chosen.id);
    // Below a text at the end of a page there is no room for it.
    this.#list.scrollIntoView({ block: 'nearest' });
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  #insert(index: number): void {
    const item = this.#items[index];
    if (item === undefined) return;
    this.#text.setRangeText(item.insert, this.#from, this.#text.selectionStart, 'end');
    this.#close();
    this.#text.dispatchEvent(new Event('input'));
    this.#close();
  }

  #close(): void {
    this.#ticket = 0;
    this.#items = [];
    this.#draw();
  }
}
