import type { Connection, Connections } from './connections.ts';
import type { KnownRepositories } from './knownRepositories.ts';

/** `connections` whose replies on single repositories and branches are noted, whoever asked for them. */
export function recordingConnections(connections: Connections, known: KnownRepositories): Connections {
  const made = new WeakMap<Connection, Connection>();
  const noting = (connection: Connection): Connection => {
    const noted = made.get(connection) ?? notingReplies(connection, known);
    made.set(connection, noted);
    return noted;
  };
  return {
    hosts: () => connections.hosts(),
    host: (id) => connections.host(id),
    accounts: (host) => connections.accounts(host),
    connect: async (host, login) => noting(await connections.connect(host, login)),
    onDidChange: connections.onDidChange,
  };
}

function notingReplies(connection: Connection, known: KnownRepositories): Connection {
  const { host, account, api } = connection;
  const repositories: typeof api.repositories = {
    ...api.repositories,
    get: async (at, options) => {
      const repository = await api.repositories.get(at, options);
      known.noteRecord(host.id, repository, account?.login);
      return repository;
    },
  };
  const branches: typeof api.branches = {
    ...api.branches,
    get: async (at, options) => {
      const branch = await api.branches.get(at, options);
      const { owner, repo } = at;
      if (branch.default === true)
        known.note({ host: host.id, owner: String(owner), repo: String(repo) }, { defaultBranch: branch.name });
      return branch;
    },
  };
  return { ...connection, api: { ...api, repositories, branches } };
}
