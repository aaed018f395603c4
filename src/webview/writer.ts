import { insertPlace, movedPlace, replacementIn } from '../core/insertPlace.ts';
import type { Markup, TalkUpdate } from '../domain/pages/update.ts';
import { Completions, type CompletionRequest } from './completions.ts';
import { partOf } from './dom.ts';

export interface WriterContext {
  readonly post: (message: { readonly do: string; readonly [field: string]: unknown }) => void;
  readonly contentOf: (view: Markup) => DocumentFragment;
  /** The text is not wanted any more. */
  readonly ended: (writer: Writer) => void;
}

/** The selection when uploads began, and where their links go: it moves with what is typed before it. */
interface Place {
  readonly from: number;
  readonly to: number;
  at: number;
  between: string;
}

/** A text that is being written: a new comment, a reply or a change. It is stored as it is typed. */
export class Writer {
  readonly id: string;
  readonly element: HTMLFormElement;
  readonly #context: WriterContext;
  readonly #text: HTMLTextAreaElement;
  readonly #completions: Completions;
  /** The names of inserted links by their address. */
  readonly #inserted = new Map<string, string>();
  /** The text before something was typed. */
  #begun = '';
  /** Where the links of uploads go, by ticket. */
  readonly #places: Place[] = [];
  /** The text when the places were right. */
  #placed = '';

  constructor(id: string, template: HTMLTemplateElement, context: WriterContext) {
    this.id = id;
    this.#context = context;
    const form = template.content.querySelector('form')?.cloneNode(true);
    if (!(form instanceof HTMLFormElement)) throw new Error('the page has no writer');
    this.element = form;
    const text = partOf(form, 'textarea');
    if (!(text instanceof HTMLTextAreaElement)) throw new Error('the page has no text');
    this.#text = text;
    this.#name();
    const ask: CompletionRequest = (request) => context.post({ do: 'complete', ...request });
    this.#completions = new Completions(this.#text, partOf(form, '.completions'), ask);
    this.#text.addEventListener('input', () => this.#typed());
    this.#text.addEventListener('paste', (event) => this.#take(event, event.clipboardData));
    form.addEventListener('drop', (event) => this.#take(event, event.dataTransfer));
    form.addEventListener('dragover', (event) => {
      if (this.#attaches && event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    form.addEventListener('keydown', (event) => this.#key(event));
    form.addEventListener('click', ({ target }) => {
      const action = target instanceof Element ? target.closest<HTMLElement>('[data-do]')?.dataset.do : undefined;
      if (action === 'write') this.#show(false);
      if (action === 'preview') this.#preview();
      if (action === 'discard') this.#discard();
      if (action === 'attach') this.#upload();
    });
    this.#update();
  }

  get text(): string {
    return this.#text.value;
  }

  /** Puts a text that is not stored where nothing was typed. */
  begin(text: string): void {
    this.fill(text);
    this.#begun = this.text;
  }

  /** Replaces a text that nobody changed here. */
  fill(text: string): void {
    if (this.#text.value !== '') return;
    this.#text.value = text;
    this.#update();
  }

  quote(text: string): void {
    const before = this.#text.value.trimEnd();
    this.#text.value = `${before === '' ? '' : `${before}\n\n`}${text}`;
    this.#typed();
  }

  focus(): void {
    this.#show(false);
    this.#text.focus();
    this.#text.setSelectionRange(this.#text.value.length, this.#text.value.length);
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Whether the focus is in it; the result gives it back after the element was moved. */
  keepFocus(): () => void {
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    return () => {
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    };
  }

  become(state: 'sending' | 'sent' | 'failed', note = ''): void {
    partOf(this.element, '.state').textContent = note;
    this.#text.readOnly = state === 'sending';
    if (state === 'sent') {
      this.#inserted.clear();
      this.#text.value = '';
      this.#show(false);
      this.#context.ended(this);
    }
    this.#update();
  }

  showPreview(view: Markup): void {
    partOf(this.element, '.preview').replaceChildren(this.#context.contentOf(view));
  }

  complete(...news: Parameters<Completions['show']>): void {
    this.#completions.show(...news);
  }

  /** As if it was typed, so that it can be undone. Its label is selected if nobody moved the cursor. */
  insert({ ticket, url, markdown, name, label }: NonNullable<TalkUpdate['talk']['insert']>): void {
    const [text, active] = [this.#text, document.activeElement];
    const { length } = this.text;
    // The page was loaded anew meanwhile.
    const place = this.#places[ticket] ?? { from: -1, to: -1, at: length, between: length === 0 ? '' : '\n' };
    const { selectionStart: from, selectionEnd: to } = text;
    const link = place.between + markdown;
    this.#show(false);
    text.focus();
    text.setSelectionRange(place.at, place.at);
    // oxlint-disable-next-line typescript/no-deprecated -- the only way that the undo of the browser knows
    document.execCommand('insertText', false, link);
    if (!this.text.includes(url)) {
      text.setRangeText(link);
      this.#typed();
    }
    const inserted = { rangeOffset: place.at, rangeLength: 0, text: link };
    const start = place.at + place.between.length;
    const stays = from === place.from && to === place.to;
    const [first, last] = stays
      ? label.map((offset) => start + offset)
      : [movedPlace(from, inserted), movedPlace(to, inserted)];
    text.setSelectionRange(first ?? from, last ?? to);
    if (!stays && active instanceof HTMLElement) active.focus({ preventScroll: true });
    place.at += link.length;
    place.between = '\n';
    this.#inserted.set(url, name);
  }

  #upload(files?: readonly object[]): void {
    const { selectionStart: from, selectionEnd: to } = this.#text;
    this.#placed = this.text;
    const ticket = this.#places.push({ from, to, at: insertPlace(this.text, from, to), between: '' }) - 1;
    this.#context.post({ do: 'attach', id: this.id, ticket, ...(files === undefined ? {} : { files }) });
  }

  get #attaches(): boolean {
    return this.element.closest('[data-attaches]') !== null;
  }

  /** Files that are pasted or dropped. Office programs copy a picture of each text: the text counts. */
  #take(event: Event, transfer: DataTransfer | null): void {
    const files = [...(transfer?.files ?? [])];
    const isText =
      event.type === 'paste' && transfer?.getData('text/html') !== '' && transfer?.getData('text/plain') !== '';
    if (files.length === 0 || isText || !this.#attaches) return;
    event.preventDefault();
    void this.#attach(files);
  }

  async #attach(files: readonly File[]): Promise<void> {
    const { limit, large = '', unread = '' } = this.element.dataset;
    if (files.some(({ size }) => size > Number(limit))) {
      partOf(this.element, '.state').textContent = large;
      return;
    }
    const read = async (file: File) => ({ name: file.name, bytes: await file.arrayBuffer() });
    try {
      this.#upload(await Promise.all(files.map(read)));
    } catch {
      // A folder.
      partOf(this.element, '.state').textContent = unread;
    }
  }

  /** An undo took a link away: the file is still there. */
  #showLeft(): void {
    for (const [url, name] of this.#inserted) {
      if (this.text.includes(url)) continue;
      this.#inserted.delete(url);
      const link = document.createElement('a');
      link.href = url;
      link.textContent = (this.element.dataset.stays ?? '').replace('{0}', () => name);
      partOf(this.element, '.state').replaceChildren(link);
    }
  }

  #name(): void {
    const { dataset } = this.element;
    const kind = this.id === '' ? 'new' : this.id.includes('"reply"') ? 'reply' : 'edit';
    const label = dataset[kind] ?? '';
    partOf(this.element, '[type=submit]').textContent = label;
    this.#text.setAttribute('aria-label', (kind === 'edit' ? dataset.editing : undefined) ?? label);
    this.#text.placeholder = this.#text.getAttribute('aria-label') ?? '';
  }

  #typed(): void {
    const change = replacementIn(this.#placed, this.text);
    for (const place of this.#places) place.at = movedPlace(place.at, change);
    this.#placed = this.text;
    this.#context.post({ do: 'typed', id: this.id, text: this.text });
    partOf(this.element, '.state').textContent = '';
    this.#showLeft();
    this.#update();
  }

  #update(): void {
    const isEmpty = this.text.trim() === '';
    partOf(this.element, '[type=submit]').toggleAttribute('disabled', isEmpty || this.#text.readOnly);
    partOf(this.element, '[data-do=discard]').hidden = isEmpty && this.id === '';
    const lines = this.text.split('\n').length;
    this.#text.rows = Math.min(20, Math.max(this.id === '' && isEmpty ? 3 : 4, lines + 1));
  }

  #send(): void {
    if (this.text.trim() !== '' && !this.#text.readOnly)
      this.#context.post({ do: 'send', id: this.id, text: this.text });
  }

  #discard(): void {
    this.#text.value = '';
    this.#context.post({ do: 'discard', id: this.id });
    this.become('failed');
    this.#showLeft();
    if (this.id === '') this.focus();
    else this.#context.ended(this);
  }

  #preview(): void {
    this.#show(true);
    this.#context.post({ do: 'preview', id: this.id, text: this.text });
  }

  #show(isPreview: boolean): void {
    partOf(this.element, '.preview').hidden = !isPreview;
    this.#text.hidden = isPreview;
    for (const name of ['write', 'preview'])
      partOf(this.element, `[data-do=${name}]`).setAttribute(
        'aria-pressed',
        String((name === 'preview') === isPreview),
      );
    if (!isPreview) partOf(this.element, '.preview').replaceChildren();
  }

  #key(event: KeyboardEvent): void {
    if (event.target === this.#text && this.#completions.key(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // Not also a key binding of the editor.
      event.preventDefault();
      event.stopPropagation();
      this.#send();
    } else if (event.key === 'Escape' && this.id !== '' && this.text === this.#begun) this.#discard();
  }
}
