import { l10n, ThemeIcon } from 'vscode';
import { integer, name, names, optional } from '../../../api/contract/field.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import type { HostEntry, PartialEntry } from '../../../domain/session/hostSettings.ts';
import { command } from '../../kit/command.ts';
import { inform } from '../../kit/prompts/prompt.ts';

export interface HostActions {
  removable(): readonly Host[];
  /** Checks and adds a host. It asks the user only if the entry changes a configured host. */
  add(entry: HostEntry, signal: AbortSignal): Promise<Host>;
  ask(entry: PartialEntry): Promise<Host>;
  /** Signs in at a host that was just added; asks for the method. */
  signIn(host: Host): Promise<unknown>;
  /** Signs out of the host, deletes the data that is stored for it and removes it from the settings. */
  remove(id: string): Promise<void>;
}

export function hostCommands(actions: HostActions) {
  return {
    'sourcehost.host.add': command({
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
          const host = await withoutProgress(actions.ask({ ...entry, id, name: called, apiUrl, authUrl }));
          const signIn = l10n.t('Sign In');
          const answer = origin === 'palette' ? inform(l10n.t('Added the host {0}.', host.name), signIn) : undefined;
          if (answer !== undefined && (await withoutProgress(answer)) === signIn)
            await withoutProgress(actions.signIn(host));
          return host;
        }
        return await actions.add({ ...entry, id, name: called, apiUrl, authUrl }, signal);
      },
    }),
    'sourcehost.host.remove': command({
      does: 'Removes a host, and signs its accounts out.',
      fields: { host: name },
      ask: {
        host: (prompt) =>
          prompt.pick({
            placeholder: l10n.t('Choose the host to remove'),
            items: actions.removable().map((host) => ({
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
        await actions.remove(host);
      },
    }),
  };
}
