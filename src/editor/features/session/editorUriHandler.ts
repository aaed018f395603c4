import { EventEmitter, type Uri, type UriHandler } from 'vscode';
import type { Attempts } from '../../../domain/session/attempts.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { explainCallback } from './callbackPage.ts';

export const callbackPath = '/callback';

export class EditorUriHandler implements UriHandler {
  readonly #attempts: Attempts;
  readonly #opened = new EventEmitter<Uri>();

  constructor(attempts: Attempts) {
    this.#attempts = attempts;
  }

  /** Fires for every address except the sign-in callback. Anyone may have written the address. */
  readonly onDidOpen = this.#opened.event;

  handleUri(uri: Uri): void {
    if (uri.path !== callbackPath) {
      this.#opened.fire(uri);
      return;
    }
    const result = this.#attempts.receive(readQuery(uri.query));
    if (result !== 'accepted' && result !== 'denied') void showMessage('warning', explainCallback(result));
  }

  dispose(): void {
    this.#opened.dispose();
  }
}

/** VS Code has decoded the query once, so a literal `+` stays. Only an error description may mean a blank. */
function readQuery(query: string): URLSearchParams {
  const read = new URLSearchParams(query.replaceAll('+', '%2B'));
  const description = read.get('error_description');
  if (description !== null) read.set('error_description', description.replaceAll('+', ' '));
  return read;
}
