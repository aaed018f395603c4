import { commands, l10n, Uri, type WebviewView } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { TextQuery } from '../../../domain/search/textQuery.ts';
import type { SearchForm, SearchUpdate } from '../../../domain/search/viewMessages.ts';
import { ContextKey } from '../../kit/contextKey.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import { showMessage } from '../../kit/messages/show.ts';
import { searchDocument } from './document.ts';
import { SearchModel, type SearchModelParts } from './searchModel.ts';
import { readRequest } from './query.ts';
import { QueryFocus } from './queryFocus.ts';
import type { RunningSearch } from './runningSearch.ts';
import type { SearchTarget } from './searches.ts';
import type { WebviewFiles } from '../../pages/webviewDocument.ts';

/** The view “Remote Search”: the form of a `SearchModel` in a web view, which the editor creates each time it is shown. */
export class TextSearchView extends Lifetime {
  readonly model: SearchModel;
  readonly #files: WebviewFiles;
  readonly #log: Log;
  readonly #isUsed = new ContextKey<boolean>('sourcehost.textSearched');
  #view: WebviewView | undefined;
  readonly #queryFocus = new QueryFocus(() => this.#post({ type: 'focus' }));

  constructor(parts: SearchModelParts & { readonly extension: Uri; readonly log: Log }) {
    super();
    this.model = this.add(new SearchModel(parts));
    this.#log = parts.log;
    this.#files = {
      media: Uri.joinPath(parts.extension, 'media', 'pages'),
      script: Uri.joinPath(parts.extension, 'dist', 'webview'),
    };
    this.add(this.model.onDidUpdate((update) => this.#post(update)));
  }

  resolve(view: WebviewView): void {
    const lifetime = this.add(new Lifetime());
    this.#view = view;
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: Object.values(this.#files) };
    lifetime.add(webview.onDidReceiveMessage((message: unknown) => void this.#handle(message)));
    this.#queryFocus.setReady(false);
    // A hidden web view has no document.
    lifetime.add(view.onDidChangeVisibility(() => view.visible || this.#queryFocus.setReady(false)));
    view.onDidDispose(() => {
      lifetime.dispose();
      if (this.#view === view) this.#view = undefined;
    });
    webview.html = searchDocument(webview, this.#files);
  }

  /** Shows the view with the focus in the query box, after `change` of the form. A new query is searched. */
  async open(change: Partial<SearchForm>): Promise<void> {
    const isNew = change.query !== undefined && change.query !== this.model.form.query;
    this.model.fill(change);
    this.#queryFocus.request();
    await this.#reveal(false);
    this.#queryFocus.giveIfReady();
    if (isNew || (change.include !== undefined && this.model.form.query !== '')) this.model.search();
  }

  /** Searches for a program. Shows the view, without the focus. Resolves when the search has ended. */
  async search(
    target: SearchTarget,
    query: TextQuery,
    account: string | undefined,
    signal: AbortSignal,
  ): Promise<RunningSearch> {
    const run = this.model.searchAt(target, query, account);
    const cancel = (): void => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    await this.#reveal(true);
    await run.ended;
    signal.removeEventListener('abort', cancel);
    return run;
  }

  async #reveal(preserveFocus: boolean): Promise<void> {
    await this.#isUsed.set(true);
    if (preserveFocus && this.#view?.visible === true) return;
    await commands.executeCommand('sourcehost.textSearch.focus', { preserveFocus });
  }

  #post(update: SearchUpdate): void {
    // The document asks for everything when the view is shown.
    if (this.#view?.visible === true) void this.#view.webview.postMessage(update);
  }

  async #handle(message: unknown): Promise<void> {
    const request = readRequest(message);
    if (request === undefined) return;
    try {
      await this.model.handle(request);
    } catch (error) {
      this.#log.warn(`in the search view: ${messageOf(error)}`);
    }
    if (request.type === 'ready') this.#queryFocus.setReady(true);
  }
}

/** The editor lets no extension search for its own Search, which finds text only in the open files of a remote folder. */
export async function tellOfSearch(): Promise<void> {
  const open = l10n.t('Open Remote Search');
  const text = l10n.t(
    'In a remote folder, the Search view of the editor finds text only in open files. Remote Search finds it in all files.',
  );
  const chosen = await showMessage('information', text, [open]);
  if (chosen === open) await commands.executeCommand('sourcehost.search.text');
}
