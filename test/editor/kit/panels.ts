import { window } from 'vscode';
import type { PageUpdate, PictureUpdate } from '../../../src/domain/pages/update.ts';

/** Records what the extension shows on the pages that it opens, until it is disposed of. */
export class ShownPages implements Disposable {
  /** Markup of the sections, by their id, as each was shown last. */
  readonly sections = new Map<string, string>();
  /** Addresses of the pictures, by their path. */
  readonly pictures = new Map<string, string | undefined>();
  readonly #createPanel = window.createWebviewPanel;

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
      Object.assign(webview, { postMessage });
      return panel;
    };
    Object.assign(window, { createWebviewPanel: create });
  }

  [Symbol.dispose](): void {
    Object.assign(window, { createWebviewPanel: this.#createPanel });
  }
}
