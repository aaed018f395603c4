import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Range, Uri, window, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import { signIn } from '../kit/signIn.ts';
import { closeAll } from '../kit/tidy.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';

export const service = new RemoteService();

export const repository = 'alice/website';

export const recordAt = (path: string, of = repository): Uri =>
  Uri.from({ scheme: 'sourcehost-record', authority: 'local', path: `/${of}/${path}` });

/** A fresh service, and alice signed in. */
export async function begin(): Promise<void> {
  await closeAll();
  await service.reset();
  await signIn(service, 'alice');
}

/** Opens a document. Tests take records of their own: the editor keeps closed documents for a while. */
export async function open(path: string, of?: string): Promise<TextDocument> {
  const document = await workspace.openTextDocument(recordAt(path, of));
  await window.showTextDocument(document, { preview: false });
  return document;
}

/** The shown document of a new record in `folder`. */
export async function newDocument(folder: string): Promise<TextDocument> {
  return await eventually(() => {
    const shown = window.activeTextEditor?.document;
    assert.ok(shown?.uri.path.endsWith(`/${folder}/new.md`) === true && shown.isDirty);
    return shown;
  });
}

/** Replaces the first `what` of a document. */
export async function edit(document: TextDocument, what: string | RegExp, by: string): Promise<void> {
  // The editor refuses an edit if the text changed in the meantime, as after a save; the edit is then built again.
  await until(async () => {
    const text = document.getText();
    const match = typeof what === 'string' ? what : (what.exec(text)?.[0] ?? '');
    const at = text.indexOf(match);
    assert.ok(at >= 0 && match !== '', `${String(what)} is not in\n${text}`);
    const change = new WorkspaceEdit();
    change.replace(document.uri, new Range(document.positionAt(at), document.positionAt(at + match.length)), by);
    return await workspace.applyEdit(change);
  });
}

/** The API operations that `work` sends, as `issues.get`, without what the window reads by itself. */
export async function requestsOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  await service.clear();
  await work();
  return await service.asked();
}

/** Calls an operation on the repository directly, without the extension. */
export async function call(operation: string, params: Record<string, unknown>, as = 'alice'): Promise<unknown> {
  return await service.call(operation, params, as);
}

/** The issue at the service. */
export async function issue(number: number): Promise<Record<string, unknown>> {
  return (await call('issues.get', { number })) as Record<string, unknown>;
}

/** Another user changes an issue. */
export async function changeMeanwhile(number: number, change: Record<string, unknown>): Promise<void> {
  const { title } = await issue(number);
  await call('issues.edit', { number, title, ...change });
}

/** Waits until `check` passes. */
export async function eventually<T>(check: () => T | Promise<T>, ms = 10_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(25);
  }
}
