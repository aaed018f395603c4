import {
  Disposable,
  l10n,
  QuickInputButtons,
  ThemeIcon,
  type InputBox,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { cancelled, messageOf } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { plainChoice } from '../messages/labels.ts';
import { questions } from '../messages/questions.ts';
import { createInputBox, createQuickPick, showMessage } from '../messages/show.ts';

/** Thrown by a question when the person goes back to the one before. */
export class Back extends Error {
  override readonly name = 'Back';
}

/** Where a question stands in a row of them. */
export interface Step {
  readonly title: string;
  readonly step?: number;
  readonly of?: number;
  /** Whether there is a question to go back to. */
  readonly back?: boolean;
}

export interface InputQuestion {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Says what is wrong with the value as one types. */
  readonly validate?: (value: string) => string | undefined | Promise<string | undefined>;
  /** Says what is wrong once the value is entered; may take its time. */
  readonly check?: (value: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly buttons?: readonly PickButton[];
  /** Takes the question back, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
}

export interface PickButton {
  readonly icon: string;
  readonly tooltip: string;
  readonly run: () => unknown;
}

export interface PickQuestion<T> {
  readonly placeholder: string;
  /** Complete, or arriving page by page: what is there can be chosen while the rest loads. */
  readonly items: readonly Choice<T>[] | AsyncIterable<readonly Choice<T>[]>;
  /** After a full page the next is asked for only when the person wants it. */
  readonly paged?: boolean;
  /** The value of what is typed, where what is typed may be chosen although it is not in the list. */
  readonly typed?: (text: string) => Choice<T> | undefined;
  readonly active?: (value: T) => boolean;
  readonly buttons?: readonly PickButton[];
  /** The question is about something that goes on meanwhile. */
  readonly busy?: boolean;
  /** Takes the question back, as if it were dismissed. */
  readonly signal?: AbortSignal;
}

/** Rows of a page after which another may follow. */
const fullPage = 100;

/** Stands at the end of a list that goes on. */
interface MoreRow extends QuickPickItem {
  readonly more: true;
}

/** Asks people. Every question rejects with a `cancelled` Failure when dismissed and with `Back` when they go back. */
export class Prompt {
  readonly #step: Step;
  /** Whether anything was shown: a question may answer itself. */
  shown = false;

  constructor(step: Step) {
    this.#step = step;
  }

  input(question: InputQuestion): Promise<string> {
    const { prompt, value, placeholder, password, validate, check, buttons = [], signal } = question;
    const box = createInputBox();
    const dismissed = new AbortController();
    box.prompt = prompt;
    box.value = value ?? '';
    box.placeholder = placeholder;
    box.password = password ?? false;
    return this.#ask<string>(
      box,
      (accept) => {
        let latest = 0;
        const look = async (): Promise<string | undefined> => {
          const turn = (latest += 1);
          const wrong = await validate?.(box.value);
          if (turn === latest) box.validationMessage = wrong;
          return wrong;
        };
        return [
          new Disposable(() => dismissed.abort()),
          box.onDidChangeValue(() => void look()),
          box.onDidAccept(async () => {
            if (box.busy) return;
            box.busy = true;
            const given = box.value;
            const wrong = (await look()) ?? (await check?.(given, dismissed.signal));
            box.busy = false;
            if (wrong === undefined) accept(given);
            else if (box.value === given) box.validationMessage = wrong;
          }),
        ];
      },
      buttons,
      signal,
    );
  }

  async pick<T>(question: PickQuestion<T>): Promise<T> {
    const [first] = await this.#pick(question, false);
    if (first === undefined) throw cancelled();
    return first;
  }

  /** Several at once; `picked` items are checked at the start. */
  pickMany<T>(question: PickQuestion<T>): Promise<readonly T[]> {
    return this.#pick(question, true);
  }

  #pick<T>(
    { placeholder, items, paged = false, typed, active, buttons = [], busy = false, signal }: PickQuestion<T>,
    many: boolean,
  ): Promise<readonly T[]> {
    const pick = createQuickPick<Choice<T> | MoreRow>();
    const isChoice = (row: Choice<T> | MoreRow): row is Choice<T> => !('more' in row);
    pick.placeholder = placeholder;
    pick.canSelectMany = many;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = busy;
    return this.#ask<readonly T[]>(
      pick,
      (accept) => {
        let known: readonly Choice<T>[] = [];
        let open = true;
        let next: (() => Promise<void>) | undefined;
        const more: MoreRow = {
          label: l10n.t('Load more'),
          alwaysShow: true,
          iconPath: new ThemeIcon('ellipsis'),
          more: true,
        };
        const render = (): void => {
          const selected = pick.selectedItems;
          // What was typed and ticked stays when something else is typed.
          const listed = [...known, ...(many ? selected.filter(isChoice).filter((one) => !known.includes(one)) : [])];
          const typedAs = typed?.(pick.value);
          const typedOne = typedAs && plainChoice(typedAs);
          const isListed = listed.some(({ label, value }) => label === typedOne?.label && value === typedOne.value);
          const extra = isListed ? undefined : typedOne;
          pick.items = [
            ...listed,
            ...(extra === undefined ? [] : [{ ...extra, alwaysShow: true }]),
            ...(next === undefined ? [] : [more]),
          ];
          if (many) pick.selectedItems = selected.length > 0 ? selected : known.filter(({ picked }) => picked === true);
        };
        const add = (arrived: readonly Choice<T>[]): void => {
          const [first] = arrived;
          const goesOn = known.length > 0 && pick.activeItems[0] === more;
          known = [...known, ...arrived.map(plainChoice)];
          render();
          const preferred = known.find(({ value }) => active?.(value) === true);
          if (preferred !== undefined && pick.value === '') pick.activeItems = [preferred];
          else if (goesOn && first !== undefined) pick.activeItems = [first];
        };
        const load = async (pages: AsyncIterator<readonly Choice<T>[]>): Promise<void> => {
          pick.busy = true;
          try {
            for (;;) {
              const page = await pages.next();
              if (!open) {
                await pages.return?.();
                break;
              }
              const full = page.done !== true && page.value.length >= fullPage;
              next = paged && full && !many ? () => load(pages) : undefined;
              add(page.done === true ? [] : page.value);
              if (page.done === true || next !== undefined) break;
            }
          } catch (error) {
            if (open) pick.placeholder = l10n.t('{0} (not complete: {1})', placeholder, messageOf(error));
          }
          pick.busy = busy;
        };
        if (Symbol.asyncIterator in items) void load(items[Symbol.asyncIterator]());
        else add(items);
        return [
          new Disposable(() => void (open = false)),
          pick.onDidChangeValue(() => {
            if (typed !== undefined) render();
          }),
          pick.onDidAccept(() => {
            const chosen = many ? pick.selectedItems : pick.activeItems.slice(0, 1);
            if (chosen[0] === more) {
              if (!pick.busy) void next?.();
            } else if (many || chosen.length > 0) accept(chosen.filter(isChoice).map(({ value }) => value));
          }),
        ];
      },
      buttons,
      signal,
    );
  }

  #ask<T>(
    input: InputBox | QuickPick<QuickPickItem>,
    listen: (accept: (value: T) => void) => Disposable[],
    buttons: readonly PickButton[],
    signal?: AbortSignal,
  ): Promise<T> {
    this.shown = true;
    const { title, step, of, back } = this.#step;
    const own = buttons.map(({ icon, tooltip, run }) => ({
      button: { iconPath: new ThemeIcon(icon), tooltip: visible(tooltip) },
      run,
    }));
    input.title = title;
    input.step = step;
    input.totalSteps = of;
    input.ignoreFocusOut = true;
    input.buttons = [...(back === true ? [QuickInputButtons.Back] : []), ...own.map(({ button }) => button)];
    const answer = new Promise<T>((resolve, reject) => {
      const listeners = [
        ...listen(resolve),
        input.onDidTriggerButton((button) => {
          if (button === QuickInputButtons.Back) reject(new Back());
          else own.find((known) => known.button === button)?.run();
        }),
        input.onDidHide(() => reject(cancelled())),
      ];
      const hide = (): void => input.hide();
      signal?.addEventListener('abort', hide, { once: true });
      listeners.push(new Disposable(() => signal?.removeEventListener('abort', hide)));
      if (signal?.aborted === true) reject(cancelled(signal.reason));
      else input.show();
      input.onDidHide(() => listeners.forEach((listener) => void listener.dispose()));
    }).finally(() => input.dispose());
    return questions.during(answer);
  }
}

export interface Question<T> {
  readonly ask: (prompt: Prompt) => Promise<T>;
  readonly use: (value: T) => void;
  /** Where it stands in the row, where that is told. */
  readonly step?: { readonly at: number; readonly of: number };
}

/**
 * Asks questions in a row; Back goes to the one before. `next` gives the question after `asked` ones, or undefined at
 * the end. `back`: the first one has a way back too, out of the row: it rejects with `Back`.
 */
export async function askAll(
  title: string,
  next: (asked: number) => Question<unknown> | undefined,
  { back = false }: { readonly back?: boolean } = {},
): Promise<void> {
  const shown: number[] = [];
  for (let asked = 0; ;) {
    const question = next(asked);
    if (question === undefined) return;
    const { at, of } = question.step ?? { at: 1, of: 1 };
    const prompt = new Prompt({ title, back: back || shown.length > 0, ...(of > 1 ? { step: at, of } : {}) });
    try {
      question.use(await question.ask(prompt));
      if (prompt.shown) shown.push(asked);
      asked += 1;
    } catch (error) {
      const before = shown.pop();
      if (!(error instanceof Back) || before === undefined) throw error;
      asked = before;
    }
  }
}

/** Asks before something that cannot be undone. Rejects with a `cancelled` Failure unless `action` is chosen. */
export async function confirm(message: string, detail: string, action: string): Promise<void> {
  await choose(message, detail, action);
}

/** Says that something is done where nothing else shows it. Resolves with the action chosen, if any. */
export async function inform(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('information', message, actions);
}

/** Warns without stopping anything. Resolves with the action chosen, if any. */
export async function warn(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('warning', message, actions);
}

/** Asks before something goes on, with several ways to. Rejects with a `cancelled` Failure where none is chosen. */
export async function choose(message: string, detail: string, ...actions: readonly string[]): Promise<string> {
  const chosen = await showMessage('warning', message, actions, detail);
  if (chosen === undefined) throw cancelled();
  return chosen;
}
