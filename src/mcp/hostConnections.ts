import type { Fetch } from '../api/http/fetch.ts';
import type { User } from '../api/record/user.ts';
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
  readonly requestsPerMinute: number;
  readonly log: Log;
}

/** `user`: the record of the account; undefined without one. */
export interface HostConnections extends Connections {
  readonly user: () => Promise<User | undefined>;
}

/** The connections of a program with one host and at most one account. The first one sends a request: GET /user. */
export function hostConnections({ host, token, fetch, requestsPerMinute, log }: HostConnectionParts): HostConnections {
  const user = lazily(async (): Promise<User | undefined> => {
    const secret = await token();
    return secret === undefined ? undefined : await identify({ fetch, log }, host, secret);
  });
  const open = lazily(async (): Promise<Connection> => {
    const [secret, owner] = [await token(), await user()];
    const account = owner && accountOf(host, owner.login);
    const credentials = { token: () => Promise.resolve(secret), renew: () => Promise.resolve(undefined) };
    const budget = newBudget(requestsPerMinute);
    return newConnection(host, account, { apiUrl: host.apiUrl, fetch, credentials, budget, log });
  });
  const accounts = async (id: string = host.id): Promise<readonly Account[]> => {
    const account = id === host.id ? (await open()).account : undefined;
    return account === undefined ? [] : [account];
  };
  return {
    user,
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
