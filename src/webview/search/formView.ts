import { emptyForm, type SearchForm } from '../../domain/search/viewMessages.ts';
import { element, textBox } from './updates.ts';

const texts = ['query', 'replacement', 'include', 'exclude'] as const;
const toggles = ['isCaseSensitive', 'matchWholeWord', 'isRegex', 'includeIgnored'] as const;
const parts = { showsReplacement: ['showReplacement', 'replacing'], showsGlobs: ['showGlobs', 'globs'] } as const;
const keys: Readonly<Record<string, (typeof toggles)[number]>> = {
  KeyC: 'isCaseSensitive',
  KeyW: 'matchWholeWord',
  KeyR: 'isRegex',
};

/** Milliseconds after the last key before the search starts. */
const wait = 300;

interface FormEvents {
  /** The form changed. `isSearch`: what it searches changed too. */
  readonly changed: (form: SearchForm) => void;
  readonly search: (form: SearchForm) => void;
  readonly replaceAll: () => void;
  readonly showResults: () => void;
}

export class FormView {
  readonly #events: FormEvents;
  #form: SearchForm = emptyForm;
  #timer: number | undefined;
  /** Earlier queries, and the position in them; -1: the query that the user types. */
  #history: readonly string[] = [];
  #at = -1;
  #typed = '';

  constructor(events: FormEvents) {
    this.#events = events;
    for (const id of texts) textBox(id).addEventListener('input', () => this.#edited(id));
    for (const id of toggles) element(id).addEventListener('click', () => this.#toggle(id));
    for (const key of ['showsReplacement', 'showsGlobs'] as const)
      element(parts[key][0]).addEventListener('click', () => this.#togglePart(key));
    element('replaceAll').addEventListener('click', () => events.replaceAll());
    element('form').addEventListener('submit', (event) => event.preventDefault());
    element('form').addEventListener('keydown', (event) => this.#key(event));
  }

  get form(): SearchForm {
    return this.#form;
  }

  set history(history: readonly string[]) {
    this.#history = history;
  }

  show(form: SearchForm): void {
    this.#form = form;
    clearTimeout(this.#timer);
    for (const id of texts) if (textBox(id).value !== form[id]) textBox(id).value = form[id];
    for (const id of toggles) element(id).setAttribute('aria-pressed', String(form[id]));
    for (const key of ['showsReplacement', 'showsGlobs'] as const) {
      const [button, part] = parts[key];
      element(button).setAttribute('aria-expanded', String(form[key]));
      element(part).hidden = !form[key];
    }
  }

  focus(): void {
    const box = textBox(this.#form.showsReplacement && this.#form.query !== '' ? 'replacement' : 'query');
    box.focus();
    box.select();
  }

  #set(change: Partial<SearchForm>): void {
    this.show({ ...this.#form, ...change });
    this.#events.changed(this.#form);
  }

  #edited(id: (typeof texts)[number]): void {
    this.#set({ [id]: textBox(id).value });
    if (id === 'replacement') return;
    if (id === 'query') this.#at = -1;
    this.#timer = setTimeout(() => this.#search(), wait);
  }

  #toggle(id: (typeof toggles)[number]): void {
    this.#set({ [id]: !this.#form[id] });
    this.#search();
  }

  #togglePart(key: keyof typeof parts): void {
    this.#set({ [key]: !this.#form[key] });
    if (this.#form[key]) textBox(key === 'showsGlobs' ? 'include' : 'replacement').focus();
  }

  #search(): void {
    clearTimeout(this.#timer);
    this.#events.search(this.#form);
  }

  #key(event: KeyboardEvent): void {
    const { key, code, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const toggled = altKey && !ctrlKey && !metaKey && !shiftKey ? keys[code] : undefined;
    const isBox = target instanceof HTMLInputElement;
    const isHistory = isBox && target.id === 'query' && (key === 'ArrowUp' || key === 'ArrowDown') && !altKey;
    if (toggled !== undefined) this.#toggle(toggled);
    else if (key === 'Enter' && altKey && (ctrlKey || metaKey)) this.#events.replaceAll();
    else if (key === 'Enter' && isBox && !event.isComposing) this.#search();
    else if (key === 'ArrowDown' && (ctrlKey || metaKey)) this.#events.showResults();
    else if (isHistory) this.#recall(key === 'ArrowUp' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  #recall(step: 1 | -1): void {
    const others = this.#history.filter((one) => one !== this.#typed);
    if (this.#at < 0) this.#typed = this.#form.query;
    const at = Math.max(-1, Math.min(this.#at + step, others.length - 1));
    if (at === this.#at) return;
    this.#at = at;
    this.#set({ query: others[at] ?? this.#typed });
    textBox('query').select();
  }
}
