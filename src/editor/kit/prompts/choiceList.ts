import { l10n, ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { plainChoice } from '../messages/labels.ts';
import type { ButtonChoice, Choice, PickQuestion } from './question.ts';

/** Rows of a page after which another page may follow. */
const fullPage = 100;

/** The last row of a list that is not complete: loads the next page. */
interface MoreRow extends QuickPickItem {
  readonly more: true;
}

/** The first row of a list whose last answer was refused: says why, and cannot be chosen. */
interface RefusalRow extends QuickPickItem {
  readonly refusal: true;
}

export type ChoiceRow<T> = ButtonChoice<T> | MoreRow | RefusalRow;

/** The rows of a list question: its items, which may be read page by page, the typed text and "Load more". */
export class ChoiceList<T> {
  readonly #pick: QuickPick<ChoiceRow<T>>;
  readonly #question: PickQuestion<T>;
  readonly #more: MoreRow = {
    label: l10n.t('Load more'),
    alwaysShow: true,
    iconPath: new ThemeIcon('ellipsis'),
    more: true,
  };
  #items: readonly Choice<T>[] = [];
  #refusal: RefusalRow | undefined;
  #open = true;
  /** Loads the next page; undefined while no further page is offered. */
  #loadNext: (() => Promise<void>) | undefined;

  constructor(pick: QuickPick<ChoiceRow<T>>, question: PickQuestion<T>) {
    this.#pick = pick;
    this.#question = question;
  }

  /** Shows the items of the question and starts to read its pages. */
  start(): void {
    const { items } = this.#question;
    if (Symbol.asyncIterator in items) void this.#load(items[Symbol.asyncIterator]());
    else this.#add(items);
  }

  /** Stops after the page that is being read. */
  close(): void {
    this.#open = false;
  }

  /** Updates the row of the typed text, if the question accepts typed text. A refusal is about an earlier text. */
  showTyped(): void {
    const changed = this.#question.typed !== undefined || this.#refusal !== undefined;
    this.#refusal = undefined;
    if (changed) this.#render();
  }

  /** Shows above the rows why the last answer was refused. */
  refuse(message: string): void {
    this.#refusal = { label: `$(error) ${visible(message)}`, alwaysShow: true, refusal: true };
    this.#render();
  }

  /** The chosen values; undefined when no row is active, or when the row is "Load more", whose page is then loaded. */
  accept(): readonly T[] | undefined {
    const { canSelectMany, selectedItems, activeItems, busy } = this.#pick;
    const chosen = canSelectMany ? selectedItems : activeItems.slice(0, 1);
    if (chosen[0] === this.#refusal && chosen.length === 1) return undefined;
    if (chosen[0] === this.#more) {
      if (!busy) void this.#loadNext?.();
      return undefined;
    }
    return canSelectMany || chosen.length > 0 ? chosen.filter(isChoice).map(({ value }) => value) : undefined;
  }

  async #load(pages: AsyncIterator<readonly Choice<T>[]>): Promise<void> {
    const { placeholder, busy = false } = this.#question;
    this.#pick.busy = true;
    try {
      await this.#readPages(pages);
    } catch (error) {
      if (this.#open) this.#pick.placeholder = l10n.t('{0} (not complete: {1})', placeholder, messageOf(error));
    }
    this.#pick.busy = busy;
  }

  /** Reads to the last page; if the question is `paged`, to the next full page. */
  async #readPages(pages: AsyncIterator<readonly Choice<T>[]>): Promise<void> {
    for (;;) {
      const page = await pages.next();
      if (!this.#open) {
        await pages.return?.();
        return;
      }
      const items = page.done === true ? [] : page.value;
      const pauses = this.#question.paged === true && !this.#pick.canSelectMany && items.length >= fullPage;
      this.#loadNext = pauses ? () => this.#load(pages) : undefined;
      this.#add(items);
      if (page.done === true || pauses) return;
    }
  }

  #add(items: readonly Choice<T>[]): void {
    const pick = this.#pick;
    const wasAtMore = this.#items.length > 0 && pick.activeItems[0] === this.#more;
    this.#items = [...this.#items, ...items.map(plainChoice)];
    this.#render();
    const preferred = this.#items.find(({ value }) => this.#question.active?.(value) === true);
    const [first] = items;
    if (preferred !== undefined && pick.value === '') pick.activeItems = [preferred];
    else if (wasAtMore && first !== undefined) pick.activeItems = [first];
  }

  #render(): void {
    const pick = this.#pick;
    const { canSelectMany, selectedItems } = pick;
    // A typed row that is checked stays when another text is typed.
    const typedBefore = canSelectMany ? selectedItems.filter(isChoice).filter((row) => !this.#items.includes(row)) : [];
    const listed = [...this.#items, ...typedBefore];
    const more = this.#loadNext === undefined ? [] : [this.#more];
    const refusal = this.#refusal === undefined ? [] : [this.#refusal];
    const typed = this.#typedRow(listed);
    const active = pick.activeItems.find(isChoice);
    pick.items = [...refusal, ...listed, ...typed, ...more];
    // The editor makes the first row active, which cannot be chosen.
    if (refusal.length > 0) {
      const same = listed.find((row) => row.value === active?.value);
      pick.activeItems = [same, ...typed, ...(pick.value === '' ? listed : [])]
        .filter((row) => row !== undefined)
        .slice(0, 1);
    }
    if (!canSelectMany) return;
    const checked = this.#items.filter(({ picked }) => picked === true);
    pick.selectedItems = selectedItems.length > 0 ? selectedItems : checked;
  }

  /** The row of the typed text; undefined if the question accepts no typed text, or if the list has it already. */
  #typedRow(listed: readonly Choice<T>[]): Choice<T>[] {
    const typed = this.#question.typed?.(this.#pick.value);
    if (typed === undefined) return [];
    const row = plainChoice(typed);
    const isListed = listed.some(({ label, value }) => label === row.label && value === row.value);
    return isListed ? [] : [{ ...row, alwaysShow: true }];
  }
}

function isChoice<T>(row: ChoiceRow<T>): row is Choice<T> {
  return !('more' in row) && !('refusal' in row);
}
