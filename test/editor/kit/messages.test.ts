import assert from 'node:assert/strict';
import { Uri, window } from 'vscode';
import { Failure } from '../../../src/core/errors.ts';
import { explain } from '../../../src/editor/kit/messages/explain.ts';
import { Failures, fileSystemError } from '../../../src/editor/kit/messages/failures.ts';
import type { LogChannel } from '../../../src/editor/kit/messages/log.ts';
import { choose, confirm, inform, warn } from '../../../src/editor/kit/prompts/prompt.ts';
import { silent } from '../../../src/core/log.ts';
import { invocationOf } from './invocation.ts';

/** The syntax that the editor renders as a link in messages and below inputs, commands included. */
const link = /\[[^\]]+\]\((https?:\/\/|command:|file:)[^)\s]+/i;
const hostile =
  'Session over. [Sign in](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22x%22%7D) again';

describe('messages', () => {
  const { showErrorMessage, showInformationMessage, showWarningMessage, withProgress } = window;
  const told: string[] = [];
  const tell = (message: string, options?: { detail?: string }): Promise<undefined> => {
    told.push(message, ...(options?.detail === undefined ? [] : [options.detail]));
    return Promise.resolve(undefined);
  };
  before(() => {
    Object.assign(window, { showErrorMessage: tell, showInformationMessage: tell, showWarningMessage: tell });
    Object.assign(window, {
      withProgress: (
        { title = '' }: { title?: string },
        work: (progress: { report: (step: { message?: string }) => void }, token: unknown) => Promise<unknown>,
      ): Promise<unknown> => {
        told.push(title);
        const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
        return work({ report: ({ message = '' }) => void told.push(message) }, token);
      },
    });
  });
  after(() => {
    Object.assign(window, { showErrorMessage, showInformationMessage, showWarningMessage, withProgress });
  });

  it('render no link from text of other people', async () => {
    assert.match(hostile, link);
    const log: LogChannel = { ...silent, show() {}, failures: () => [], dispose() {} };
    new Failures(log).show(new Failure('refused', hostile, { serverMessage: hostile, status: 400 }), {
      task: hostile,
    });
    await confirm(hostile, hostile, 'Go').catch(() => undefined);
    await choose(hostile, hostile, 'Go').catch(() => undefined);
    await inform(hostile);
    await warn(hostile);
    await invocationOf(hostile).withProgress(hostile, (_, report) => {
      report(hostile);
      return Promise.resolve();
    });
    assert.equal(told.length, 9);
    // The editor itself shows these messages, after a failed save and a failed command.
    const failure = new Failure('refused', hostile, { serverMessage: hostile, status: 400 });
    told.push(explain(failure), fileSystemError(failure, Uri.file('/x'), hostile).message);
    const noRef = new Failure('missing', hostile, { reason: 'noSuchRef', about: [hostile, 'alice/demo'] });
    told.push(explain(noRef), fileSystemError(noRef, Uri.file('/x'), hostile).message);
    for (const text of told) {
      assert.ok(text.includes('Sign in'), text);
      assert.doesNotMatch(text, link);
    }
  });
});
