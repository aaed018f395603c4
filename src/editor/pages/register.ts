import { window } from 'vscode';
import { lazily } from '../../core/async.ts';
import type { Register } from '../services/services.ts';

/** Restores the pages of the closed window, and shows the overview of a repository that is opened as a file. */
export const registerPages: Register = (services, lifetime) => {
  const load = lazily(async () => {
    const code = await services.load();
    return lifetime.add(
      new code.PagePanels({ ...services, extension: services.context.extensionUri, contentOf: code.contentOf }),
    );
  });
  lifetime.add(
    window.registerWebviewPanelSerializer('sourcehost.page', {
      deserializeWebviewPanel: async (panel, state) => (await load()).restore(panel, state),
    }),
  );
  lifetime.add(
    window.registerCustomEditorProvider('sourcehost.overview', {
      openCustomDocument: (uri) => ({ uri, dispose: () => {} }),
      resolveCustomEditor: async ({ uri }, panel) => (await load()).show(panel, uri),
    }),
  );
  services.commands.add(async () =>
    (await services.load()).pageCommands(async (target) => (await load()).open(target)),
  );
};
