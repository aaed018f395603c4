import { Disposable, QuickInputButtons, ThemeIcon, type InputBox, type QuickPick, type QuickPickItem } from 'vscode';
import { cancelled } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import { questions } from '../messages/questions.ts';
import { createInputBox, createQuickPick, showMessage } from '../messages/show.ts';
import { ChoiceList, type ChoiceRow } from './choiceList.ts';
import { Back, type InputQuestion, type PickButton, type PickQuestion, type Step } from './question.ts';

/**
 * Asks the user. Every question rejects with a `cancelled` Failure when dismissed, and with `Back` when the user goes
 * back.
 */
export class Prompt {
  readonly #step: Step;
  /** Whether a question was shown. A question may answer itself. */
  shown = false;

  constructor(step: Step) {
    this.#step = step;
  }

  /** For a dialog that another function shows: its title, its number among the questions, and whether Back is offered. */
  takeStep(): Step {
    this.shown = true;
    return this.#step;
  }

  input(question: InputQuestion): Promise<string> {
    const { prompt, value, placeholder, password, validate, check, buttons = [], signal } = question;
    const box = createInputBox();
    const dismissed = new AbortController();
    box.prompt = prompt;
    const { earlier, refusal } = this.#step;
    const answered = typeof earlier === 'string' || typeof earlier === 'number' ? String(earlier) : undefined;
    box.value = (password === true ? undefined : answered) ?? value ?? '';
    box.placeholder = placeholder;
    box.password = password ?? false;
    box.validationMessage = refusal;
    let latest = 0;
    const look = async (): Promise<string | undefined> => {
      const turn = (latest += 1);
      const wrong = await validate?.(box.value);
      if (turn === latest) box.validationMessage = wrong;
      return wrong;
    };
    const enter = async (accept: (value: string) => void): Promise<void> => {
      if (box.busy) return;
      box.busy = true;
      const given = box.value;
      const wrong = (await look()) ?? (await check?.(given, dismissed.signal));
      box.busy = false;
      if (wrong === undefined) accept(given);
      else if (box.value === given) box.validationMessage = wrong;
    };
    const listen = (accept: (value: string) => void): Disposable[] => [
      new Disposable(() => dismissed.abort()),
      box.onDidChangeValue(() => void look()),
      box.onDidAccept(() => enter(accept)),
    ];
    return this.#ask(box, listen, buttons, signal);
  }

  async pick<T>(question: PickQuestion<T>): Promise<T> {
    const { earlier } = this.#step;
    const again = earlier === undefined ? {} : { active: (value: T): boolean => value === earlier };
    const [first] = await this.#pick({ ...question, ...again }, false);
    if (first === undefined) throw cancelled();
    return first;
  }

  /** Asks for several values; `picked` items are checked at the start. */
  pickMany<T>(question: PickQuestion<T>): Promise<readonly T[]> {
    return this.#pick(question, true);
  }

  #pick<T>(question: PickQuestion<T>, many: boolean): Promise<readonly T[]> {
    const { placeholder, buttons = [], busy = false, signal, check } = question;
    const { earlier, refusal } = this.#step;
    const dismissed = new AbortController();
    const pick = createQuickPick<ChoiceRow<T>>();
    pick.placeholder = placeholder;
    pick.canSelectMany = many;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.busy = busy;
    let checking = false;
    const accept = async (list: ChoiceList<T>, resolve: (values: readonly T[]) => void): Promise<void> => {
      const values = checking ? undefined : list.accept();
      if (values === undefined) return;
      const [first] = values;
      if (check === undefined || first === undefined) {
        resolve(values);
        return;
      }
      const before = pick.value;
      checking = true;
      pick.busy = true;
      const wrong = await check(first, dismissed.signal);
      checking = false;
      pick.busy = busy;
      if (wrong === undefined) resolve(values);
      else if (pick.value === before) list.refuse(wrong);
    };
    const listen = (resolve: (values: readonly T[]) => void): Disposable[] => {
      const list = new ChoiceList(pick, question);
      // A refused text is edited, not typed again.
      if (refusal !== undefined && typeof earlier === 'string' && question.typed?.(earlier)?.value === earlier)
        pick.value = earlier;
      list.start();
      if (refusal !== undefined) list.refuse(refusal);
      return [
        new Disposable(() => list.close()),
        new Disposable(() => dismissed.abort()),
        pick.onDidChangeValue(() => list.showTyped()),
        pick.onDidAccept(() => accept(list, resolve)),
        pick.onDidTriggerItemButton(({ item }) => {
          if ('pressed' in item && item.pressed !== undefined) resolve([item.pressed]);
        }),
      ];
    };
    return this.#ask(pick, listen, buttons, signal);
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
  /** The step of the question in its title; undefined if no step is shown. */
  readonly step?: { readonly at: number; readonly of: number };
  /** The answer that was given before, if the user came back to the question. */
  readonly earlier?: unknown;
}

/** A question whose answer was refused. */
export interface RefusedAnswer {
  /** The place of the question: the number of questions before it. */
  readonly asked: number;
  /** The places of the questions that the user saw before. */
  readonly shown: readonly number[];
  /** Why the answer was refused. */
  readonly refusal: string;
}

interface AskAllOptions {
  /** The first question also has a Back button, which rejects with `Back`. */
  readonly back?: boolean;
  /** Asks only this question again. After Back, the questions that follow are asked again too. */
  readonly refused?: RefusedAnswer | undefined;
}

/**
 * Asks several questions; Back goes to the previous one. `next` returns the question after `asked` answers, or
 * undefined at the end. Resolves with the places of the questions that the user saw.
 */
export async function askAll(
  title: string,
  next: (asked: number) => Question<unknown> | undefined,
  { back = false, refused }: AskAllOptions = {},
): Promise<readonly number[]> {
  const shown = refused?.shown.filter((place) => place < refused.asked) ?? [];
  let again = refused;
  for (let asked = refused?.asked ?? 0; ;) {
    const question = next(asked);
    if (question === undefined) return shown;
    const { step: { at, of } = { at: 1, of: 1 }, earlier } = question;
    const steps = of > 1 ? { step: at, of } : {};
    const refusal = again === undefined ? {} : { refusal: again.refusal };
    const prompt = new Prompt({ title, back: back || shown.length > 0, ...steps, earlier, ...refusal });
    try {
      question.use(await question.ask(prompt));
      if (again !== undefined) return prompt.shown ? again.shown : [];
      if (prompt.shown) shown.push(asked);
      asked += 1;
    } catch (error) {
      const before = shown.pop();
      if (!(error instanceof Back) || before === undefined) throw error;
      asked = before;
      again = undefined;
    }
  }
}

/** Asks before an action that cannot be undone. Rejects with a `cancelled` Failure unless `action` is chosen. */
export async function confirm(message: string, detail: string, action: string): Promise<void> {
  await choose(message, detail, action);
}

/** Reports a success that is not visible otherwise. Resolves with the chosen action, if any. */
export async function inform(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('information', message, actions);
}

/** Shows a warning. Resolves with the chosen action, if any. */
export async function warn(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('warning', message, actions);
}

/** Asks with several possible actions. Rejects with a `cancelled` Failure if none is chosen. */
export async function choose(message: string, detail: string, ...actions: readonly string[]): Promise<string> {
  const chosen = await showMessage('warning', message, actions, detail);
  if (chosen === undefined) throw cancelled();
  return chosen;
}
