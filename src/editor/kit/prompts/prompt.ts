import { Disposable, l10n, QuickInputButtons, ThemeIcon, type QuickInputButton } from 'vscode';
import { cancelled, isFailure } from '../../../core/errors.ts';
import { visible } from '../../../core/text.ts';
import type { CleanRow } from '../messages/labels.ts';
import { questions } from '../messages/questions.ts';
import {
  createInputBox,
  setTitle,
  setValidationMessage,
  showMessage,
  type CleanInputBox,
  type CleanQuickPick,
} from '../messages/show.ts';
import { PickList } from './pickList.ts';
import { Back, type InputQuestion, type PickButton, type PickQuestion, type Step } from './question.ts';

/** Rejects with a `cancelled` Failure when dismissed, and with `Back` when the user goes back. */
export class Prompt {
  readonly #step: Step;
  /** Whether a question was shown. A question may answer itself. */
  shown = false;

  constructor(step: Step) {
    this.#step = step;
  }

  input(question: InputQuestion): Promise<string> {
    const { prompt, value, placeholder, password, validate, check, buttons = [], signal } = question;
    const box = createInputBox(prompt, placeholder);
    const dismissed = new AbortController();
    const { earlier, refusal } = this.#step;
    const answered = typeof earlier === 'string' || typeof earlier === 'number' ? String(earlier) : undefined;
    box.value = (password === true ? undefined : answered) ?? value ?? '';
    box.password = password ?? false;
    setValidationMessage(box, refusal);
    let latest = 0;
    const look = async (): Promise<string | undefined> => {
      const turn = (latest += 1);
      const wrong = await validate?.(box.value);
      if (turn === latest) setValidationMessage(box, wrong);
      return wrong;
    };
    const enter = async (accept: (value: string) => void): Promise<void> => {
      if (box.busy) return;
      box.busy = true;
      const given = box.value;
      const wrong = (await look()) ?? (await check?.(given, dismissed.signal));
      box.busy = false;
      if (wrong === undefined) accept(given);
      else if (box.value === given) setValidationMessage(box, wrong);
    };
    const listen = (accept: (value: string) => void): Disposable[] => [
      new Disposable(() => dismissed.abort()),
      box.onDidChangeValue(() => void look()),
      box.onDidAccept(() => enter(accept)),
    ];
    return this.#ask({ input: box, listen, buttons: () => buttons, ...(signal === undefined ? {} : { signal }) });
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
    const { earlier, refusal } = this.#step;
    const list = new PickList(question, many);
    const { input } = list;
    // A refused text is edited, not typed again.
    if (refusal !== undefined && typeof earlier === 'string' && isTyped(question, earlier)) input.value = earlier;
    const listen = (accept: (values: readonly T[]) => void): Disposable[] => {
      const listeners = list.listen(accept);
      if (refusal !== undefined) list.refuse(refusal);
      return listeners;
    };
    return this.#ask({ ...question, input, listen, again: () => list.again() });
  }

  #ask<T>({ input, listen, again, buttons, quickOpen = false, signal }: QuestionInput<T>): Promise<T> {
    this.shown = true;
    const { title, step, of, back } = this.#step;
    setTitle(input, title);
    input.step = step;
    input.totalSteps = of;
    input.ignoreFocusOut = !quickOpen || step !== undefined;
    let own: readonly (QuickInputButton & PickButton)[] = [];
    const showButtons = (): void => {
      own = (buttons?.() ?? []).map((button) => ({
        ...button,
        iconPath: new ThemeIcon(button.icon),
        tooltip: visible(button.tooltip),
      }));
      input.buttons = [...(back === true ? [QuickInputButtons.Back] : []), ...own];
    };
    /** The question of a button hides this one until it is answered. */
    let aside = false;
    const press = async ({ first, run }: PickButton): Promise<void> => {
      if (first === 'close') input.hide();
      aside = first === 'hide';
      try {
        await run();
      } catch (error) {
        if (!isFailure(error, 'cancelled')) throw error;
      }
      if (!aside) return;
      aside = false;
      showButtons();
      input.show();
      again?.();
    };
    showButtons();
    const listeners: Disposable[] = [];
    const answer = new Promise<T>((resolve, reject) => {
      const abort = (): void => reject(cancelled(signal?.reason));
      signal?.addEventListener('abort', abort, { once: true });
      listeners.push(
        ...listen(resolve),
        input.onDidTriggerButton((button) => {
          const pressed = own.find((known) => known === button);
          if (button === QuickInputButtons.Back) reject(new Back());
          else if (pressed !== undefined) void press(pressed);
        }),
        input.onDidHide(() => {
          if (!aside) reject(cancelled());
        }),
        new Disposable(() => signal?.removeEventListener('abort', abort)),
      );
      if (signal?.aborted === true) abort();
      else input.show();
    }).finally(() => {
      for (const listener of listeners) listener.dispose();
      input.dispose();
    });
    return questions.during(answer);
  }
}

/** An input of the editor that asks, and what belongs to it. */
interface QuestionInput<T> extends Pick<PickQuestion<unknown>, 'buttons' | 'quickOpen' | 'signal'> {
  readonly input: CleanInputBox | CleanQuickPick<CleanRow>;
  readonly listen: (accept: (value: T) => void) => Disposable[];
  readonly again?: () => void;
}

function isTyped<T>({ typed }: PickQuestion<T>, text: string): boolean {
  return [typed?.(text) ?? []].flat().some(({ value }) => value === text);
}

export interface Question<T> {
  readonly ask: (prompt: Prompt) => Promise<T>;
  readonly use: (value: T) => void;
  /** The answer that was given before, if the user came back to the question. */
  readonly earlier?: unknown;
  /** It is expected, but can answer itself: then one question less is expected. */
  readonly isExpected?: boolean;
}

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
  /** How many questions are expected, for their titles. Those after them have no number. */
  readonly of?: number;
}

/** `next` returns the question after `asked` answers, or undefined. Resolves with the places of the shown ones. */
export async function askAll(
  title: string,
  next: (asked: number) => Question<unknown> | undefined,
  { back = false, refused, of = 1 }: AskAllOptions = {},
): Promise<readonly number[]> {
  const shown = refused?.shown.filter((place) => place < refused.asked) ?? [];
  let again = refused;
  /** The places of the expected questions that answered themselves. */
  const silent = new Set<number>();
  for (let asked = refused?.asked ?? 0; ;) {
    const question = next(asked);
    if (question === undefined) return shown;
    const { earlier } = question;
    // A question that answers itself takes no number: so each number is one more than the last.
    const step = shown.length + 1;
    const total = of - [...silent].filter((place) => place < asked).length;
    const steps = total > 1 && step <= total ? { step, of: total } : {};
    const refusal = again === undefined ? {} : { refusal: again.refusal };
    const prompt = new Prompt({ title, back: back || shown.length > 0, ...steps, earlier, ...refusal });
    try {
      question.use(await question.ask(prompt));
      if (again !== undefined) return prompt.shown ? again.shown : [];
      if (prompt.shown) shown.push(asked);
      else if (question.isExpected === true) silent.add(asked);
      asked += 1;
    } catch (error) {
      const before = shown.pop();
      if (!(error instanceof Back) || before === undefined) throw error;
      asked = before;
      again = undefined;
    }
  }
}

/** The button that Enter presses: `notNow` where something is lost. */
export type FirstButton = 'notNow' | 'action';

/** Asks before an action that cannot be undone. Rejects with a `cancelled` Failure unless `action` is chosen. */
export async function confirm(
  message: string,
  detail: string,
  action: string,
  first: FirstButton = 'notNow',
): Promise<void> {
  await (first === 'action' ? choose : chooseWithCare)(message, detail, action);
}

/** `choose`, but Enter alone chooses nothing: the editor selects the first button, and puts its own Cancel last. */
export async function chooseWithCare(message: string, detail: string, ...actions: readonly string[]): Promise<string> {
  const notNow = l10n.t('Not Now');
  const chosen = await choose(message, detail, notNow, ...actions);
  if (chosen === notNow) throw cancelled();
  return chosen;
}

/** Reports a success that is not visible otherwise. Resolves with the chosen action, if any. */
export async function inform(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('information', message, actions);
}

export async function warn(message: string, ...actions: readonly string[]): Promise<string | undefined> {
  return await showMessage('warning', message, actions);
}

/** Asks with several possible actions. Rejects with a `cancelled` Failure if none is chosen. */
export async function choose(message: string, detail: string, ...actions: readonly string[]): Promise<string> {
  const chosen = await showMessage('warning', message, actions, detail);
  if (chosen === undefined) throw cancelled();
  return chosen;
}
