import { l10n, window, workspace } from 'vscode';
import type { Pages } from '../../pages/register.ts';
import type { Services } from '../../services/services.ts';
import { command } from '../../kit/command.ts';
import type { LogChannel } from '../../kit/messages/log.ts';
import { accountCommands } from './accountCommands.ts';
import type { Accounts } from './accounts.ts';
import { keyCommands, type PublicKeys } from './keyCommands.ts';
import { reportProblem } from './support.ts';

export function sessionTable(
  services: Services & Pages & { readonly accounts: Accounts; readonly publicKeys: PublicKeys },
) {
  const { accounts, connections, context, log } = services;
  const failures = () => log.failures();
  const machine = { platform: `${process.platform} ${process.arch}`, env: process.env };
  return {
    ...accountCommands(accounts, connections),
    ...keyCommands({ ...services, state: context.globalState }),
    ...supportCommands(log, (signal) => reportProblem({ ...services, ...machine, failures }, signal)),
  };
}

/** `write`: resolves with the report as Markdown, without secrets. */
function supportCommands(log: LogChannel, write: (signal: AbortSignal) => Promise<string>) {
  return {
    'sourcehost.log.show': command({
      does: 'Shows the log.',
      fields: {},
      run: () => {
        log.show();
        return Promise.resolve();
      },
    }),
    'sourcehost.support.report': command({
      does: 'Writes a report about the extension, without anything secret.',
      result: 'the report, as Markdown',
      fields: {},
      run: async (_, invocation) => {
        const content = await invocation.withProgress(l10n.t('Checking the hosts…'), (signal) => write(signal));
        const note = l10n.t('Review this before you share it. Tokens, account names and query parameters are removed.');
        // The note goes below the first line, because that line becomes the title of the tab.
        const text = content.replace('\n', `\n\n> ${note}\n`);
        const document = await workspace.openTextDocument({ language: 'markdown', content: text });
        await window.showTextDocument(document);
        return content;
      },
    }),
  };
}
