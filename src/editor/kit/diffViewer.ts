import { EventEmitter, l10n, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Connections } from '../../domain/hosts/connections.ts';
import { Lifetime } from './lifetime.ts';

const scheme = 'sourcehost-diff';

/** Shows diffs as read-only documents, which are accessible by keyboard and screen reader. */
export class DiffViewer extends Lifetime implements TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = this.add(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor(connections: Connections) {
    super();
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

  /** Opens a unified diff in a preview tab. Resolves when it is visible. */
  async show(title: string, text: string): Promise<void> {
    const uri = Uri.from({ scheme, path: `/${title.replaceAll('/', ':')}.diff` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  #empty(): void {
    for (const key of this.#texts.keys()) {
      this.#texts.set(key, l10n.t('The account changed. You can close this tab.'));
      this.#changed.fire(Uri.parse(key));
    }
  }
}
