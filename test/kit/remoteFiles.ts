import { Budget } from '../../src/api/throttle/budget.ts';
import { createApi } from '../../src/api/client/client.ts';
import type { Fetch } from '../../src/api/http/fetch.ts';
import { cancelled, Failure, messageOf } from '../../src/core/errors.ts';
import { silent } from '../../src/core/log.ts';
import type { Storage } from '../../src/core/storage.ts';
import type { Connection, Connections } from '../../src/domain/hosts/connections.ts';
import type { WindowRefs } from '../../src/domain/refs/windowRefs.ts';
import { gitAccess } from '../../src/domain/git/gitAccess.ts';
import type { GitRepositories } from '../../src/domain/git/gitRepositories.ts';
import { RemoteRepositories, type FilesOptions } from '../../src/domain/repositories/remoteRepositories.ts';
import { accountOf, type Host } from '../../src/domain/hosts/hosts.ts';
import { ObjectStore } from '../../src/domain/objects/objectStore.ts';
import type { RemoteRef } from '../../src/domain/repositories/remoteRef.ts';
import type { Service } from '../service/handle.ts';
import { memoryStorage } from './memoryStorage.ts';

export const hostId = 'local';

/** The standard fetch as a transport. `online` false: nothing gets through. */
export const plainFetch =
  (network: { online: boolean } = { online: true }): Fetch =>
  async (url, { method, headers, signal, body }) => {
    if (!network.online) throw new Failure('unreachable', 'the network is gone', { reason: 'offline' });
    try {
      const whole = typeof body === 'string' ? { body } : {};
      const sent = typeof body === 'object' ? { body: body.stream(), duplex: 'half' as const } : whole;
      return await fetch(url, { method, headers, signal, redirect: 'manual', ...sent });
    } catch (error) {
      throw signal.aborted
        ? cancelled(error)
        : new Failure('unreachable', messageOf(error), { reason: 'network', cause: error });
    }
  };

/** One session that reads repositories of `service`, as a window does. */
export interface Session {
  readonly repositories: RemoteRepositories;
  readonly objects: ObjectStore;
  readonly network: { online: boolean };
  readonly connections: Connections;
  readonly connect: () => Promise<Connection>;
  /** `alice/samples` at `ref`. */
  open(repository: string, ref?: string): RemoteRef;
}

/** Sessions with the same `storage` are successive starts of the editor. */
export function session(
  service: Pick<Service, 'url' | 'token'>,
  options: {
    storage?: Storage;
    login?: string;
    signedIn?: boolean;
    capacity?: number;
    now?: () => number;
    fetch?: Fetch;
    windowRefs?: WindowRefs;
    git?: GitRepositories;
    onWalk?: FilesOptions['onWalk'];
  } = {},
): Session {
  const { storage = memoryStorage(), login = 'alice', signedIn = true, capacity = 256 * 1024 * 1024, now } = options;
  const network = { online: true };
  const transport = options.fetch ?? plainFetch(network);
  const host: Host = {
    id: hostId,
    name: 'Local',
    apiUrl: service.url,
    authUrl: service.url,
    webUrl: service.url,
    clientId: undefined,
    scopes: [],
    redirectUri: undefined,
    requestsPerMinute: 0,
  };
  const budget = new Budget(0);
  const token = signedIn ? service.token(login) : undefined;
  const api = createApi({
    apiUrl: service.url,
    fetch: transport,
    credentials: { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) },
    budget,
    log: silent,
  });
  const account = signedIn ? accountOf(host, login) : undefined;
  const connections: Connections = {
    hosts: () => [host],
    host: () => host,
    accounts: () => Promise.resolve(account === undefined ? [] : [account]),
    isSignedOut: () => false,
    connect: () =>
      Promise.resolve({
        host,
        account,
        api,
        budget,
      }),
    onDidChange: () => ({ dispose: () => undefined }),
    onDidReturn: () => ({ dispose: () => undefined }),
  };
  const objects = new ObjectStore({ storage, capacity: () => capacity, log: silent, git: options.git });
  const repositories = new RemoteRepositories({
    connections,
    storage,
    objects,
    log: silent,
    git: options.git,
    access: gitAccess({
      connections,
      addressOf: () => undefined,
      tokenOf: () => Promise.resolve(token),
    }),
    onWalk: options.onWalk,
    ...(now === undefined ? {} : { now }),
    ...(options.windowRefs === undefined ? {} : { windowRefs: options.windowRefs }),
  });
  return {
    repositories,
    objects,
    network,
    connections,
    connect: () => connections.connect(hostId),
    open: (repository, ref) => {
      const [owner = '', repo = ''] = repository.split('/');
      return repositories.at({ host: hostId, owner, repo, ref });
    },
  };
}

/** The operations that `work` requested from the service. */
export async function asked(service: Service, work: () => Promise<unknown>): Promise<string[]> {
  const before = service.requests.length;
  await work();
  return service.requests.slice(before).map(({ operation }) => operation);
}
