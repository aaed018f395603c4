import { window } from 'vscode';
import { lazily } from '../../core/async.ts';
import type { Lifetime } from '../kit/lifetime.ts';
import type { Services } from '../services/services.ts';
import type * as panels from './pagePanels.ts';

interface Code extends Pick<typeof panels, 'PagePanels'> {
  readonly contentOf: panels.PageParts['contentOf'];
}

/**
 * Restores the pages of the closed window, and shows the overview of a repository that is opened as a file.
 * The result loads the pages.
 */
export function registerPages(services: Services<Code>, lifetime: Lifetime): () => Promise<panels.PagePanels> {
  const load = lazily(async () => {
    const { PagePanels, contentOf } = await services.load();
    return lifetime.add(new PagePanels({ ...services, extension: services.context.extensionUri, contentOf }));
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
  return load;
}
