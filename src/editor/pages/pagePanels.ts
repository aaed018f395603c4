import { Uri, ViewColumn, window, type WebviewPanel } from 'vscode';
import { LRUCache } from 'lru-cache';
import { endsAccess, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isObject, visible } from '../../core/text.ts';
import type { AccountsChange, Connections } from '../../domain/hosts/connections.ts';
import { fullName, parseFileAddress } from '../../domain/hosts/address.ts';
import { pageKey, readPageTarget, showsChange, type PageTarget } from '../../domain/pages/target.ts';
import type { SubjectChange, Changes } from '../kit/changes.ts';
import type { FormerTexts } from '../kit/formerTexts.ts';
import { Lifetime } from '../kit/lifetime.ts';
import { openPages } from '../kit/openPages.ts';
import { runAction } from './actions.ts';
import type { PageContent, PageStart } from './content.ts';
import { pageDocument } from './document.ts';
import { Page } from './page.ts';
import type { WebviewFiles } from './webviewDocument.ts';

const pageType = 'sourcehost.page';

interface PageParts {
  readonly connections: Connections;
  readonly extension: Uri;
  readonly changes: Changes;
  readonly formerTexts: Pick<FormerTexts, 'release' | 'withhold'>;
  /** @throws Failure `invalid` if the target names no repository */
  readonly contentOf: (target: PageTarget) => PageContent;
  readonly log: Log;
}

/** Pages in panels: one for each target. A page is cached after its panel is closed, and restored with the window. */
export class PagePanels extends Lifetime {
  readonly #parts: PageParts;
  readonly #files: WebviewFiles;
  readonly #panels = new Map<string, WebviewPanel>();
  readonly #pages = new LRUCache<string, Page>({ max: 30 });

  constructor(parts: PageParts) {
    super();
    const { connections, extension, changes } = parts;
    this.#parts = parts;
    this.#files = {
      media: Uri.joinPath(extension, 'media', 'pages'),
      script: Uri.joinPath(extension, 'dist', 'webview'),
    };
    this.add(connections.onDidChange((hosts) => this.#changeAccounts(hosts)));
    this.add(connections.onDidReturn((host) => this.#reload((page) => page.isOffline && page.target.host === host)));
    this.add(window.onDidChangeWindowState(({ focused }) => focused && this.#reload((page) => page.isOffline)));
    this.add(changes.onDidChange((changed) => this.#reloadChanged(changed)));
  }

  /** Shows the page of `target`. Resolves with its record. A failure is thrown, and also shown on the page. */
  open(target: PageTarget, at: PageStart = {}): Promise<unknown> {
    const key = pageKey(target);
    const page = this.#page(target);
    const panel = this.#panels.get(key);
    const isShown = panel?.visible === true;
    if (panel === undefined) {
      const place = { viewColumn: ViewColumn.Active };
      const title = visible(page.title);
      this.#fill(window.createWebviewPanel(pageType, title, place, { enableFindWidget: true }), target, page);
    } else panel.reveal();
    page.content.talk?.open(at, isShown);
    // The comment may be newer than a page that was read a moment ago.
    return at.comment === undefined ? page.open() : page.reload();
  }

  close(target: PageTarget): void {
    this.#panels.get(pageKey(target))?.dispose();
  }

  async restore(panel: WebviewPanel, state: unknown): Promise<void> {
    const target = readPageTarget(state);
    if (target === undefined) panel.dispose();
    else await this.#show(panel, target);
  }

  async show(panel: WebviewPanel, uri: Uri): Promise<void> {
    const { host, ...repository } = parseFileAddress(uri);
    const connection = await this.#parts.connections.connect(host).catch(() => undefined);
    const account = connection?.account?.login;
    await this.#show(panel, { kind: 'repository', host, account, repository: fullName(repository) });
  }

  override dispose(): void {
    super.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
  }

  async #show(panel: WebviewPanel, target: PageTarget): Promise<void> {
    const page = this.#page(target);
    this.#fill(panel, target, page);
    // The page shows the failure.
    await page.open().catch((error: unknown) => this.#parts.log.info(`a page could not be shown: ${messageOf(error)}`));
  }

  #page(target: PageTarget): Page {
    const key = pageKey(target);
    const existing = this.#pages.get(key);
    if (existing !== undefined) return existing;
    const page = new Page(target, this.#parts.contentOf(target), async () => {
      const { host, account } = await this.#present(target);
      return await this.#parts.connections.connect(host, account);
    });
    this.#pages.set(key, page);
    return page;
  }

  /** For the account of now, if that of the page signed out and another one of its host is there. */
  async #present(target: PageTarget): Promise<PageTarget> {
    const { host, account } = target;
    if (account === undefined || !this.#parts.connections.isSignedOut(host, account)) return target;
    return (await this.#parts.connections.accounts(host)).length === 0 ? target : { ...target, account: undefined };
  }

  #fill(panel: WebviewPanel, target: PageTarget, page: Page): void {
    const key = pageKey(target);
    const lifetime = this.add(new Lifetime());
    this.#panels.set(key, panel);
    openPages.set(panel, target);
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: Object.values(this.#files) };
    panel.iconPath = { light: this.#icon(page, 'light'), dark: this.#icon(page, 'dark') };
    const post = (message: unknown): void => void webview.postMessage(message);
    lifetime.add(
      page.onDidUpdate((update) => {
        const title = visible(page.title);
        if (panel.title !== title) panel.title = title;
        post(update);
      }),
    );
    const { talk } = page.content;
    if (talk !== undefined) lifetime.add(talk.onDidUpdate(post));
    const note = (error: unknown): void => this.#parts.log.info(`on a page: ${messageOf(error)}`);
    lifetime.add(
      webview.onDidReceiveMessage((message: unknown) => {
        if (!isObject(message)) return;
        const { type, path } = message;
        if (type === 'ready') {
          post(page.state);
          talk?.begin();
        } else if (type === 'talk') talk?.receive(message).catch(note);
        else if (type === 'picture' && typeof path === 'string')
          void page.picture(path).then((picture) => post({ path, picture }));
        else {
          if (message.action === 'refresh') this.#parts.changes.refresh();
          this.#present(target)
            .then((present) => runAction(message, present, page, (other) => this.open(other)))
            .catch(note);
        }
      }),
    );
    webview.html = pageDocument(webview, this.#files, page.content, target, this.#parts.connections.host(target.host));
    panel.onDidDispose(() => {
      // Requests in flight continue, so that the page is complete the next time.
      lifetime.dispose();
      openPages.delete(panel);
      if (this.#panels.get(key) === panel) this.#panels.delete(key);
      this.#parts.formerTexts.release(key);
    });
  }

  #icon({ content: { icon } }: Page, theme: 'light' | 'dark'): Uri {
    return Uri.joinPath(this.#files.media, `${icon}-${theme}.svg`);
  }

  #reloadChanged({ subject, host, repository, reveal: [id] = [] }: SubjectChange): void {
    if (repository === undefined) return;
    for (const [key, page] of [...this.#pages.entries()]) {
      if (!showsChange(page.target, { subject, host, repository: fullName(repository), id })) continue;
      if (this.#panels.has(key)) void page.retry('');
      else this.#pages.delete(key);
    }
  }

  /** Pages of these hosts are emptied first, and say so if the account of now may not read them. */
  #changeAccounts(hosts: AccountsChange): void {
    this.#reload((page) => page.troubled && !hosts.has(page.target.host));
    for (const [key, page] of [...this.#pages.entries()]) {
      if (!hosts.has(page.target.host)) continue;
      const panel = this.#panels.get(key);
      if (panel === undefined) this.#pages.delete(key);
      else {
        page.forget();
        page.open().catch((error: unknown) => {
          if (endsAccess(error) && this.#panels.get(key) === panel)
            this.#parts.formerTexts.withhold(key, () => Promise.resolve(panel.dispose()));
        });
      }
    }
  }

  #reload(which: (page: Page) => boolean): void {
    for (const [key, page] of [...this.#pages.entries()]) if (this.#panels.has(key) && which(page)) void page.retry('');
  }
}
