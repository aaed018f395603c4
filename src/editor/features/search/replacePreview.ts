import { commands, l10n, Uri, window, workspace } from 'vscode';
import { visible } from '../../../core/text.ts';
import { applyReplacements } from '../../../domain/search/replacement.ts';
import { Lifetime } from '../../kit/lifetime.ts';
import type { PlannedFile } from './replacing.ts';

const scheme = 'sourcehost-replaced';

/** Shows the changes of a replacement, which is not applied yet: a comparison of all files in one editor. */
export class ReplacePreview extends Lifetime {
  readonly #files = new Map<string, PlannedFile>();
  #count = 0;

  constructor() {
    super();
    const provideTextDocumentContent = (uri: Uri): string => {
      const file = this.#files.get(uri.toString());
      return file === undefined ? '' : applyReplacements(file.before, file.replacements);
    };
    this.add(workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }));
  }

  async show(files: readonly PlannedFile[]): Promise<void> {
    await this.close();
    // Another address each time, because the editor keeps the texts of an address.
    this.#count += 1;
    const resources = files.map((file) => {
      const uri = Uri.from({ scheme, authority: file.uri.authority, path: file.uri.path, query: `${this.#count}` });
      this.#files.set(uri.toString(), file);
      return [file.uri, file.uri, uri];
    });
    await commands.executeCommand('vscode.changes', title(), resources);
  }

  /** Closes the editor. The label of its tab also has the number of files. */
  async close(): Promise<void> {
    this.#files.clear();
    const ownTabs = window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label.startsWith(title())));
    if (ownTabs.length > 0) await window.tabGroups.close(ownTabs);
  }
}

const title = (): string => visible(l10n.t('Replacement Preview'));
