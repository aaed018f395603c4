import type { Budget } from '../../api/throttle/budget.ts';
import type { Api } from '../../api/client/client.ts';
import type { Event } from '../../core/emitter.ts';
import type { Account, Host } from './hosts.ts';

export interface Connection {
  readonly host: Host;
  /** Undefined: signed out. */
  readonly account: Account | undefined;
  readonly api: Api;
  readonly budget: Budget;
}

/** The configured hosts and the signed-in accounts. No method shows a prompt. */
export interface Connections {
  hosts(): readonly Host[];
  host(id: string): Host | undefined;
  /** Signed-in accounts of one host or of all hosts. Sends no request. */
  accounts(host?: string): Promise<readonly Account[]>;
  /**
   * The connection of `login`; without it of the preferred account, else of the first one, else a signed-out one.
   * @throws Failure `missing` if the host is not configured, `signedOut` if `login` is not signed in
   */
  connect(host: string, login?: string): Promise<Connection>;
  readonly onDidChange: Event<void>;
}
