import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton } from 'vscode';
import type { ListPage, Pages } from '../../../api/client/pages.ts';
import { delay } from '../../../core/async.ts';
import { cancelled, isFailure, toFailure } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { explain } from '../messages/explain.ts';
import { plainChoice } from '../messages/labels.ts';
import { questions } from '../messages/questions.ts';
import { createQuickPick } from '../messages/show.ts';
import type { Choice, PickButton } from './question.ts';

export interface LivePick<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The initial search text. */
  readonly value: string;
  /** Earlier searches, shown while nothing is typed. */
  readonly recent: readonly string[];
  readonly search: (text: string, signal: AbortSignal) => Pages<T>;
  readonly choice: (item: T) => Choice<T>;
  /** Created again after each use, so that they can show their current setting. */
  readonly buttons: () => readonly LiveButton[];
}

export interface LiveButton extends PickButton {
  /** Whether the button closes the search. */
  readonly ends?: boolean;
}

export interface LiveChoice<T> {
  /** The search text. */
  readonly text: string;
  /** The chosen result. */
  readonly item: T;
}

type Row<T> =
  | { readonly kind: 'item'; readonly item: T }
  | { readonly kind: 'recent'; readonly text: string }
  | { readonly kind: 'more' };
/** A row without a value is a note. */
type RowChoice<T> = Choice<Row<T> | undefined>;

/** Milliseconds without a key press before a request is sent. */
const pause = 350;
/** Characters below which no request is sent. */
const shortest = 2;

/** Searches while the user types: one request after a pause, further pages on demand. Rejects with `cancelled` when dismissed. */
export function livePick<T>(question: LivePick<T>): Promise<LiveChoice<T>> {
  return questions.during(new LiveSearch(question).ask());
}

/** One search dialog. */
class LiveSearch<T> {
  readonly #question: LivePick<T>;
  readonly #pick = createQuickPick<RowChoice<T>>();
  /** Aborted when another text is typed, and at the end. */
  #abort = new AbortController();
  #pages: AsyncIterator<ListPage<T>, void, undefined> | undefined;
  #rows: readonly RowChoice<T>[] = [];
  /** The question of a button hides this one until it is answered. */
  #aside = false;

  constructor(question: LivePick<T>) {
    this.#question = question;
    const { title, placeholder, value } = question;
    Object.assign(this.#pick, { title, placeholder, value });
    this.#showButtons();
  }

  /** Shows the dialog until a result is chosen. */
  ask(): Promise<LiveChoice<T>> {
    const pick = this.#pick;
    return new Promise<LiveChoice<T>>((resolve, reject) => {
      pick.onDidChangeValue(() => void this.#start());
      pick.onDidTriggerButton((button) => this.#press(button));
      pick.onDidAccept(() => this.#accept(resolve));
      pick.onDidHide(() => {
        if (!this.#aside) reject(cancelled());
      });
      pick.show();
      void this.#start();
    }).finally(() => {
      this.#abort.abort();
      pick.dispose();
    });
  }

  async #start(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#rows = [];
    const text = this.#pick.value.trim();
    if (text.length < shortest) {
      this.#pick.busy = false;
      this.#pick.items = recentRows(this.#question.recent);
      return;
    }
    try {
      await delay(pause, signal);
    } catch {
      return;
    }
    this.#pages = this.#question.search(text, signal).pages();
    await this.#readPage(signal);
  }

  async #readPage(signal: AbortSignal): Promise<void> {
    const pick = this.#pick;
    pick.busy = true;
    try {
      const page = await this.#pages?.next();
      if (signal.aborted) return;
      this.#showPage(page?.value ?? undefined);
    } catch (error) {
      if (signal.aborted) return;
      pick.items = [...this.#rows, noteRow(`$(error) ${explain(toFailure(error))}`)];
    }
    pick.busy = false;
  }

  #showPage(page: ListPage<T> | undefined): void {
    const pick = this.#pick;
    const first = this.#rows.length;
    this.#rows = [...this.#rows, ...(page?.items ?? []).map((item) => itemRow(this.#question.choice(item)))];
    const more = page?.more === true ? [moreRow<T>()] : [];
    pick.items = this.#rows.length === 0 ? [noteRow(l10n.t('No results found.'))] : [...this.#rows, ...more];
    const next = pick.items[first];
    if (first > 0 && next !== undefined) pick.activeItems = [next];
  }

  #showButtons(): void {
    this.#pick.buttons = this.#question.buttons().map(({ icon, tooltip }) => ({
      iconPath: new ThemeIcon(icon),
      tooltip: visible(tooltip),
    }));
  }

  async #press({ tooltip: label }: QuickInputButton): Promise<void> {
    const pressed = this.#question.buttons().find(({ tooltip }) => visible(tooltip) === label);
    if (pressed?.ends === true) {
      this.#pick.hide();
      await pressed.run();
      return;
    }
    this.#aside = true;
    try {
      await pressed?.run();
    } catch (error) {
      if (!isFailure(error, 'cancelled')) throw error;
    }
    this.#aside = false;
    this.#showButtons();
    this.#pick.show();
    await this.#start();
  }

  #accept(resolve: (choice: LiveChoice<T>) => void): void {
    const pick = this.#pick;
    const chosen = pick.activeItems[0]?.value;
    if (chosen === undefined) return;
    if (chosen.kind === 'item') resolve({ text: pick.value.trim(), item: chosen.item });
    else if (chosen.kind === 'more') void this.#readPage(this.#abort.signal);
    else {
      pick.value = chosen.text;
      void this.#start();
    }
  }
}

/** A result. It is always shown: the service has matched it already. */
function itemRow<T>(choice: Choice<T>): RowChoice<T> {
  return { ...plainChoice(choice), alwaysShow: true, value: { kind: 'item', item: choice.value } };
}

function moreRow<T>(): RowChoice<T> {
  return {
    label: l10n.t('Load more'),
    alwaysShow: true,
    iconPath: new ThemeIcon('ellipsis'),
    value: { kind: 'more' },
  };
}

function noteRow<T>(label: string): RowChoice<T> {
  return { label, alwaysShow: true, value: undefined };
}

/** Earlier searches below their heading. */
function recentRows<T>(recent: readonly string[]): RowChoice<T>[] {
  if (recent.length === 0) return [];
  const heading: RowChoice<T> = { label: l10n.t('recent'), kind: QuickPickItemKind.Separator, value: undefined };
  const rows = recent.map((text): RowChoice<T> => ({
    label: text,
    alwaysShow: true,
    iconPath: new ThemeIcon('history'),
    value: { kind: 'recent', text },
  }));
  return [heading, ...rows];
}
