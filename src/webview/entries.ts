import type { Markup } from '../domain/pages/update.ts';
import { contentOf, focusOf, openDetailsOf, type SectionContext } from './pageSections.ts';

export interface EntryContext extends Pick<SectionContext, 'sanitized' | 'drawn'> {
  /** Takes what is being typed out of an entry that is drawn anew; the result puts it back. */
  readonly keepTexts: (entry: Element) => () => void;
}

/** The entries of a conversation, each drawn anew when it has changed, in the order of their keys. */
export class Entries {
  readonly #list: Element;
  readonly #context: EntryContext;
  readonly #items = new Map<string, HTMLElement>();

  constructor(list: Element, context: EntryContext) {
    this.#list = list;
    this.#context = context;
  }

  show(order: readonly string[], changed: Readonly<Record<string, Markup>>): void {
    for (const [key, view] of Object.entries(changed)) this.#draw(key, view);
    let next = this.#list.firstElementChild;
    const known = new Set(order);
    for (const [key, item] of this.#items)
      if (!known.has(key)) {
        if (item === next) next = item.nextElementSibling;
        const hadFocus = item.contains(document.activeElement);
        const beside = item.nextElementSibling ?? item.previousElementSibling;
        this.#context.keepTexts(item);
        item.remove();
        if (hadFocus) beside?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
        this.#items.delete(key);
      }
    for (const key of order) {
      const item = this.#items.get(key);
      if (item === undefined) continue;
      if (item === next) next = item.nextElementSibling;
      else this.#list.insertBefore(item, next);
    }
  }

  #draw(key: string, view: Markup): void {
    const item = this.#items.get(key) ?? document.createElement('li');
    this.#items.set(key, item);
    const again = [this.#context.keepTexts(item), focusOf(item, item, 'summary, article'), openDetailsOf(item)];
    item.replaceChildren(contentOf(view, this.#context.sanitized));
    this.#context.drawn(item);
    for (const restore of again.reverse()) restore();
  }
}
