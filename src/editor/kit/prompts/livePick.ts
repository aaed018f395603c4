import { l10n, QuickInputButtons, ThemeIcon, type QuickInputButton } from 'vscode';
import { delay } from '../../../core/async.ts';
import { cancelled, isFailure, toFailure } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { explain } from '../messages/explain.ts';
import { questions } from '../messages/questions.ts';
import { createQuickPick } from '../messages/show.ts';
import { errorRow, headingRow, itemRow, moreRow, noteRow, recentRows, type LiveRowChoice } from './liveRows.ts';
import { Back, type Choice, type PickButton, type Step } from './question.ts';

export interface LivePick<T> extends Step {
  readonly placeholder: string;
  /** The initial search text. */
  readonly value?: string;
  /** Earlier searches, shown while nothing is typed. */
  readonly recent?: readonly string[];
  /** Rows that need no search, filtered by the editor while the user types. Each yield replaces the previous one. */
  readonly known?: (signal: AbortSignal) => AsyncIterable<readonly KnownRows<T>[]>;
  /** Rows for the typed text itself. */
  readonly typed?: (text: string) => readonly Choice<T>[];
  /** Undefined: this text is not searched for. */
  readonly search: (text: string, signal: AbortSignal) => LivePages<T> | undefined;
  readonly choice: (item: T) => Choice<T>;
  /** Checks the chosen item; may send a request. Returns the error message; undefined if the item is valid. */
  readonly check?: (item: T, signal: AbortSignal) => Promise<string | undefined>;
  /** Items with the same key are shown once. */
  readonly key?: (item: T) => string;
  /** Called again after each use, so that the buttons can show their current value. */
  readonly buttons?: () => readonly LiveButton[];
  /** Aborting it dismisses the question. */
  readonly signal?: AbortSignal;
}

/** The results of a search, one page at a time. */
export type LivePages<T> = AsyncIterator<LivePage<T>, undefined, undefined>;

export interface LivePage<T> {
  readonly items: readonly T[];
  readonly more: boolean;
}

/** Rows below a heading. */
export interface KnownRows<T> {
  readonly heading: string;
  readonly items: readonly T[];
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

/** Milliseconds without a key press before a request is sent. */
const pause = 350;
/** Characters below which no request is sent. */
const shortest = 2;

/**
 * Searches while the user types: one request after a pause, further pages on demand. Rejects with `cancelled` when
 * dismissed, and with `Back` when the user goes back.
 */
export function livePick<T>(question: LivePick<T>): Promise<LiveChoice<T>> {
  return questions.during(new LiveSearch(question).ask());
}

/** One search dialog. */
class LiveSearch<T> {
  readonly #question: LivePick<T>;
  readonly #pick = createQuickPick<LiveRowChoice<T>>();
  readonly #closed = new AbortController();
  /** Aborted when another text is typed, and at the end. */
  #abort = new AbortController();
  #pages: LivePages<T> | undefined;
  /** The rows that need no search, with their headings. */
  #known: readonly LiveRowChoice<T>[] = [];
  #typed: readonly LiveRowChoice<T>[] = [];
  #results: readonly LiveRowChoice<T>[] = [];
  /** The rows below the results: "Load more", or a note. */
  #last: readonly LiveRowChoice<T>[] = [];
  /** Why the chosen item was refused. */
  #refusal: readonly LiveRowChoice<T>[] = [];
  #loadsKnown = false;
  #searches = false;
  #checks = false;
  /** The question of a button hides this one until it is answered. */
  #aside = false;

  constructor(question: LivePick<T>) {
    this.#question = question;
    const { title, step, of, placeholder, value = '' } = question;
    Object.assign(this.#pick, { title, step, totalSteps: of, placeholder, value, ignoreFocusOut: step !== undefined });
    this.#showButtons();
  }

  /** Shows the dialog until a result is chosen. */
  ask(): Promise<LiveChoice<T>> {
    const pick = this.#pick;
    const { signal } = this.#question;
    const dismiss = (): void => pick.hide();
    return new Promise<LiveChoice<T>>((resolve, reject) => {
      pick.onDidChangeValue(() => void this.#start());
      pick.onDidTriggerButton((button) => {
        if (button === QuickInputButtons.Back) reject(new Back());
        else void this.#press(button);
      });
      pick.onDidAccept(() => this.#accept(resolve));
      pick.onDidHide(() => {
        if (!this.#aside) reject(cancelled());
      });
      signal?.addEventListener('abort', dismiss, { once: true });
      if (signal?.aborted === true) reject(cancelled(signal.reason));
      else pick.show();
      void this.#loadKnown();
      void this.#start();
    }).finally(() => {
      signal?.removeEventListener('abort', dismiss);
      this.#closed.abort();
      this.#abort.abort();
      pick.dispose();
    });
  }

  async #loadKnown(): Promise<void> {
    const { signal } = this.#closed;
    const known = this.#question.known?.(signal);
    if (known === undefined) return;
    this.#loadsKnown = true;
    try {
      for await (const groups of known) {
        if (signal.aborted) return;
        this.#known = groups.flatMap((group) => this.#groupRows(group));
        this.#render();
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#known = [...this.#known, errorRow(error)];
    }
    this.#loadsKnown = false;
    this.#render();
  }

  async #start(): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const { known, recent = [], typed, search } = this.#question;
    const text = this.#pick.value.trim();
    [this.#results, this.#last, this.#refusal, this.#searches] = [[], [], [], false];
    this.#typed = (typed?.(text) ?? []).map((choice) => itemRow(choice));
    const isShort = text.length < shortest;
    if (isShort) this.#results = recentRows(recent);
    // Without other rows, the results stay until the next ones are there.
    if (isShort || known !== undefined) this.#render();
    if (isShort) return;
    try {
      await delay(pause, signal);
    } catch {
      return;
    }
    this.#pages = search(text, signal);
    if (this.#pages !== undefined) await this.#readPage(signal);
  }

  async #readPage(signal: AbortSignal): Promise<void> {
    this.#searches = true;
    this.#pick.busy = true;
    try {
      const page = await this.#pages?.next();
      if (signal.aborted) return;
      this.#showPage(page?.value);
    } catch (error) {
      if (signal.aborted) return;
      this.#last = [errorRow(error)];
    }
    this.#searches = false;
    this.#render();
  }

  #showPage(page: LivePage<T> | undefined): void {
    const first = this.#results.length;
    this.#results = [...this.#results, ...(page?.items ?? []).map((item) => itemRow(this.#question.choice(item)))];
    this.#last = page?.more === true ? [moreRow<T>()] : [];
    if (this.#results.length === 0 && !this.#showsOther()) this.#last = [noteRow(l10n.t('No results found.'))];
    const next = this.#results[first];
    if (first === 0 || next === undefined) return;
    this.#render();
    this.#pick.activeItems = [next];
  }

  /** Whether a row that is no result matches the text. */
  #showsOther(): boolean {
    const text = this.#pick.value.trim().toLowerCase();
    return this.#typed.length > 0 || this.#known.some(({ label }) => label.toLowerCase().includes(text));
  }

  #render(): void {
    const pick = this.#pick;
    const [active] = pick.activeItems;
    pick.busy = this.#loadsKnown || this.#searches || this.#checks;
    pick.items = [...this.#refusal, ...this.#withoutDuplicates(), ...this.#last];
    // Rows that arrive later do not move the user to another row.
    const same = active?.value?.kind === 'item' ? pick.items.find((row) => this.#isSame(row, active)) : undefined;
    if (same !== undefined && (pick.value !== '' || this.#refusal.length > 0)) pick.activeItems = [same];
  }

  /** Each item once. A known row that the text or a search names is shown even if the text is not in its label. */
  #withoutDuplicates(): readonly LiveRowChoice<T>[] {
    const { key } = this.#question;
    if (key === undefined) return [...this.#known, ...this.#typed, ...this.#results];
    const keyOf = ({ value }: LiveRowChoice<T>): string | undefined =>
      value?.kind === 'item' ? key(value.item) : undefined;
    const found = new Set([...this.#typed, ...this.#results].map(keyOf));
    const shown = new Set<string | undefined>();
    const rows = [
      ...this.#known.map((row) =>
        keyOf(row) !== undefined && found.has(keyOf(row)) ? { ...row, alwaysShow: true } : row,
      ),
      ...this.#typed,
      ...this.#results,
    ];
    return rows.filter((row) => {
      const own = keyOf(row);
      return own === undefined || (!shown.has(own) && shown.add(own));
    });
  }

  #isSame({ value: one }: LiveRowChoice<T>, { value: other }: LiveRowChoice<T>): boolean {
    if (one?.kind !== 'item' || other?.kind !== 'item') return false;
    const { key } = this.#question;
    return key === undefined ? one.item === other.item : key(one.item) === key(other.item);
  }

  #groupRows({ heading, items }: KnownRows<T>): LiveRowChoice<T>[] {
    if (items.length === 0) return [];
    const rows = items.map((item) => ({ ...itemRow(this.#question.choice(item)), alwaysShow: false }));
    return [headingRow(heading), ...rows];
  }

  #showButtons(): void {
    const { back, buttons } = this.#question;
    const own = (buttons?.() ?? []).map(({ icon, tooltip }) => ({
      iconPath: new ThemeIcon(icon),
      tooltip: visible(tooltip),
    }));
    this.#pick.buttons = [...(back === true ? [QuickInputButtons.Back] : []), ...own];
  }

  async #press({ tooltip: label }: QuickInputButton): Promise<void> {
    const pressed = this.#question.buttons?.().find(({ tooltip }) => visible(tooltip) === label);
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

  /** Resolves with a valid item. Otherwise the error is the first row until another text is typed. */
  async #choose(item: T, resolve: (choice: LiveChoice<T>) => void): Promise<void> {
    const text = this.#pick.value.trim();
    const { check } = this.#question;
    if (check === undefined) {
      resolve({ text, item });
      return;
    }
    if (this.#checks) return;
    [this.#checks, this.#pick.busy] = [true, true];
    const { signal } = this.#abort;
    const wrong = await check(item, signal).catch((error: unknown) => explain(toFailure(error)));
    this.#checks = false;
    // The user typed another text in the meantime.
    if (signal.aborted) return;
    if (wrong === undefined) resolve({ text, item });
    else this.#refusal = [noteRow(`$(error) ${wrong}`)];
    this.#render();
  }

  #accept(resolve: (choice: LiveChoice<T>) => void): void {
    const pick = this.#pick;
    const chosen = pick.activeItems[0]?.value;
    if (chosen === undefined) return;
    if (chosen.kind === 'item') void this.#choose(chosen.item, resolve);
    else if (chosen.kind === 'more') void this.#readPage(this.#abort.signal);
    else {
      pick.value = chosen.text;
      void this.#start();
    }
  }
}
