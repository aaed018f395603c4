import { commands, l10n, ThemeIcon } from 'vscode';
import { flag, optional } from '../../../api/contract/field.ts';
import { command } from '../../kit/command.ts';
import { inform, Prompt } from '../../kit/prompts/prompt.ts';
import { countsOf, secondsOf, type WaitingRequests } from '../../kit/waitingRequests.ts';

export function limitCommands(waiting: WaitingRequests) {
  return {
    'sourcehost.limit.show': command({
      does: 'Shows which operations wait for the limit of requests of a host. With `cancel: true` they reject as `cancelled`.',
      result: 'an array of `{ host, seconds, waiting }`, with the operations that wait',
      fields: { cancel: optional(flag) },
      runAsks: ['cancel'],
      run: async ({ cancel }, { origin, signal }) => {
        const { requests } = waiting;
        if (origin !== 'code' && cancel === undefined) await choose(waiting, signal);
        else if (cancel === true) waiting.cancel();
        return requests.map((one) => ({ host: one.host.id, seconds: secondsOf(one), waiting: one.waiting }));
      },
    }),
  };
}

async function choose(waiting: WaitingRequests, signal: AbortSignal): Promise<void> {
  const { requests } = waiting;
  const operations = requests.flatMap((one) => one.waiting);
  if (operations.length === 0) {
    void inform(l10n.t('No requests are waiting.'));
    return;
  }
  const ownLimit = requests.some(({ host }) => host.requestsPerMinute !== undefined);
  const chosen = await new Prompt({ title: l10n.t('Waiting Requests') }).pick<'cancel' | 'limit'>({
    placeholder: waiting.sentence ?? '',
    items: [
      {
        label: operations.length === 1 ? l10n.t('Cancel 1 Request') : l10n.t('Cancel {0} Requests', operations.length),
        detail: countsOf(operations).join(', '),
        iconPath: new ThemeIcon('close'),
        value: 'cancel',
      },
      { label: l10n.t('Change the Limit…'), iconPath: new ThemeIcon('settings-gear'), value: 'limit' },
    ],
    signal,
  });
  if (chosen === 'cancel') waiting.cancel();
  else {
    const setting = ownLimit ? 'sourcehost.hosts' : 'sourcehost.requestsPerMinute';
    await commands.executeCommand('workbench.action.openSettings', setting);
  }
}
