import { Disposable, window } from 'vscode';
import type { PagePanels } from './panels.ts';

/**
 * Pages that were open when the window closed come back, and a repository that is opened as if it were a file, as where
 * it is dropped on an editor, shows its overview. `load` is called when there is one.
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
