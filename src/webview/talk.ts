import { isObject } from '../core/text.ts';
import type { Markup, TalkUpdate } from '../domain/pages/update.ts';
import { Entries } from './entries.ts';
import { contentOf, type SectionContext } from './pageSections.ts';
import { Writer, type WriterContext } from './writer.ts';
import { partOf } from './dom.ts';

type Context = Pick<SectionContext, 'sanitized' | 'drawn'> & Pick<WriterContext, 'post'>;

/** The conversation of a page: its entries, the filter, and what is typed. Typed texts are never part of what is redrawn. */
export class Talk {
  readonly #section: HTMLElement;
  readonly #context: Context;
  readonly #entries: Entries;
  readonly #writers = new Map<string, Writer>();
  readonly #template: HTMLTemplateElement;
  #goal: string | undefined;

  constructor(section: HTMLElement, template: HTMLTemplateElement, context: Context) {
    this.#section = section;
    this.#template = template;
    this.#context = context;
    this.#entries = new Entries(partOf(this.#section, '.entries'), {
      ...context,
      keepTexts: (entry) => this.#keepTexts(entry),
    });
    document.addEventListener('click', ({ target }) => this.#click(target));
  }

  receive(talk: TalkUpdate['talk']): void {
    const { order, writing, sending, preview, completions } = talk;
    if (order !== undefined) {
      this.#entries.show(order, talk.entries ?? {});
      this.#showFilters();
      this.#mountAll(talk.isWhole === true);
    }
    if (talk.isReset === true) this.#reset();
    if (writing !== undefined) {
      this.#section.toggleAttribute('data-attaches', writing.attaches === true);
      this.#refuse(writing.refusal);
    }
    if (talk.insert !== undefined) this.#writers.get(talk.insert.id)?.insert(talk.insert);
    if (talk.drafts !== undefined) this.#restore(talk.drafts);
    if (talk.open !== undefined) this.#open(talk.open);
    if (sending !== undefined) this.#writers.get(sending.id)?.become(sending.state, sending.note);
    if (preview !== undefined) this.#writers.get(preview.id)?.showPreview(preview);
    if (completions !== undefined)
      for (const writer of this.#writers.values()) writer.complete(completions.ticket, completions.items);
    if (talk.goTo !== undefined) this.#goal = talk.goTo;
    this.#go();
  }

  #refuse(refusal: Markup | undefined): void {
    partOf(this.#section, '.refusal').replaceChildren(...(refusal === undefined ? [] : [this.#contentOf(refusal)]));
    if (refusal === undefined) this.#mount(this.#writer(''));
    else for (const writer of this.#writers.values()) writer.element.remove();
  }

  #reset(): void {
    for (const { element } of this.#writers.values()) element.remove();
    this.#writers.clear();
    partOf(this.#section, '.orphans').replaceChildren();
    partOf(this.#section, '.refusal').replaceChildren();
  }

  #restore(drafts: Readonly<Record<string, string>>): void {
    for (const [id, writer] of this.#writers)
      if (id !== '' && !(id in drafts) && writer.text.trim() === '') this.#end(writer);
    for (const [id, text] of Object.entries(drafts)) {
      const writer = this.#writer(id);
      writer.fill(text);
      this.#mount(writer);
    }
  }

  #open({ id, text, quote }: NonNullable<TalkUpdate['talk']['open']>): void {
    const isNew = !this.#writers.has(id);
    const writer = this.#writer(id);
    if (isNew && text !== undefined) writer.begin(text);
    if (quote !== undefined) writer.quote(quote);
    this.#mount(writer);
    writer.focus();
  }

  #writer(id: string): Writer {
    const known = this.#writers.get(id);
    if (known !== undefined) return known;
    const writer = new Writer(id, this.#template, {
      post: this.#context.post,
      contentOf: (view) => this.#contentOf(view),
      ended: (one) => this.#end(one),
    });
    this.#writers.set(id, writer);
    return writer;
  }

  #end(writer: Writer): void {
    if (writer.id === '') return;
    const entry = writer.element.closest<HTMLElement>('article');
    const hadFocus = writer.element.contains(document.activeElement);
    writer.element.remove();
    this.#writers.delete(writer.id);
    if (hadFocus) entry?.focus({ preventScroll: true });
  }

  #mountAll(isWhole: boolean): void {
    for (const writer of this.#writers.values())
      if (!writer.element.isConnected && !this.#mount(writer) && isWhole) {
        const note = document.createElement('p');
        note.className = 'quiet';
        note.textContent = writer.element.dataset.lost ?? '';
        if (writer.element.firstElementChild?.className !== 'quiet') writer.element.prepend(note);
        partOf(this.#section, '.orphans').append(writer.element);
      }
  }

  /** Whether the place of the text is on the page. */
  #mount({ id, element }: Writer): boolean {
    const slots = this.#section.querySelectorAll<HTMLElement>('[data-slot]');
    const slot = [...slots].find(({ dataset }) => dataset.slot === id);
    if (slot === undefined) return false;
    if (element.parentElement !== slot) slot.append(element);
    slot.closest('details')?.setAttribute('open', '');
    return true;
  }

  #keepTexts(entry: Element): () => void {
    const inside = [...this.#writers.values()].filter(({ element }) => entry.contains(element));
    const focus = inside.map((writer) => writer.keepFocus());
    for (const { element } of inside) element.remove();
    return () => {
      for (const writer of inside) this.#mount(writer);
      for (const again of focus) again();
    };
  }

  #contentOf(view: Markup): DocumentFragment {
    return contentOf(view, this.#context.sanitized);
  }

  #click(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const filter = target.closest<HTMLElement>('[data-filter]')?.dataset.filter;
    if (filter !== undefined) this.#filter(filter);
  }

  #filter(name: string): void {
    this.#section.dataset.shown = name;
    for (const one of this.#section.querySelectorAll<HTMLElement>('.filters [data-filter]'))
      one.setAttribute('aria-pressed', String(one.dataset.filter === name));
    this.#showFilters();
    this.#section.scrollIntoView({ block: 'start' });
  }

  /** The filters that could change something. */
  #showFilters(): void {
    const list = partOf(this.#section, '.entries');
    const has = (selector: string): boolean => list.querySelector(selector) !== null;
    const { shown = 'all' } = this.#section.dataset;
    const offers = { people: has('.robot, .events'), unresolved: has('.unresolved') };
    for (const [name, isOffered] of Object.entries(offers))
      partOf(this.#section, `.filters [data-filter=${name}]`).hidden = !isOffered && shown !== name;
    partOf(this.#section, '.filters').hidden = !offers.people && !offers.unresolved && shown === 'all';
    const wanted = shown === 'people' ? '.human' : shown === 'unresolved' ? '.unresolved' : '*';
    partOf(this.#section, '.nothing').hidden = has(wanted) || list.childElementCount === 0;
  }

  /** Begins at the comment that was asked for, as soon as it is there. */
  #go(): void {
    if (this.#goal === undefined) return;
    const all = this.#section.querySelectorAll<HTMLElement>('[data-comment]');
    const comment = [...all].find(({ dataset }) => dataset.comment === this.#goal);
    if (comment === undefined) return;
    this.#goal = undefined;
    comment.closest('details')?.setAttribute('open', '');
    comment.scrollIntoView({ block: 'start' });
    comment.focus({ preventScroll: true });
  }
}

export function isTalkUpdate(data: unknown): data is TalkUpdate {
  return isObject(data) && isObject(data.talk);
}
