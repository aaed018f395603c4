import { l10n, window, workspace } from 'vscode';
import { command, type AnyCommand } from '../../kit/command.ts';

/** `write`: the report as Markdown, without anything that must not be shared. */
export function supportCommands(
  write: (signal: AbortSignal) => Promise<string>,
): Record<'sourcehost.support.report', AnyCommand> {
  return {
    'sourcehost.support.report': command({
      fields: {},
      run: async (_, invocation) => {
        const content = await invocation.withProgress(l10n.t('Looking at the hosts…'), (signal) => write(signal));
        const note = l10n.t('Look at this before you share it: tokens, account names and queries are left out.');
        // Below the first line, which is what the tab is called by.
        const shown = content.replace('\n', `\n\n> ${note}\n`);
        const document = await workspace.openTextDocument({ language: 'markdown', content: shown });
        await window.showTextDocument(document);
        return content;
      },
    }),
  };
}
