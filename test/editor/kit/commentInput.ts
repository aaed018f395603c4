import assert from 'node:assert/strict';
import { Range, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
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
