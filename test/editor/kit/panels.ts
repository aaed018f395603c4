import assert from 'node:assert/strict';
import { window } from 'vscode';
import type { PageUpdate, PictureUpdate, TalkUpdate } from '../../../src/domain/pages/update.ts';

/** Records what the extension shows on the pages that it opens, until it is disposed of. */
export class ShownPages implements Disposable {
  /** Markup of the sections, by their id, as each was shown last. */
  readonly sections = new Map<string, string>();
  /** Markup of the entries of the conversation with their texts, by their key. */
  readonly entries = new Map<string, string>();
  /** The typed texts that were restored, by the id of their draft. */
  readonly drafts = new Map<string, string>();
  /** What else the conversation was told. */
  readonly news: TalkUpdate['talk'][] = [];
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
      const postMessage = (message: PageUpdate | PictureUpdate | TalkUpdate): Thenable<boolean> => {
        if ('path' in message) this.pictures.set(message.path, message.picture);
        else if ('talk' in message) this.#hear(message.talk);
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

  /** Clicks a link of the last page that runs an action with `fields`. */
  follow(action: string, fields: Readonly<Record<string, string>>): void {
    this.#receive({ type: 'action', action, ...fields });
  }

  /** Does what the script does with the conversation, such as `typed` or `send`. */
  talk(message: { readonly do: string; readonly [field: string]: unknown }): void {
    this.#receive({ type: 'talk', ...message });
  }

  #hear(talk: TalkUpdate['talk']): void {
    this.news.push(talk);
    for (const [key, { markup, untrusted }] of Object.entries(talk.entries ?? {}))
      this.entries.set(key, [markup, ...untrusted.map(({ source }) => source)].join('\n'));
    for (const [id, text] of Object.entries(talk.drafts ?? {})) this.drafts.set(id, text);
    if (talk.order === undefined) return;
    const known = new Set(talk.order);
    for (const key of this.entries.keys()) if (!known.has(key)) this.entries.delete(key);
  }

  [Symbol.dispose](): void {
    Object.assign(window, { createWebviewPanel: this.#createPanel });
  }
}
