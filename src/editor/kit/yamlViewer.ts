import { EventEmitter, l10n, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Connections } from '../../domain/hosts/connections.ts';
import type * as detailsModule from './messages/detailsText.ts';
import type { Details } from './messages/detailsText.ts';
import { Lifetime } from './lifetime.ts';

const scheme = 'sourcehost-details';

/** Shows records and diffs as read-only documents, which are accessible by keyboard and screen reader. */
export class YamlViewer extends Lifetime implements TextDocumentContentProvider {
  readonly #load: () => Promise<Pick<typeof detailsModule, 'detailsText'>>;
  readonly #texts = new Map<string, string>();
  readonly #changed = this.add(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(load: () => Promise<Pick<typeof detailsModule, 'detailsText'>>, connections: Connections) {
    super();
    this.#load = load;
    this.add(workspace.registerTextDocumentContentProvider(scheme, this));
    // A shown text does not say which host it is of.
    this.add(connections.onDidChange(() => this.#empty()));
    this.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens `details` in a preview tab, a list with a document for each item. Resolves when it is visible. */
  async show(title: string, details: Details | readonly Details[]): Promise<void> {
    const { detailsText } = await this.#load();
    await this.#open(`${title}.yaml`, detailsText(details));
  }

  /** Opens a unified diff as `show` does. */
  async showDiff(title: string, text: string): Promise<void> {
    await this.#open(`${title}.diff`, text);
  }

  #empty(): void {
    for (const key of this.#texts.keys()) {
      this.#texts.set(key, l10n.t('The account changed. You can close this tab.'));
      this.#changed.fire(Uri.parse(key));
    }
  }

  async #open(name: string, text: string): Promise<void> {
    const uri = Uri.from({ scheme, path: `/${name.replaceAll('/', ':')}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }
}
