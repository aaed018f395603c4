import type { Fetch } from '../api/http/fetch.ts';
import { lazily } from '../core/async.ts';
import { Emitter } from '../core/emitter.ts';
import { Failure } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { AccountsChange, Connection, Connections } from '../domain/hosts/connections.ts';
import { accountOf, type Account, type Host } from '../domain/hosts/hosts.ts';
import { identify } from '../domain/session/identify.ts';
import { newBudget, newConnection } from '../domain/session/newConnection.ts';

export interface HostConnectionParts {
  readonly host: Host;
  /** Read with the first request. Undefined: signed out. */
  readonly token: () => Promise<string | undefined>;
  readonly fetch: Fetch;
  readonly log: Log;
}

const usualLimit = 50;

/** The connections of a program with one host and at most one account. The first one sends a request: GET /user. */
export function hostConnections({ host, token, fetch, log }: HostConnectionParts): Connections {
  const open = lazily(async (): Promise<Connection> => {
    const secret = await token();
    const account = secret === undefined ? undefined : accountOf(host, await identify({ fetch, log }, host, secret));
    const credentials = { token: () => Promise.resolve(secret), renew: () => Promise.resolve(undefined) };
    const budget = newBudget(usualLimit);
    return newConnection(host, account, { apiUrl: host.apiUrl, fetch, credentials, budget, log });
  });
  const accounts = async (id: string = host.id): Promise<readonly Account[]> => {
    const account = id === host.id ? (await open()).account : undefined;
    return account === undefined ? [] : [account];
  };
  return {
    hosts: () => [host],
    host: (id) => (id === host.id ? host : undefined),
    accounts,
    isSignedOut: () => false,
    async connect(id, login) {
      if (id !== host.id)
        throw new Failure('missing', `no host ${id} is configured`, { field: 'host', reason: 'noHost', about: [id] });
      const connection = await open();
      if (login === undefined || login === connection.account?.login) return connection;
      throw new Failure('signedOut', `${login} is not signed in at ${host.name}`, {
        reason: 'accountSignedOut',
        about: [login, host.name],
      });
    },
    onDidChange: new Emitter<AccountsChange>().event,
    onDidReturn: new Emitter<string>().event,
  };
}
