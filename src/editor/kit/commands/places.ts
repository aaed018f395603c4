import { l10n } from 'vscode';
import { nobodySignedIn, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import { parseFullName, type RepositoryName } from '../../../domain/hosts/address.ts';
import type { Connection, Connections } from '../../../domain/hosts/connections.ts';
import type { PickRepository, Places } from '../command.ts';
import { Prompt } from '../prompts/prompt.ts';

export interface ActiveTarget {
  readonly name: RepositoryName;
  readonly account: string | undefined;
}

/** Resolves omitted arguments: from the signed-in accounts, then the active repository, then a question. */
export function createPlaces(
  connections: Connections,
  active: () => ActiveTarget | undefined,
  pickRepository: PickRepository,
): Places {
  const places: Places = {
    pickRepository,
    active: () => active()?.name,
    connection: async ({ host, account }) => {
      if (host !== undefined) return await connections.connect(host, account);
      const accounts = (await connections.accounts()).filter(({ login }) => account === undefined || login === account);
      const hosts = [...new Set(accounts.map((one) => one.host))];
      const [only] = hosts;
      if (only === undefined) throw nobodySignedIn();
      if (hosts.length === 1) return await connections.connect(only, account);
      const chosen = await new Prompt({ title: l10n.t('Host') }).pick({
        placeholder: l10n.t('Choose a host'),
        items: hosts.map((id) => ({ label: connections.host(id)?.name ?? id, description: id, value: id })),
      });
      return await connections.connect(chosen, account);
    },
    repository: async (args, signal) => {
      const at = active();
      if (args.repository === undefined && at !== undefined && (args.host ?? at.name.host) === at.name.host) {
        return { connection: await connections.connect(at.name.host, args.account ?? at.account), name: at.name };
      }
      if (args.repository === undefined) {
        const { name, account } = await pickRepository(signal, { host: args.host, account: args.account });
        return { connection: await connections.connect(name.host, account), name };
      }
      const connection = await places.connection({ ...args, host: args.host ?? at?.name.host });
      const named = parseFullName(args.repository);
      if (named === undefined) {
        throw wrongValue('repository', requires('repository'));
      }
      return { connection, name: { host: connection.host.id, ...named } };
    },
  };
  return places;
}

/** `places` for a command that needs an account. @throws Failure `signedOut` in place of a signed-out connection */
export function signedInPlaces(places: Places): Places {
  const signedIn = (connection: Connection): Connection => {
    if (connection.account === undefined) throw nobodySignedIn();
    return connection;
  };
  return {
    ...places,
    connection: async (args) => signedIn(await places.connection(args)),
    repository: async (...args) => {
      const { connection, name } = await places.repository(...args);
      return { connection: signedIn(connection), name };
    },
  };
}
