import assert from 'node:assert/strict';
import {
  CommentMode,
  commands,
  comments,
  MarkdownString,
  Range,
  type Comment,
  type CommentController,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { until } from '../../kit/until.ts';

const { createCommentController } = comments;

/** A thread as a user reads it. */
export interface ReadThread {
  /** The name of its file. */
  readonly file: string;
  readonly line: number;
  readonly texts: readonly string[];
  readonly label: string | undefined;
  readonly state: string | undefined;
}

/** Sees the threads of the controller of reviews, and does what their buttons do. Other controllers are left alone. */
export class ThreadPage {
  #threads: CommentThread[] = [];
  #controllers: CommentController[] = [];

  watch(): void {
    comments.createCommentController = (id, label) => {
      const controller = createCommentController(id, label);
      if (id !== 'sourcehost-review') return controller;
      this.#controllers.push(controller);
      const create = this.#create(controller);
      const dispose = (): void => this.#dispose(controller);
      // The controller itself is frozen.
      return new Proxy({} as CommentController, {
        set: (_, property, value) => Reflect.set(controller, property, value),
        get: (_, property) => {
          if (property === 'createCommentThread') return create;
          return property === 'dispose' ? dispose : (Reflect.get(controller, property) as unknown);
        },
      });
    };
  }

  leave(): void {
    comments.createCommentController = createCommentController;
    this.#threads = [];
    this.#controllers = [];
  }

  get controllers(): readonly CommentController[] {
    return this.#controllers;
  }

  #create(controller: CommentController): CommentController['createCommentThread'] {
    return (...place) => {
      const thread = controller.createCommentThread(...place);
      const dispose = thread.dispose.bind(thread);
      thread.dispose = () => {
        this.#threads = this.#threads.filter((one) => one !== thread);
        dispose();
      };
      this.#threads.push(thread);
      return thread;
    };
  }

  #dispose(controller: CommentController): void {
    this.#controllers = this.#controllers.filter((one) => one !== controller);
    controller.dispose();
  }

  get count(): number {
    return this.#threads.length;
  }

  /** Those of one file. */
  in(file: string): readonly ReadThread[] {
    return this.threads.filter((one) => one.file === file);
  }

  get threads(): readonly ReadThread[] {
    return this.#threads
      .map((thread) => ({
        file: thread.uri.path.split('/').at(-1) ?? '',
        line: (thread.range?.start.line ?? -1) + 1,
        texts: thread.comments.map(textOf),
        label: thread.label,
        state: thread.contextValue,
      }))
      .sort((one, other) => one.line - other.line);
  }

  /** The first comment whose text is or contains `text`, after it is shown. */
  async comment(text: string): Promise<Comment> {
    const found = (): Comment | undefined =>
      this.#threads.flatMap((thread) => thread.comments).find((one) => textOf(one).includes(text));
    await until(() => found() !== undefined).catch(() => undefined);
    return found() ?? assert.fail(`${text} is not in ${JSON.stringify(this.threads)}`);
  }

  async thread(text: string): Promise<CommentThread> {
    const comment = await this.comment(text);
    return this.#threads.find((one) => one.comments.includes(comment)) ?? assert.fail(`no thread has ${text}`);
  }

  /** Types into the thread that shows `text`, and sends it. */
  async reply(text: string, typed: string): Promise<void> {
    const thread = await this.thread(text);
    await commands.executeCommand('sourcehost.thread.reply', thread);
    const draft = await inputOf(thread);
    draft.body = new MarkdownString(typed);
    await commands.executeCommand('sourcehost.comment.send', draft);
  }

  /** Clicks the `+` of a line (from 1), types and sends. */
  async write({ uri }: TextDocument, line: number, typed: string): Promise<void> {
    const [controller] = this.#controllers;
    const thread = controller?.createCommentThread(uri, new Range(line - 1, 0, line - 1, 0), []);
    await commands.executeCommand('sourcehost.thread.send', { thread, text: typed });
  }

  async resolve(text: string, resolved: boolean): Promise<void> {
    await commands.executeCommand(`sourcehost.thread.${resolved ? 'resolve' : 'unresolve'}`, await this.thread(text));
  }

  async edit(text: string, typed: string): Promise<void> {
    const thread = await this.thread(text);
    await this.press('sourcehost.thread.editComment', text);
    const draft = await inputOf(thread);
    draft.body = new MarkdownString(typed);
    await commands.executeCommand('sourcehost.comment.save', draft);
  }

  /** Clicks an icon of a comment: the editor passes its thread too. */
  async press(command: string, text: string): Promise<void> {
    await commands.executeCommand(command, await this.comment(text), await this.thread(text));
  }
}

/** The input of a thread, after it is drawn. */
async function inputOf(thread: CommentThread): Promise<Comment> {
  const found = (): Comment | undefined => thread.comments.find(({ mode }) => mode === CommentMode.Editing);
  await until(() => found() !== undefined).catch(() => undefined);
  return found() ?? assert.fail(`there is no input below ${thread.comments.map(textOf).join()}`);
}

const textOf = ({ body }: Comment): string => (typeof body === 'string' ? body : body.value);
