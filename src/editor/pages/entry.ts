import { Disposable, window } from 'vscode';
import type { PagePanels } from './panels.ts';

/**
 * Restores the pages that were open when the window closed, and shows the overview of a repository that is opened as a
 * file, for example dropped on an editor. `load` is called for the first such page.
 */
export function registerPages(load: () => Promise<PagePanels>): Disposable {
  return Disposable.from(
    window.registerWebviewPanelSerializer('sourcehost.page', {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
    window.registerCustomEditorProvider('sourcehost.overview', {
      openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
      resolveCustomEditor: async ({ uri }, panel) => (await load()).show(panel, uri),
    }),
  );
}
