import assert from 'node:assert/strict';
import {
  QuickInputButtons,
  window,
  type Disposable,
  type InputBox,
  type QuickInputButton,
  type QuickPick,
  type QuickPickItem,
} from 'vscode';
import { until } from '../../kit/until.ts';

type Input = InputBox | QuickPick<QuickPickItem>;

/** The listeners of an input. */
interface Waiting {
  readonly accept: (() => unknown)[];
  readonly button: ((button: QuickInputButton) => unknown)[];
}

const { createInputBox, createQuickPick, showErrorMessage, showWarningMessage, showInformationMessage } = window;

/**
 * What the editor asks in its own inputs, and what it tells. The inputs are the editor's and on screen; keys and buttons
 * are handed to them without detour, since a key that comes a moment too late would meet the next question.
 */
export class EditorQuestions {
  readonly #shown = new Map<Input, Waiting>();
  /** Messages, the oldest first. */
  readonly told: string[] = [];

  /** `answers`: the button that is pressed in a message with this text. */
  begin(answers: Readonly<Record<string, string>> = {}): void {
    const watched = <T extends Input>(input: T): T => {
      const waiting: Waiting = { accept: [], button: [] };
      const { onDidAccept, onDidTriggerButton } = input;
      const show = input.show.bind(input);
      const noting =
        <L>(event: (listener: L) => Disposable, listeners: L[]): ((listener: L) => Disposable) =>
        (listener) => {
          listeners.push(listener);
          return event(listener);
        };
      Object.defineProperties(input, {
        onDidAccept: { value: noting(onDidAccept, waiting.accept) },
        onDidTriggerButton: { value: noting(onDidTriggerButton, waiting.button) },
        show: {
          value: () => {
            this.#shown.set(input, waiting);
            show();
          },
        },
      });
      input.onDidHide(() => this.#shown.delete(input));
      return input;
    };
    const tell = (text: string): Promise<string | undefined> => {
      this.told.push(text);
      return Promise.resolve(Object.entries(answers).find(([part]) => text.includes(part))?.[1]);
    };
    Object.assign(window, {
      createInputBox: () => watched(createInputBox()),
      createQuickPick: () => watched(createQuickPick()),
      showErrorMessage: tell,
      showWarningMessage: tell,
      showInformationMessage: tell,
    });
  }

  async end(): Promise<void> {
    Object.assign(window, {
      createInputBox,
      createQuickPick,
      showErrorMessage,
      showWarningMessage,
      showInformationMessage,
    });
    this.told.length = 0;
    if (this.#shown.size > 0) await this.dismiss();
  }

  /** Waits for the question with this text as its prompt or its placeholder. */
  async question(text: string): Promise<Input> {
    const says = (input: Input): boolean =>
      [input.placeholder, 'prompt' in input ? input.prompt : ''].some((words) => words?.includes(text) === true);
    return await this.#found(`the question “${text}”`, () => [...this.#shown.keys()].find(says));
  }

  /** Enters a text where this is asked. */
  async enter(question: string, text: string): Promise<void> {
    const box = await this.#box(question);
    box.value = text;
    this.#accept(box);
    await this.#gone(box);
  }

  /** Enters a text into the question with this text, and waits for its validation error. */
  async refused(question: string, text: string): Promise<string> {
    const box = await this.#box(question);
    await until(() => !box.busy);
    box.validationMessage = undefined;
    box.value = text;
    this.#accept(box);
    return await this.#found(`“${text}” to be refused`, () => (box.busy ? undefined : wrongOf(box)));
  }

  /** Types into the list where this is asked. */
  async type(question: string, text: string): Promise<void> {
    (await this.question(question)).value = text;
  }

  /** Chooses a row where this is asked. */
  async pick(question: string, label: string): Promise<void> {
    const list = await this.question(question);
    assert.ok('items' in list, `“${question}” is no list`);
    const item = await this.#found(`the row “${label}”`, () => list.items.find((one) => one.label === label));
    list.activeItems = [item];
    this.#accept(list);
    await this.#gone(list);
  }

  /** The rows where this is asked. */
  async rows(question: string): Promise<string[]> {
    const list = await this.question(question);
    return 'items' in list ? list.items.map(({ label }) => label) : [];
  }

  async back(): Promise<void> {
    const { input, button } = await this.#found('a question with a way back', () => this.#latest());
    assert.ok(input.buttons.includes(QuickInputButtons.Back), 'there is no way back');
    for (const listener of button) listener(QuickInputButtons.Back);
    await this.#gone(input);
  }

  async dismiss(): Promise<void> {
    const { input } = await this.#found('a question', () => this.#latest());
    input.hide();
    await this.#gone(input);
  }

  /** Whether nothing is asked. */
  get nothing(): boolean {
    return this.#shown.size === 0;
  }

  async #box(question: string): Promise<InputBox> {
    const box = await this.question(question);
    if ('items' in box) return assert.fail(`“${question}” is a list`);
    return box;
  }

  #accept(input: Input): void {
    for (const listener of this.#shown.get(input)?.accept ?? []) listener();
  }

  async #gone(input: Input): Promise<void> {
    await until(() => !this.#shown.has(input)).catch(() => assert.fail(`the question stays: ${wrongOf(input) ?? ''}`));
  }

  #latest(): ({ readonly input: Input } & Waiting) | undefined {
    return [...this.#shown].map(([input, waiting]) => ({ input, ...waiting })).at(-1);
  }

  async #found<T>(what: string, find: () => T | undefined): Promise<T> {
    let found: T | undefined;
    await until(() => (found = find()) !== undefined).catch(() => {
      const asked = [...this.#shown.keys()].map(
        (input) => `${input.placeholder} ${'prompt' in input ? input.prompt : ''}`,
      );
      assert.fail(`waited for ${what}; asked: ${asked.join(' | ')}; told: ${this.told.join(' | ')}`);
    });
    return found ?? assert.fail(what);
  }
}

/** The validation error of the value. */
function wrongOf(input: Input): string | undefined {
  const message = 'validationMessage' in input ? input.validationMessage : undefined;
  return typeof message === 'object' ? message.message : message;
}
