import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { PageUpdate, PictureUpdate } from '../../../src/domain/pages/update.ts';

/** Records what the extension shows on the pages that it opens, until it is disposed of. */
export class ShownPages implements Disposable {
  /** Markup of the sections, by their id, as each was shown last. */
  readonly sections = new Map<string, string>();
  /** Addresses of the pictures, by their path. */
  readonly pictures = new Map<string, string | undefined>();
  readonly #createPanel = window.createWebviewPanel;
  /** Gets what the script of the last page sends. */
  #receive: (message: unknown) => void = () => assert.fail('no page is open');

  constructor() {
    const create: typeof window.createWebviewPanel = (...options) => {
      const panel = this.#createPanel.apply(window, options);
      const { webview } = panel;
      const post = webview.postMessage.bind(webview);
      const postMessage = (message: PageUpdate | PictureUpdate): Thenable<boolean> => {
        if ('path' in message) this.pictures.set(message.path, message.picture);
        else for (const [id, { markup }] of Object.entries(message.sections)) this.sections.set(id, markup);
        return post(message);
      };
      const listen = webview.onDidReceiveMessage;
      const onDidReceiveMessage: typeof listen = (receive, ...more) => {
        this.#receive = receive;
        return listen(receive, ...more);
      };
      Object.assign(webview, { postMessage, onDidReceiveMessage });
      return panel;
    };
    Object.assign(window, { createWebviewPanel: create });
  }

  /** Clicks the button of the last page that runs this action. */
  click(action: string): void {
    const buttons = [...this.sections.values()].filter((markup) => markup.includes(`data-action="${action}"`));
    assert.equal(buttons.length, 1, `the page has no button ${action}`);
    this.#receive({ action });
  }

  [Symbol.dispose](): void {
    Object.assign(window, { createWebviewPanel: this.#createPanel });
  }
}
