import type { Markup, SectionView, UntrustedHtml } from '../domain/pages/update.ts';

export interface SectionContext {
  readonly sanitized: (html: UntrustedHtml) => DocumentFragment;
  readonly drawn: (part: Element) => void;
  /** Tells screen readers that a section with this heading has loaded. */
  readonly loaded: (heading: string) => void;
}

/** The sections of the page, each drawn anew where its view has changed. */
export class PageSections {
  readonly #context: SectionContext;
  /** By the body of a section: the view that it shows, as text. */
  readonly #views = new WeakMap<Element, string>();

  constructor(context: SectionContext) {
    this.#context = context;
  }

  /** Shows `view` in the section `id`. Its open details, scroll positions and the focus stay. */
  show(id: string, view: SectionView): void {
    const section = document.getElementById(id);
    const part = section?.querySelector(':scope > .body') ?? null;
    if (section === null || part === null) return;
    const wasBusy = section.getAttribute('aria-busy') === 'true';
    section.setAttribute('aria-busy', String(view.busy));
    if (section.tagName === 'SECTION')
      section.hidden = view.markup === '' && !view.busy && section.querySelector('.entries') === null;
    const key = JSON.stringify([view.markup, view.untrusted]);
    if (this.#views.get(part) === key) return;
    this.#draw(section, part, view);
    this.#views.set(part, key);
    if (wasBusy && !view.busy) this.#context.loaded(section.querySelector('h1, h2')?.textContent ?? '');
  }

  #draw(section: Element, part: Element, view: SectionView): void {
    const restore = [openDetailsOf(part), scrollOf(part, !this.#views.has(part)), focusOf(part, section, 'h1, h2')];
    part.replaceChildren(contentOf(view, this.#context.sanitized));
    this.#context.drawn(part);
    for (const again of restore) again();
  }
}

/** In a document of its own until it is whole: untrusted HTML enters it sanitised only. */
export function contentOf({ markup, untrusted }: Markup, sanitized: SectionContext['sanitized']): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const places = [...template.content.querySelectorAll('template[data-untrusted]')];
  for (const [index, place] of places.entries()) {
    const html = untrusted[index];
    place.replaceWith(...(html === undefined ? [] : [sanitized(html)]));
  }
  return template.content;
}

/** Remembers which element below `part` has the focus; the result gives it back, else to the first `other` in `around`. */
export function focusOf(part: Element, around: Element, other: string): () => void {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  if (!(focused instanceof HTMLElement)) return () => {};
  const { key } = focused.dataset;
  return () => {
    const keyed = [...part.querySelectorAll<HTMLElement>('[data-key]')];
    const again = key === undefined ? undefined : keyed.find(({ dataset }) => dataset.key === key);
    again?.focus({ preventScroll: true });
    // It is gone or folded.
    if (document.activeElement !== again) around.querySelector<HTMLElement>(other)?.focus({ preventScroll: true });
  };
}

/** Remembers which details below `part` are open; the result opens them again. */
export function openDetailsOf(part: Element): () => void {
  const keys = new Set(
    [...part.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ dataset }) => dataset.key),
  );
  return () => {
    for (const details of part.querySelectorAll('details')) if (keys.has(details.dataset.key)) details.open = true;
  };
}

/** Remembers the scroll positions below `part`. The returned function restores them; the first time it scrolls to the end. */
function scrollOf(part: Element, isFirst: boolean): () => void {
  const before = [...part.querySelectorAll('[data-scroll]')].map(({ scrollLeft }) => scrollLeft);
  return () => {
    for (const [index, element] of part.querySelectorAll('[data-scroll]').entries()) {
      const left = before[index];
      element.scrollLeft = isFirst || left === undefined ? element.scrollWidth : left;
    }
  };
}
