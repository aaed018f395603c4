import type { Budget, BudgetState } from '../../api/throttle/budget.ts';
import type { Fetch } from '../../api/http/fetch.ts';
import type { Renaming } from '../../api/http/renaming.ts';
import type { Credentials } from '../../api/http/send.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { AccountsChange, Connection, Connections } from '../hosts/connections.ts';
import type { EndedPullRequests } from '../hosts/endedPullRequests.ts';
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
  /** The preferred one of `logins` in this window. Shows no prompt. */
  readonly preferred: (host: Host, logins: readonly string[]) => Promise<string | undefined>;
  readonly onDidChangePreferred: Event<unknown>;
  readonly onRenamed: (host: string, renaming: Renaming) => void;
  readonly load: () => Promise<Pick<typeof onDemand, 'newBudget' | 'newConnection' | 'tellingEnded'>>;
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

interface ReportedHost {
  /** Its address and accounts. A renewed token is not a change. */
  readonly key: string;
  /** Of the account that `connect` takes. */
  readonly login: string | undefined;
}

interface ReportedAccounts {
  readonly hosts: ReadonlyMap<string, ReportedHost>;
  readonly ids: ReadonlySet<string>;
  /** Accounts whose session has ended. They stay visible; a new sign-in is reported as a change. */
  readonly ended: ReadonlySet<string>;
}

/** Connections by host and account. All users of an account share its connection and budget. */
export class SessionConnections implements Connections {
  readonly #parts: ConnectionParts;
  readonly #connections = new Map<string, Connection>();
  readonly #budgets = new Map<string, Budget>();

  readonly #changed = new Emitter<AccountsChange>();
  readonly #returned = new Emitter<string>();
  readonly #ended = new Emitter<EndedPullRequests>();
  /** The hosts that the network failed to reach last. */
  readonly #silent = new Set<string>();
  readonly #delayedRequestsChanged = new Emitter<void>();
  readonly #listening: readonly { dispose(): void }[];
  #reported: ReportedAccounts | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#listening = [
      parts.sessions.onDidChange(() => void this.#compare()),
      parts.onDidChangePreferred(() => void this.#compare()),
    ];
  }

  readonly onDidChange: Event<AccountsChange> = this.#changed.event;
  readonly onDidReturn: Event<string> = this.#returned.event;
  readonly onDidEndPulls: Event<EndedPullRequests> = this.#ended.event;

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
    const reported = this.#reported ?? (await this.#snapshotOf(accounts));
    this.#reported ??= reported;
    return accounts.filter(({ account }) => host === undefined || account.host === host).map(({ account }) => account);
  }

  isSignedOut(host: string, login: string): boolean {
    return this.#reported !== undefined && !this.#reported.ids.has(`${host}/${login}`);
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
    return await this.#connection(host, await this.#usual(host, accounts));
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
    this.#returned.dispose();
    this.#ended.dispose();
    this.#delayedRequestsChanged.dispose();
  }

  async #accounts(): Promise<readonly AccountSession[]> {
    const sessions = [...(await this.#parts.sessions.all()).values()];
    return this.hosts().flatMap((host) => accountSessions(sessions, host));
  }

  /** The preferred account, else the first one. */
  async #usual(host: Host, accounts: readonly Account[]): Promise<Account | undefined> {
    const logins = accounts.map(({ login }) => login);
    const preferred = accounts.length > 1 ? await this.#parts.preferred(host, logins) : undefined;
    return accounts.find(({ login }) => login === preferred) ?? accounts[0];
  }

  async #snapshotOf(accounts: readonly AccountSession[]): Promise<ReportedAccounts> {
    const hosts = this.hosts().map(async (host): Promise<[string, ReportedHost]> => {
      const own = accounts.map(({ account }) => account).filter((account) => account.host === host.id);
      const login = (await this.#usual(host, own))?.login;
      return [host.id, { key: JSON.stringify([host, own, login]), login }];
    });
    const ended = accounts.filter(({ session }) => session.ended === true).map(({ account }) => account.id);
    return {
      hosts: new Map(await Promise.all(hosts)),
      ids: new Set(accounts.map(({ account }) => account.id)),
      ended: new Set(ended),
    };
  }

  async #compare(): Promise<void> {
    const now = await this.#snapshotOf(await this.#accounts());
    const before = this.#reported;
    this.#reported = now;
    const back = [...(before?.ended ?? [])]
      .filter((id) => !now.ended.has(id))
      .map((id) => id.slice(0, id.indexOf('/')));
    const ids = new Set([...(before?.hosts.keys() ?? []), ...now.hosts.keys()]);
    const changed = [...ids].filter((id) => back.includes(id) || before?.hosts.get(id)?.key !== now.hosts.get(id)?.key);
    if (changed.length > 0) this.#changed.fire(new Map(changed.map((id) => [id, before?.hosts.get(id)?.login])));
  }

  async #connection(host: Host, account: Account | undefined): Promise<Connection> {
    const { newBudget, newConnection, tellingEnded } = await this.#parts.load();
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
    const onReached = (isReached: boolean): void => this.#note(host.id, isReached);
    const plain = newConnection(host, account, {
      apiUrl: host.apiUrl,
      fetch,
      credentials,
      budget,
      log,
      onRenamed,
      onReached,
    });
    const connection = tellingEnded(plain, (ended) => this.#ended.fire(ended));
    this.#connections.set(key, connection);
    return connection;
  }

  #note(host: string, isReached: boolean): void {
    if (!isReached) this.#silent.add(host);
    else if (this.#silent.delete(host)) this.#returned.fire(host);
  }

  #limit(host: Host): number {
    return host.requestsPerMinute ?? this.#parts.requestsPerMinute();
  }
}

const anonymous: Credentials = {
  token: () => Promise.resolve(undefined),
  renew: () => Promise.resolve(undefined),
};
