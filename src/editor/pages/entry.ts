import { window } from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { Pages } from './panels.ts';

/** Pages that were open when the window closed come back. `load` is called when there is one. */
export function registerPages(load: () => Promise<Pages>): Disposable {
  return window.registerWebviewPanelSerializer('sourcehost.page', {
    deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
  });
}
