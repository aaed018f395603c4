import assert from 'node:assert/strict';
import {
  CancellationTokenSource,
  commands,
  env,
  QuickInputButtons,
  window,
  type OpenDialogOptions,
  type Progress,
  type ProgressOptions,
  type QuickPickItem,
  type MessageItem,
  type SaveDialogOptions,
  type Uri,
} from 'vscode';
import { until } from '../../kit/until.ts';
import { FakeInputBox, FakePick } from './inputs.ts';

/** A message with buttons, modal or not. */
interface Message {
  readonly kind: 'error' | 'warning' | 'information';
  readonly text: string;
  readonly detail: string;
  readonly modal: boolean;
  readonly actions: readonly string[];
  /** The action of Escape; undefined: the dialog has a button Cancel. */
  readonly close: string | undefined;
  readonly answer: (action: string | undefined) => void;
}

interface Dialog {
  readonly kind: 'open' | 'save';
  readonly options: OpenDialogOptions & SaveDialogOptions;
  readonly answer: (chosen: readonly Uri[] | undefined) => void;
}

/** A progress notification. */
interface Work {
  readonly title: string;
  readonly reports: string[];
  readonly cancel: () => void;
  /** Whether the notification is closed. */
  ended: boolean;
}

const originals = {
  createInputBox: window.createInputBox,
  createQuickPick: window.createQuickPick,
  showErrorMessage: window.showErrorMessage,
  showWarningMessage: window.showWarningMessage,
  showInformationMessage: window.showInformationMessage,
  showOpenDialog: window.showOpenDialog,
  showSaveDialog: window.showSaveDialog,
  withProgress: window.withProgress,
};
const { executeCommand } = commands;
const { openExternal } = env;

/**
 * A user at the keyboard, who reads and answers the questions and messages of the extension. From `sit` to `leave`, the
 * inputs, dialogs and notifications of the editor are replaced by doubles that a test reads and uses; all code of the
 * extension runs. A question without an answer fails the test after ten seconds, with the content of the screen.
 */
export class Person {
  #inputs: (FakeInputBox | FakePick)[] = [];
  #messages: Message[] = [];
  #dialogs: Dialog[] = [];
  /** The texts of all messages, the oldest first. */
  readonly told: Message[] = [];
  readonly works: Work[] = [];
  /** The opened folders and web pages; the window of the test does not change. */
  readonly opened: string[] = [];
  /** How many questions and file dialogs were shown. */
  asked = 0;

  /** Replaces the inputs and messages of the editor by doubles. */
  sit(): void {
    // The editor shows one question at a time: a new question hides the previous one.
    const onShow = (input: unknown): void => {
      const before = this.#input;
      this.asked += 1;
      this.#inputs = [...this.#inputs.filter((one) => one !== input), input as FakeInputBox | FakePick];
      if (before !== input) before?.hide();
    };
    const message =
      (kind: Message['kind']) =>
      (
        text: string,
        ...rest: (string | MessageItem | { modal?: boolean; detail?: string })[]
      ): Promise<string | MessageItem | undefined> =>
        new Promise((resolve) => {
          const given = rest.filter((one) => typeof one === 'object');
          const options = given.find((one) => !('title' in one)) as { modal?: boolean; detail?: string } | undefined;
          const items = given.filter((one) => 'title' in one);
          const one: Message = {
            kind,
            text,
            detail: options?.detail ?? '',
            modal: options?.modal ?? false,
            actions: [...rest.filter((action) => typeof action === 'string'), ...items.map(({ title }) => title)],
            close: items.find(({ isCloseAffordance }) => isCloseAffordance)?.title,
            answer: (action) => {
              this.#messages = this.#messages.filter((other) => other !== one);
              const answered = action ?? one.close;
              resolve(items.find(({ title }) => title === answered) ?? answered);
            },
          };
          this.told.push(one);
          this.#messages.push(one);
        });
    const dialog =
      (kind: Dialog['kind']) =>
      (options: Dialog['options'] = {}): Promise<readonly Uri[] | Uri | undefined> =>
        new Promise((resolve) => {
          const answer: Dialog['answer'] = (chosen) => {
            this.#dialogs = this.#dialogs.filter((one) => one.answer !== answer);
            resolve(kind === 'open' ? chosen : chosen?.[0]);
          };
          this.asked += 1;
          this.#dialogs.push({ kind, options, answer });
        });
    Object.assign(window, {
      createInputBox: () => new FakeInputBox(onShow),
      createQuickPick: () => new FakePick(onShow),
      showErrorMessage: message('error'),
      showWarningMessage: message('warning'),
      showInformationMessage: message('information'),
      showOpenDialog: dialog('open'),
      showSaveDialog: dialog('save'),
      withProgress: (
        { title = '' }: ProgressOptions,
        task: (progress: Progress<{ message?: string }>, token: CancellationTokenSource['token']) => unknown,
      ) => {
        const source = new CancellationTokenSource();
        const reports: string[] = [];
        const work: Work = { title, reports, cancel: () => source.cancel(), ended: false };
        // A progress in a view has no text.
        if (title !== '') this.works.push(work);
        const done = task({ report: ({ message: words = '' }) => void reports.push(words) }, source.token);
        return Promise.resolve(done).finally(() => (work.ended = true));
      },
    });
    Object.assign(env, { openExternal: (uri: Uri) => Promise.resolve(this.opened.push(uri.toString()) > 0) });
    Object.assign(commands, {
      executeCommand: async (id: string, ...args: readonly [Uri?, ...unknown[]]) => {
        if (!['vscode.openFolder', 'revealFileInOS'].includes(id)) return await executeCommand(id, ...args);
        this.opened.push(`${id} ${args[0]?.toString(true)}`);
        return undefined;
      },
    });
  }

  /** Restores the inputs and messages of the editor, and dismisses open questions. */
  leave(): void {
    Object.assign(window, originals);
    Object.assign(env, { openExternal });
    Object.assign(commands, { executeCommand });
    for (const { answer } of [...this.#messages]) answer(undefined);
    for (const { answer } of [...this.#dialogs]) answer(undefined);
    this.#input?.hide();
    this.#inputs = [];
    this.told.length = 0;
    this.works.length = 0;
    this.opened.length = 0;
    this.asked = 0;
  }

  get #input(): FakeInputBox | FakePick | undefined {
    return this.#inputs.findLast(({ shown }) => shown);
  }

  /** Waits for a list, and returns it. */
  async list(): Promise<FakePick> {
    return await this.#wait('a list', () => (this.#input instanceof FakePick ? this.#input : undefined));
  }

  /** The rows of the current list that are loaded so far. */
  get rows(): readonly QuickPickItem[] {
    return this.#input instanceof FakePick ? this.#input.rows : [];
  }

  /** Waits for an input box, and returns it. */
  async box(): Promise<FakeInputBox> {
    return await this.#wait('an input box', () => (this.#input instanceof FakeInputBox ? this.#input : undefined));
  }

  /** Enters a text into an input box. Returns the box. */
  async enters(text: string): Promise<FakeInputBox> {
    const box = await this.box();
    box.type(text);
    box.accepted.fire();
    await this.#wait(`“${text}” to be taken: ${box.wrong ?? ''}`, () => (box.shown ? undefined : true));
    return box;
  }

  /** Types a text into an input box, and waits for its validation error; the box stays open. */
  async isTold(wrong: RegExp, typed: string): Promise<void> {
    const box = await this.box();
    box.type(typed);
    await this.#wait(`“${typed}” to be called wrong`, () => (wrong.test(box.wrong ?? '') ? true : undefined));
    box.accepted.fire();
    assert.ok(box.shown, `“${typed}” was taken`);
  }

  /** Types into a list. */
  async types(text: string): Promise<FakePick> {
    const list = await this.list();
    list.type(text);
    return list;
  }

  /** Waits until a list has a matching row. */
  async sees(row: string | RegExp): Promise<QuickPickItem> {
    const text = ({ label, description, detail }: QuickPickItem): string => [label, description, detail].join(' | ');
    return await this.#wait(`a row ${row}`, () =>
      this.rows.find((item) => (typeof row === 'string' ? item.label === row : row.test(text(item)))),
    );
  }

  /** Chooses a row of a list, by its label or its text. Returns the list. */
  async picks(row: string | RegExp): Promise<FakePick> {
    const item = await this.sees(row);
    const list = await this.list();
    list.activeItems = [item];
    list.accepted.fire();
    return list;
  }

  /** Presses the first button of a row of a list. */
  async pressesOn(row: string | RegExp): Promise<void> {
    const item = await this.sees(row);
    const [button = assert.fail(`the row ${row} has no button`)] = item.buttons ?? [];
    (await this.list()).rowPressed.fire({ item, button });
  }

  /** Ticks exactly these rows of a list with checkboxes. */
  async ticks(...labels: readonly string[]): Promise<FakePick> {
    for (const label of labels) await this.sees(label);
    const list = await this.list();
    assert.ok(list.canSelectMany, 'only one can be chosen');
    list.selectedItems = list.items.filter(({ label }) => labels.includes(label));
    list.accepted.fire();
    return list;
  }

  /** Presses a button of the question, by its tooltip. */
  async presses(tooltip: string | RegExp): Promise<void> {
    const button = await this.#wait(`a button ${tooltip}`, () =>
      this.#input?.buttons.find((one) =>
        typeof tooltip === 'string' ? one.tooltip === tooltip : tooltip.test(one.tooltip ?? ''),
      ),
    );
    this.#input?.pressed.fire(button);
  }

  /** Presses the Back button. */
  async goesBack(): Promise<void> {
    const input = await this.#wait('a way back', () =>
      this.#input?.buttons.includes(QuickInputButtons.Back) === true ? this.#input : undefined,
    );
    input.pressed.fire(QuickInputButtons.Back);
  }

  /** Presses Escape at a question. */
  async dismisses(): Promise<FakeInputBox | FakePick> {
    const input = await this.#wait('a question', () => this.#input);
    input.hide();
    return input;
  }

  /** Presses a button of a message that matches `text`; undefined closes the message. */
  async answers(text: RegExp, action?: string): Promise<Message> {
    const found = await this.#wait(`a message ${text}`, () =>
      this.#messages.find((one) => text.test(one.text) && (action === undefined || one.actions.includes(action))),
    );
    found.answer(action);
    return found;
  }

  /** Waits for a message, and leaves it open. */
  async tells(text: RegExp): Promise<Message> {
    return await this.#wait(`a message ${text}`, () => this.#messages.find((one) => text.test(one.text)));
  }

  /** Chooses files or a folder in the file dialog. */
  async chooses(...files: readonly Uri[]): Promise<Dialog> {
    const dialog = await this.#wait('a dialog', () => this.#dialogs[0]);
    dialog.answer(files.length === 0 ? undefined : files);
    return dialog;
  }

  /** Waits for a progress notification. */
  async watches(title: RegExp): Promise<Work> {
    return await this.#wait(`progress ${title}`, () => this.works.find((one) => !one.ended && title.test(one.title)));
  }

  /** Waits for the end of `started`; a question that is still open fails the test. */
  async waitsFor(started: Promise<unknown>): Promise<void> {
    let done = false;
    const settle = (): void => void (done = true);
    started.then(settle, settle);
    await this.#wait('the command to end', () => (done ? true : undefined));
    await started;
  }

  /** Waits until a folder, file or web page was opened. */
  async opens(place: RegExp): Promise<void> {
    await this.#wait(`${place} to be opened`, () => this.opened.find((one) => place.test(one)));
  }

  /** Starts a command, reads its first question, then presses Escape. */
  async dismissing(id: string, look: () => Promise<unknown>): Promise<void> {
    const ran = Promise.resolve(executeCommand(`sourcehost.${id}`));
    await look();
    await this.dismisses();
    await ran;
  }

  async #wait<T>(what: string, find: () => T | undefined): Promise<T> {
    let found: T | undefined;
    try {
      await until(() => (found = find()) !== undefined);
    } catch {
      assert.fail(`waited for ${what}; on screen: ${this.#screen()}`);
    }
    return found ?? assert.fail(what);
  }

  #screen(): string {
    const input = this.#input;
    const rows = input instanceof FakePick ? `: ${input.rows.map(({ label }) => label).join(', ')}` : '';
    const question = input && `[${input.title ?? ''}] ${input.prompt ?? ''}${input.placeholder ?? ''}${rows}`;
    const messages = this.#messages.map(({ text }) => `(${text})`);
    return [question, ...messages].filter(Boolean).join(' ') || 'nothing';
  }
}
