import { window } from 'vscode';
import { lazily } from '../../core/async.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { Register } from '../services/services.ts';
import type { PageStart } from './content.ts';
import type { TalkParts } from './talkParts.ts';

export interface Pages {
  readonly pages: {
    /** Shows a page. Resolves with its record. A failure is thrown, and also shown on the page. */
    readonly open: (target: PageTarget, at?: PageStart) => Promise<unknown>;
  };
}

/** Restores the pages of the closed window, and shows the overview of a repository that is opened as a file. */
export const registerPages: Register<Pick<TalkParts, 'loadRecords'>, Pages> = (services, lifetime) => {
  const load = lazily(async () => {
    const code = await services.load();
    return lifetime.add(
      new code.PagePanels({
        ...services,
        extension: services.context.extensionUri,
        contentOf: (target) => code.contentOf(target, services),
      }),
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
  const open: Pages['pages']['open'] = async (...page) => await (await load()).open(...page);
  services.commands.add(async () => (await services.load()).pageCommands(open));
  return { pages: { open } };
};
