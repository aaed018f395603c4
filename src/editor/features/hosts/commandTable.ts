import { l10n, ThemeIcon, commands } from 'vscode';
import { integer, name, names, optional, flag } from '../../../api/contract/field.ts';
import type { Services } from '../../services/services.ts';
import { command, type AnyCommand } from '../../kit/command.ts';
import { inform, Prompt } from '../../kit/prompts/prompt.ts';
import { countsOf, secondsOf, type WaitingRequests } from '../../kit/waitingRequests.ts';
import type { HostQuestions } from './hostQuestions.ts';

export interface HostParts {
  readonly accounts: {
    readonly signIn: (options: { readonly host: string; readonly silent: boolean }) => Promise<unknown>;
  };
  readonly loadHostForm: () => Promise<HostQuestions>;
}

export const hostTable = (services: Services & HostParts) => ({
  'sourcehost.host.add': addHost(services),
  'sourcehost.host.remove': removeHost(services),
  ...limitCommands(services.waiting),
});

const addHost = ({ accounts, loadHostForm }: HostParts): AnyCommand =>
  command({
    does: 'Adds a host. If a host has the same `id` and other values, the user is asked whether it may be replaced, whoever calls.',
    result: 'the host',
    fields: {
      id: optional(name),
      name: optional(name),
      apiUrl: optional(name),
      authUrl: optional(name),
      webUrl: optional(name),
      clientId: optional(name),
      scopes: optional(names),
      redirectUri: optional(name),
      requestsPerMinute: optional(integer),
    },
    runAsks: [],
    run: async (args, { signal, origin, withoutProgress }) => {
      const { id, name: called, apiUrl, authUrl, scopes, ...others } = args;
      const entry = { ...others, scopes: typeof scopes === 'string' ? scopes.split(/[\s,]+/) : scopes };
      if (id === undefined || called === undefined || apiUrl === undefined || authUrl === undefined) {
        const form = await loadHostForm();
        const host = await withoutProgress(form.ask({ ...entry, id, name: called, apiUrl, authUrl }));
        const signIn = l10n.t('Sign In');
        const answer = origin === 'palette' ? inform(l10n.t('Added the host {0}.', host.name), signIn) : undefined;
        if (answer !== undefined && (await withoutProgress(answer)) === signIn)
          await withoutProgress(accounts.signIn({ host: host.id, silent: false }));
        return host;
      }
      return await (await loadHostForm()).add({ ...entry, id, name: called, apiUrl, authUrl }, signal);
    },
  });

function removeHost({ hosts, loadOffline, repositories, sessions, trust }: Services): AnyCommand {
  return command({
    does: 'Removes a host, and signs its accounts out.',
    fields: { host: name },
    ask: {
      host: (prompt) =>
        prompt.pick({
          placeholder: l10n.t('Choose the host to remove'),
          items: hosts.removable().map((host) => ({
            label: host.name,
            iconPath: new ThemeIcon('server'),
            description: new URL(host.webUrl).host,
            value: host.id,
          })),
        }),
    },
    run: async ({ host }, invocation) => {
      await invocation.confirm(
        l10n.t('Remove the host {0}?', host),
        l10n.t('Its accounts are signed out and its cached repositories are removed. Drafts are kept.'),
        l10n.t('Remove'),
      );
      await hosts.remove(host);
      await sessions.removeHost(host);
      await (await loadOffline()).forgetHost(host);
      await repositories.forget(host);
      await trust.forgetHost(host);
    },
  });
}

function limitCommands(waiting: WaitingRequests) {
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
