import type { Budget } from '../../api/throttle/budget.ts';
import type { Api } from '../../api/client/client.ts';
import type { Event } from '../../core/emitter.ts';
import type { RepositoryName } from './address.ts';
import type { Account, Host } from './hosts.ts';

export interface Connection {
  readonly host: Host;
  /** Undefined: signed out. */
  readonly account: Account | undefined;
  readonly api: Api;
  readonly budget: Budget;
}

/** A repository as an account reads it. */
export interface HostPlace {
  readonly connection: Connection;
  readonly name: RepositoryName;
}

/** The hosts whose address or accounts changed, with the login that `connect` took before; undefined: signed out. */
export type AccountsChange = ReadonlyMap<string, string | undefined>;

/** The configured hosts and the signed-in accounts. No method shows a prompt. */
export interface Connections {
  hosts(): readonly Host[];
  host(id: string): Host | undefined;
  /** Signed-in accounts of one host or of all hosts. Sends no request. */
  accounts(host?: string): Promise<readonly Account[]>;
  /** Whether `login` is known not to be signed in. Reads nothing: false before the accounts are known. */
  isSignedOut(host: string, login: string): boolean;
  /**
   * The connection of `login`; without it of the preferred account, else of the first one, else a signed-out one.
   * @throws Failure `missing` if the host is not configured, `signedOut` if `login` is not signed in
   */
  connect(host: string, login?: string): Promise<Connection>;
  /** What was read from these hosts before may not be shown any more. */
  readonly onDidChange: Event<AccountsChange>;
  /** Fires with a host that answers again, after a request that the network failed. */
  readonly onDidReturn: Event<string>;
}
