import { EventEmitter, Uri, window, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { Lifetime } from './lifetime.ts';

const scheme = 'sourcehost-details';

/** Records that are only looked at, as read-only YAML documents: text that a keyboard and a screen reader can walk. */
export class YamlViewer implements TextDocumentContentProvider, Disposable {
  readonly #lifetime = new Lifetime();
  readonly #texts = new Map<string, string>();
  readonly #changed = this.#lifetime.add(new EventEmitter<Uri>());
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#lifetime.add(workspace.registerTextDocumentContentProvider(scheme, this));
    this.#lifetime.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.toString());
      }),
    );
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens `record` beside what is open; what is unset is left out. Resolves when it is shown. */
  async show(title: string, record: unknown): Promise<void> {
    // Loaded at the first use: a library of its own.
    const { recordText } = await import('./recordText.ts');
    const uri = Uri.from({ scheme, path: `/${title.replaceAll('/', ':')}.yaml` });
    this.#texts.set(uri.toString(), recordText(record));
    this.#changed.fire(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
