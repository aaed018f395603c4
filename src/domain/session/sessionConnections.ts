import type { Budget, BudgetState } from '../../api/throttle/budget.ts';
import type { Fetch } from '../../api/http/fetch.ts';
import type { Renaming } from '../../api/http/renaming.ts';
import type { Credentials } from '../../api/http/send.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Connection, Connections } from '../hosts/connections.ts';
import type { Account, Host } from '../hosts/hosts.ts';
import type * as onDemand from './onDemand.ts';
import { accountSessions, type AccountSession } from './session.ts';
import type { Sessions } from './sessions.ts';

export interface ConnectionParts {
  readonly sessions: Sessions;
  readonly fetch: Fetch;
  readonly log: Log;
  /** Default for hosts without their own limit: requests per minute, 0 for no limit. */
  readonly requestsPerMinute: () => number;
  /** The preferred login of this workspace. Shows no prompt. */
  readonly preferred: (host: Host) => Promise<string | undefined>;
  readonly onDidChangePreferred: Event<unknown>;
  readonly onRenamed: (host: string, renaming: Renaming) => void;
  readonly load: () => Promise<Pick<typeof onDemand, 'newBudget' | 'newConnection'>>;
}

/** Interactive requests of one account that the limit of the host delays. */
export interface DelayedRequests extends BudgetState {
  readonly host: Host;
  /** Limit in requests per minute; 0: no limit. */
  readonly perMinute: number;
  /** Git waits, because the host refused it for a moment. */
  readonly isGit?: boolean;
  readonly cancel: () => void;
}

/** The last reported hosts and accounts. A renewed token is not a change. */
interface ReportedAccounts {
  readonly key: string;
  /** Accounts whose session has ended. They stay visible; a new sign-in is reported as a change. */
  readonly ended: ReadonlySet<string>;
}

/** Connections by host and account. All users of an account share its connection and budget. */
export class SessionConnections implements Connections {
  readonly #parts: ConnectionParts;
  readonly #connections = new Map<string, Connection>();
  readonly #budgets = new Map<string, Budget>();

  readonly #changed = new Emitter<void>();
  readonly #delayedRequestsChanged = new Emitter<void>();
  readonly #listening: readonly { dispose(): void }[];
  #reported: ReportedAccounts | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#listening = [
      parts.sessions.onDidChange(() => void this.#compare()),
      parts.onDidChangePreferred(() => this.#changed.fire()),
    ];
  }

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Fires when requests begin or stop to wait, and when some of them are sent. */
  readonly onDidChangeDelayedRequests: Event<void> = this.#delayedRequestsChanged.event;

  delayedRequests(): readonly DelayedRequests[] {
    return [...this.#connections.values()]
      .map(({ host, budget }) => ({
        ...budget.state,
        host,
        perMinute: budget.perMinute,
        cancel: () => budget.cancelWaiting(),
      }))
      .filter(({ waiting }) => waiting.length > 0)
      .toSorted((a, b) => b.delay - a.delay);
  }

  hosts(): readonly Host[] {
    return this.#parts.sessions.hosts();
  }

  host(id: string): Host | undefined {
    return this.#parts.sessions.host(id);
  }

  async accounts(host?: string): Promise<readonly Account[]> {
    const accounts = await this.#accounts();
    this.#reported ??= this.#snapshotOf(accounts);
    return accounts.filter(({ account }) => host === undefined || account.host === host).map(({ account }) => account);
  }

  async connect(id: string, login?: string): Promise<Connection> {
    const host = this.host(id);
    if (host === undefined)
      throw new Failure('missing', `no host ${id} is configured`, { field: 'host', reason: 'noHost', about: [id] });
    const accounts = await this.accounts(id);
    const named = (name: string): Account | undefined => accounts.find((account) => account.login === name);
    if (login !== undefined) {
      const account = named(login);
      if (account === undefined)
        throw new Failure('signedOut', `${login} is not signed in at ${host.name}`, {
          reason: 'accountSignedOut',
          about: [login, host.name],
        });
      return await this.#connection(host, account);
    }
    const preferred = accounts.length > 1 ? await this.#parts.preferred(host) : undefined;
    return await this.#connection(host, (preferred === undefined ? undefined : named(preferred)) ?? accounts[0]);
  }

  updateBudgets(): void {
    for (const { host, budget } of this.#connections.values()) {
      const now = this.host(host.id);
      if (now !== undefined) budget.setLimit(this.#limit(now));
    }
  }

  dispose(): void {
    for (const listener of this.#listening) listener.dispose();
    this.#changed.dispose();
    this.#delayedRequestsChanged.dispose();
  }

  async #accounts(): Promise<readonly AccountSession[]> {
    const sessions = [...(await this.#parts.sessions.all()).values()];
    return this.hosts().flatMap((host) => accountSessions(sessions, host));
  }

  #snapshotOf(accounts: readonly AccountSession[]): ReportedAccounts {
    const ended = accounts.filter(({ session }) => session.ended === true).map(({ account }) => account.id);
    return {
      key: JSON.stringify([this.hosts(), accounts.map(({ account }) => account)]),
      ended: new Set(ended),
    };
  }

  async #compare(): Promise<void> {
    const accounts = await this.#accounts();
    const before = this.#reported;
    const now = this.#snapshotOf(accounts);
    this.#reported = now;
    const back = before !== undefined && [...before.ended].some((id) => !now.ended.has(id));
    if (before?.key !== now.key || back) this.#changed.fire();
  }

  async #connection(host: Host, account: Account | undefined): Promise<Connection> {
    const { newBudget, newConnection } = await this.#parts.load();
    const key = account?.id ?? `${host.id}/`;
    const existing = this.#connections.get(key);
    if (existing !== undefined && JSON.stringify(existing.host) === JSON.stringify(host)) return existing;
    let budget = this.#budgets.get(key);
    if (budget === undefined) {
      budget = newBudget(this.#limit(host));
      budget.onDidChange(() => this.#delayedRequestsChanged.fire());
      this.#budgets.set(key, budget);
    }
    const { fetch, log, sessions } = this.#parts;
    const onRenamed = (renaming: Renaming): void => this.#parts.onRenamed(host.id, renaming);
    const credentials = account === undefined ? anonymous : sessions.credentials(host, account.login);
    const connection = newConnection(host, account, {
      apiUrl: host.apiUrl,
      fetch,
      credentials,
      budget,
      log,
      onRenamed,
    });
    this.#connections.set(key, connection);
    return connection;
  }

  #limit(host: Host): number {
    return host.requestsPerMinute ?? this.#parts.requestsPerMinute();
  }
}

const anonymous: Credentials = {
  token: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
};
