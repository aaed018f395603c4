import type { Memento } from 'vscode';
import { Budget } from '../../../src/api/throttle/budget.ts';
import { createApi } from '../../../src/api/client/client.ts';
import type { Fetch } from '../../../src/api/http/fetch.ts';
import { Failure } from '../../../src/core/errors.ts';
import { Emitter } from '../../../src/core/emitter.ts';
import { silent } from '../../../src/core/log.ts';
import { parseFullName } from '../../../src/domain/hosts/address.ts';
import type { RepositoryAt } from '../../../src/domain/hosts/activeRepository.ts';
import type { AccountsChange, Connection, Connections } from '../../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../../src/domain/hosts/hostFeatures.ts';
import { accountOf, type Host } from '../../../src/domain/hosts/hosts.ts';
import { KnownRepositories } from '../../../src/domain/hosts/knownRepositories.ts';
import { recordingConnections } from '../../../src/domain/hosts/recordingConnections.ts';
import { Enterprises } from '../../../src/editor/features/organizations/enterprises.ts';
import { Filters } from '../../../src/editor/kit/rows/filters.ts';
import type { RowEntry } from '../../../src/editor/kit/tree/listing.ts';
import { rootNode, type Children } from '../../../src/editor/kit/tree/node.ts';
import { ownRows } from '../../../src/editor/kit/tree/ownRows.ts';
import type { RepositoryPlace } from '../../../src/editor/kit/rows/place.ts';
import { RepositoryList } from '../../../src/editor/kit/rows/repositoryList.ts';
import { RowTree } from '../../../src/editor/kit/tree/rowTree.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { plainFetch } from '../../kit/remoteFiles.ts';
import { RemoteService } from '../../kit/remoteService.ts';

/** A memento in memory. */
export function memento(): Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, fallback?: T) => (values.get(key) as T | undefined) ?? fallback,
    update: (key, value) => Promise.resolve(void values.set(key, value)),
  };
}

const ownHeader = 'x-test-client';

/** The parts of the views, with their own connections to the local service. */
export class Sidebar {
  readonly service = new RemoteService();
  readonly knownRepositories = new KnownRepositories();
  readonly filters = new Filters(memento());
  readonly pinned = new RepositoryList(memento(), 'pinned', 50);
  readonly recent = new RepositoryList(memento(), 'recent', 10);
  readonly enterprises = new Enterprises(memento());
  readonly features = new HostFeatures(memoryStorage());
  readonly connections: Connections;
  readonly #fetch: Fetch;
  #logins: readonly string[] = ['alice'];

  constructor(transport: Fetch = plainFetch()) {
    this.#fetch = (url, request) =>
      transport(url, { ...request, headers: { ...request.headers, [ownHeader]: 'sidebar' } });
    const { url } = this.service;
    const root = { apiUrl: url, authUrl: url, webUrl: url };
    const rest = { clientId: undefined, scopes: [], redirectUri: undefined, requestsPerMinute: 0 };
    const host: Host = { id: 'local', name: 'Local service', ...root, ...rest };
    const connections: Connections = {
      hosts: () => [host],
      host: (id) => (id === host.id ? host : undefined),
      accounts: () => Promise.resolve(this.#logins.map((login) => accountOf(host, login))),
      connect: (id, login = this.#logins[0]) =>
        login !== undefined && !this.#logins.includes(login)
          ? Promise.reject(new Failure('signedOut', `${login} is not signed in at ${id}`, { reason: 'noAccount' }))
          : this.#connect(host, login),
      isSignedOut: (_host, login) => !this.#logins.includes(login),
      onDidChange: new Emitter<AccountsChange>().event,
      onDidReturn: new Emitter<string>().event,
    };
    this.connections = recordingConnections(connections, this.knownRepositories);
  }

  readonly loadHostFeatures = (): Promise<HostFeatures> => Promise.resolve(this.features);

  /** The signed-in accounts. */
  signIn(...logins: readonly string[]): void {
    this.#logins = logins;
  }

  async place(fullName: string): Promise<RepositoryPlace> {
    const named = parseFullName(fullName);
    if (named === undefined) throw new Error(fullName);
    const connection = await this.connections.connect('local');
    return {
      connection,
      knownRepositories: this.knownRepositories,
      pinned: this.pinned,
      name: { host: 'local', ...named },
    };
  }

  at(fullName: string): RepositoryAt {
    const named = parseFullName(fullName);
    if (named === undefined) throw new Error(fullName);
    return { name: { host: 'local', ...named }, account: undefined };
  }

  /** Names of the operations that this object requested since the previous call; the views of the window may ask too. */
  async asked(): Promise<string[]> {
    const requests = await this.service.requests();
    await this.service.clear();
    return requests.filter(({ headers }) => headers[ownHeader] !== undefined).map(({ operation }) => operation);
  }

  async #connect(host: Host, login: string | undefined): Promise<Connection> {
    const token = login === undefined ? undefined : await this.service.token(login);
    const budget = new Budget(0);
    const api = createApi({
      apiUrl: host.apiUrl,
      account: login,
      fetch: this.#fetch,
      credentials: { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
      budget,
      log: silent,
    });
    return { host, account: login === undefined ? undefined : accountOf(host, login), api, budget };
  }
}

/** Reads rows as the editor does: only the expanded ones. */
export class Looking {
  readonly tree: RowTree;

  constructor(children: Children, subject?: string) {
    this.tree = new RowTree(ownRows, rootNode('test', children, undefined, subject));
  }

  /** The rows below the row with these labels, each as `label | description`. */
  async rows(...path: readonly string[]): Promise<string[]> {
    const entries = await this.tree.children(await this.at(...path));
    return entries.map(({ node: { row } }) => [row.label, row.description].filter(Boolean).join(' | '));
  }

  /** The row with these labels; undefined for none. */
  async at(...path: readonly string[]): Promise<RowEntry | undefined> {
    let at: RowEntry | undefined;
    for (const label of path) {
      const entries = await this.tree.children(at);
      at = entries.find(({ node }) => node.row.label === label);
      if (at === undefined) throw new Error(`there is no row ${label}`);
    }
    return at;
  }

  async row(...path: readonly string[]): Promise<RowEntry> {
    const entry = await this.at(...path);
    if (entry === undefined) throw new Error('no row');
    return entry;
  }
}
