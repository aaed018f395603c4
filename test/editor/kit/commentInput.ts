import assert from 'node:assert/strict';
import {
  commands,
  comments,
  MarkdownString,
  Range,
  workspace,
  WorkspaceEdit,
  type Comment,
  type CommentThread,
  type TextDocument,
} from 'vscode';
import { delay } from '../../../src/core/async.ts';
import { until } from '../../kit/until.ts';

/** The input of a comment box, after it shows `text`. */
export async function commentInput(text: string): Promise<TextDocument> {
  const inputs = (): readonly TextDocument[] =>
    workspace.textDocuments.filter(
      ({ uri, isClosed }) => uri.scheme === 'comment' && uri.authority === '' && !isClosed,
    );
  const found = (): TextDocument | undefined => inputs().find((input) => input.getText() === text);
  await until(() => found() !== undefined).catch(() => undefined);
  // Nobody types in the moment in which the editor gives a new input its text.
  await delay(100);
  return found() ?? assert.fail(`the inputs show ${JSON.stringify(inputs().map((input) => input.getText()))}`);
}

/** Replaces the text of an input, as a user who types. */
export async function type(input: TextDocument, text: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(input.uri, new Range(0, 0, input.lineCount, 0), text);
  await workspace.applyEdit(edit);
}

const { createCommentController } = comments;

/** Sees the comment boxes that are created between `watch` and `leave`, and presses their buttons. */
export class BoxButtons {
  #threads: CommentThread[] = [];

  watch(): void {
    comments.createCommentController = (id, label) => {
      const controller = createCommentController(id, label);
      return {
        ...controller,
        createCommentThread: (...place) => {
          const thread = controller.createCommentThread(...place);
          this.#threads.push(thread);
          return thread;
        },
        dispose: () => controller.dispose(),
      };
    };
  }

  /** Discards what is written in the boxes, so that the next test begins without them. */
  async leave(): Promise<void> {
    comments.createCommentController = createCommentController;
    for (const { comments: drafts } of this.#threads)
      await Promise.resolve(commands.executeCommand('sourcehost.comment.discard', drafts[0])).catch(() => undefined);
    this.#threads = [];
  }

  /** The comment in the newest box. */
  get shown(): Comment {
    return this.#threads.at(-1)?.comments[0] ?? assert.fail('there is no box');
  }

  /** Discards what is written in the oldest box. */
  async discard(): Promise<void> {
    await commands.executeCommand('sourcehost.comment.discard', this.#threads[0]?.comments[0]);
  }

  /** Presses a button of the newest box. The editor passes the draft, with the text of its input as its body. */
  async press(command: 'cancel' | 'discard' | 'preview' | 'save' | 'send', input?: TextDocument): Promise<void> {
    const draft = this.shown;
    if (input !== undefined) draft.body = new MarkdownString(input.getText());
    await commands.executeCommand(`sourcehost.comment.${command}`, draft);
  }
}
