import { commands, window } from 'vscode';
import { lazily } from '../../core/async.ts';
import { isFailure } from '../../core/errors.ts';
import type { PageTarget } from '../../domain/pages/target.ts';
import type { Invocation } from '../kit/command.ts';
import { target as rowTarget } from '../kit/prompts/target.ts';
import type { Register } from '../services/services.ts';
import type { PageStart } from './content.ts';
import type { TalkParts } from './talkParts.ts';

export interface Pages {
  readonly pages: {
    /** Shows a page. Resolves with its record. A failure is thrown, and also shown on the page. */
    readonly open: (target: PageTarget, at?: PageStart) => Promise<unknown>;
    /**
     * As `open`. A failure is thrown for a program only: a user sees it on the page. Where the host does not offer pull
     * requests, git shows the changes.
     */
    readonly show: (target: PageTarget, invocation: Pick<Invocation, 'origin'>, at?: PageStart) => Promise<unknown>;
  };
}

/** Restores the pages of the closed window, and shows the overview of a repository that is opened as a file. */
export const registerPages: Register<Pick<TalkParts, 'heads' | 'loadCi' | 'loadRecords'>, Pages> = (
  services,
  lifetime,
) => {
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
  const show: Pages['pages']['show'] = async (target, { origin }, at) => {
    try {
      return await open(target, at);
    } catch (error) {
      if (target.kind === 'pullRequest' && isFailure(error, 'unsupported')) {
        (await load()).close(target);
        const { host, repository, number } = target;
        const args = { host, repository, number };
        return await commands.executeCommand(
          'sourcehost.pullRequest.compare',
          origin === 'code' ? args : { [rowTarget]: args },
        );
      }
      if (origin === 'code') throw error;
      return undefined;
    }
  };
  const pages = { open, show };
  services.commands.add(async () => (await services.load()).pageCommands(pages));
  return { pages };
};
