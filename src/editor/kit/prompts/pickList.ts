import { Disposable, l10n } from 'vscode';
import { delay } from '../../../core/async.ts';
import { toFailure } from '../../../core/errors.ts';
import { explain } from '../messages/explain.ts';
import { noteRow } from '../messages/labels.ts';
import { createQuickPick, setPlaceholder } from '../messages/show.ts';
import type { PickItem, PickItems, PickPage, PickQuestion } from './question.ts';
import { errorRow, foundRow, itemRow, moreRow, recentRows, refusalRow, type PickRow } from './rows.ts';

/** Rows of a full page of a list. */
const fullPage = 100;
/** Rows of a page of a search that may be full: hosts that ignore a size send so many. */
const fullFoundPage = 20;
/** Milliseconds without a key press before a search. */
const pause = 350;
/** Characters below which nothing is searched. */
const shortest = 2;

interface Section<T> {
  readonly rowOf: (item: PickItem<T>) => PickRow<T>;
  /** Aborted when no more rows are needed. */
  readonly signal: AbortSignal;
  rows: readonly PickRow<T>[];
  /** The rows at the end of the list: "Load more", or a note. */
  last: readonly PickRow<T>[];
  reads: boolean;
}

const sectionOf = <T>(rowOf: Section<T>['rowOf'], signal: AbortSignal): Section<T> => ({
  rowOf,
  signal,
  rows: [],
  last: [],
  reads: false,
});

/** The list of a question: its items, the rows for the typed text and the results of a search, in this order. */
export class PickList<T> {
  readonly input = createQuickPick<PickRow<T>>();
  readonly #question: PickQuestion<T>;
  readonly #closed = new AbortController();
  /** Aborted when another text is typed, and at the end. */
  #turn = new AbortController();
  #text = '';
  readonly #items = sectionOf<T>(itemRow, this.#closed.signal);
  #results = sectionOf<T>(foundRow, this.#turn.signal);
  #refusal: readonly PickRow<T>[] = [];
  #checks = false;

  constructor(question: PickQuestion<T>, many: boolean) {
    const { input } = this;
    this.#question = question;
    setPlaceholder(input, question.placeholder);
    input.value = question.value ?? '';
    input.canSelectMany = many;
    input.matchOnDescription = input.matchOnDetail = question.search === undefined;
  }

  /** Shows the rows. `accept` gets the chosen values. */
  listen(accept: (values: readonly T[]) => void): Disposable[] {
    const { input } = this;
    const { items = [], search } = this.#question;
    this.#text = input.value;
    const source = typeof items === 'function' ? items(this.#closed.signal) : items;
    const pauses = this.#question.paged === true && !input.canSelectMany;
    if (Symbol.asyncIterator in source) void this.#read(pagesOf(source, pauses ? fullPage : Infinity), this.#items);
    else {
      const none = this.#question.items === undefined || source.length > 0 ? undefined : this.#noItems();
      this.#add(source.map(itemRow<T>), this.#items, none === undefined ? [] : [noteRow(none)]);
    }
    this.#showBusy();
    if (search !== undefined) this.again();
    return [
      new Disposable(() => {
        this.#closed.abort();
        this.#turn.abort();
      }),
      input.onDidChangeValue(() => {
        if (input.value !== this.#text) this.again();
      }),
      input.onDidAccept(() => this.#accept(accept)),
      input.onDidTriggerItemButton(({ item: { choice } }) => {
        if (choice?.pressed !== undefined) accept([choice.pressed]);
      }),
    ];
  }

  /** Shows above the rows why an answer was refused, until another text is typed. */
  refuse(message: string): void {
    this.#refusal = [refusalRow(message)];
    this.#renderKeeping();
  }

  again(): void {
    const { items, typed, search } = this.#question;
    this.#turn.abort();
    this.#turn = new AbortController();
    this.#text = this.input.value;
    this.#results = sectionOf(foundRow, this.#turn.signal);
    this.#showBusy();
    const isChanged = typed !== undefined || this.#refusal.length > 0;
    this.#refusal = [];
    // Without other rows, the results stay until the next ones are there.
    if (isChanged || (search !== undefined && (items !== undefined || this.#isShort))) this.#render();
    if (search !== undefined && !this.#isShort) void this.#search(this.#results);
  }

  get #isShort(): boolean {
    return this.#text.trim().length < shortest;
  }

  #accept(accept: (values: readonly T[]) => void): void {
    const { canSelectMany, selectedItems, activeItems } = this.input;
    const rows = canSelectMany ? selectedItems : activeItems.slice(0, 1).flatMap((row) => this.#ofNow(row) ?? []);
    const types = rows[0]?.choice?.types;
    if (types !== undefined) {
      this.#type(types);
      return;
    }
    const values = rows.flatMap(({ choice }) => (choice === undefined ? [] : [choice.value]));
    if (values.length > 0 || (canSelectMany && rows.length === 0)) void this.#check(values, accept);
    else rows[0]?.run?.();
  }

  /** The editor may still name a row for the text before: who types fast means the row of now. */
  #ofNow(row: PickRow<T>): PickRow<T> | undefined {
    const { items } = this.input;
    if (items.includes(row)) return row;
    return items.find(({ label }) => label === row.label) ?? items.find(({ alwaysShow }) => alwaysShow === true);
  }

  async #check(values: readonly T[], accept: (values: readonly T[]) => void): Promise<void> {
    const { check } = this.#question;
    const [first] = values;
    if (this.#checks) return;
    if (check === undefined || first === undefined) {
      accept(values);
      return;
    }
    const { signal } = this.#turn;
    this.#checks = true;
    this.#showBusy();
    const wrong = await check(first, signal).catch((error: unknown) => explain(toFailure(error)));
    this.#checks = false;
    this.#showBusy();
    // The user typed another text in the meantime.
    if (signal.aborted) return;
    if (wrong === undefined) accept(values);
    else this.refuse(wrong);
  }

  async #search(results: Section<T>): Promise<void> {
    const { signal } = results;
    await delay(pause, signal).catch(() => undefined);
    const pages = signal.aborted ? undefined : this.#question.search?.(this.#text.trim(), signal);
    if (pages !== undefined) await this.#read(pagesOf(pages, fullFoundPage), results);
  }

  async #read(pages: AsyncIterator<PickPage<T>>, to: Section<T>): Promise<void> {
    if (to.reads) return;
    to.reads = true;
    this.#showBusy();
    try {
      await this.#readPages(pages, to);
    } catch (error) {
      if (to.signal.aborted) return;
      this.#add([errorRow(error)], to);
    }
    to.reads = false;
    this.#showBusy();
  }

  /** Reads to the last page, or to a page after which the user has to ask for more. */
  async #readPages(pages: AsyncIterator<PickPage<T>>, to: Section<T>): Promise<void> {
    for (;;) {
      const page = await pages.next();
      if (to.signal.aborted) {
        await pages.return?.();
        return;
      }
      if (page.done === true) break;
      const { items, more } = page.value;
      this.#add(items.map(to.rowOf), to, more ? [moreRow(() => void this.#read(pages, to))] : []);
      if (more) return;
    }
    const none = to === this.#results ? this.#noResults() : this.#noItems();
    this.#add([], to, to.rows.length > 0 || none === undefined ? [] : [noteRow(none)]);
  }

  #noResults(): string | undefined {
    return this.#showsOther() ? undefined : l10n.t('No results found.');
  }

  /** Why a list has no rows; undefined if typing brings some. */
  #noItems(): string | undefined {
    const { empty, search, typed } = this.#question;
    if (search !== undefined) return undefined;
    if (empty !== undefined) return empty;
    return typed === undefined
      ? l10n.t('There is none, or this account may not read it.')
      : l10n.t('Nothing is listed. You can type a value.');
  }

  /** Whether a row that is no result matches the text. */
  #showsOther(): boolean {
    const text = this.#text.trim().toLowerCase();
    return this.#typedRows([]).length > 0 || this.#items.rows.some(({ label }) => label.toLowerCase().includes(text));
  }

  #add(rows: readonly PickRow<T>[], to: Section<T>, last: readonly PickRow<T>[] = []): void {
    const wasAtLast = to.last.some((row) => row === this.input.activeItems[0]);
    to.rows = [...to.rows, ...rows];
    to.last = last;
    this.#renderKeeping(rows, wasAtLast);
  }

  #showBusy(): void {
    this.input.busy = this.#question.busy === true || this.#items.reads || this.#results.reads || this.#checks;
  }

  /** Shows the rows. Rows that arrive do not move the user to another row, except a preferred one. */
  #renderKeeping(added: readonly PickRow<T>[] = [], wasAtLast = false): void {
    const { input } = this;
    const { active, search } = this.#question;
    const [before] = input.activeItems;
    this.#render();
    const preferred = input.value === '' ? added.find(({ choice }) => choice && active?.(choice.value)) : undefined;
    // A typed row is active only while no item matches.
    const keeps = search !== undefined || before?.alwaysShow !== true;
    const same = before && keeps ? input.items.find((row) => this.#isSame(row, before)) : undefined;
    const next = preferred ?? (wasAtLast ? added[0] : undefined) ?? same ?? this.#afterRefusal();
    if (next !== undefined) input.activeItems = [next];
  }

  /** The first row below a refusal. The editor makes the refusal active, which cannot be chosen. */
  #afterRefusal(): PickRow<T> | undefined {
    if (this.#refusal.length === 0) return undefined;
    const { items, value } = this.input;
    return items.find(({ choice, alwaysShow }) => choice !== undefined && (alwaysShow === true || value === ''));
  }

  #isSame({ choice: one }: PickRow<T>, { choice: other }: PickRow<T>): boolean {
    if (one === undefined || other === undefined) return false;
    const { key = (value: T): unknown => value } = this.#question;
    return key(one.value) === key(other.value);
  }

  #render(): void {
    const { input } = this;
    const { canSelectMany, selectedItems } = input;
    // A typed row that is checked stays when another text is typed.
    const typedBefore = canSelectMany
      ? selectedItems.filter((row) => row.choice !== undefined && !this.#items.rows.includes(row))
      : [];
    const rows = this.#withoutDuplicates([...this.#items.rows, ...typedBefore]);
    const recent = this.#isShort ? recentRows(this.#question.recent ?? [], (text) => this.#type(text)) : [];
    // That nothing is listed is not said beside rows for the text.
    const last = this.#items.rows.length === 0 && rows.length > 0 ? [] : this.#items.last;
    input.items = [...this.#refusal, ...rows, ...recent, ...last, ...this.#results.last];
    if (!canSelectMany) return;
    const checked = this.#items.rows.filter(({ picked }) => picked === true);
    input.selectedItems = selectedItems.length > 0 ? selectedItems : checked;
  }

  /** The `listed` rows and the found ones, each value once. */
  #withoutDuplicates(listed: readonly PickRow<T>[]): readonly PickRow<T>[] {
    const { key } = this.#question;
    const found = [...this.#typedRows(listed), ...this.#results.rows];
    if (key === undefined) return [...listed, ...found];
    const keyOf = ({ choice }: PickRow<T>): unknown => choice && key(choice.value);
    const shown = new Set(listed.map(keyOf));
    const named = new Set(found.map(keyOf));
    return [
      // A row that the text or a search names is shown even if the text is not in its label.
      ...listed.map((row) => (row.choice && named.has(keyOf(row)) ? { ...row, alwaysShow: true } : row)),
      ...found.filter((row) => row.choice === undefined || (!shown.has(keyOf(row)) && shown.add(keyOf(row)))),
    ];
  }

  #typedRows(listed: readonly PickRow<T>[]): PickRow<T>[] {
    const rows = [this.#question.typed?.(this.input.value) ?? []].flat().map(foundRow);
    return rows.filter(
      ({ label, choice }) => !listed.some((row) => row.label === label && row.choice?.value === choice?.value),
    );
  }

  #type(text: string): void {
    this.input.value = text;
    this.again();
  }
}

/** After a page with fewer than `full` rows the next one is read at once. */
async function* pagesOf<T>(pages: PickItems<T>, full: number): AsyncGenerator<PickPage<T>> {
  for await (const page of pages) {
    const { items, more } = 'more' in page ? page : { items: page, more: true };
    yield { items, more: more && items.length >= full };
  }
}
