import type { Connection, Connections } from './connections.ts';
import type { KnownRepositories } from './knownRepositories.ts';

/** Wraps `connections`: every reply with a single repository or branch is also recorded in `knownRepositories`. */
export function recordingConnections(connections: Connections, knownRepositories: KnownRepositories): Connections {
  const wrapped = new WeakMap<Connection, Connection>();
  const recording = (connection: Connection): Connection => {
    const result = wrapped.get(connection) ?? recordingReplies(connection, knownRepositories);
    wrapped.set(connection, result);
    return result;
  };
  return {
    hosts: () => connections.hosts(),
    host: (id) => connections.host(id),
    accounts: (host) => connections.accounts(host),
    isSignedOut: (host, login) => connections.isSignedOut(host, login),
    connect: async (host, login) => recording(await connections.connect(host, login)),
    onDidChange: connections.onDidChange,
    onDidReturn: connections.onDidReturn,
  };
}

function recordingReplies(connection: Connection, knownRepositories: KnownRepositories): Connection {
  const { host, account, api } = connection;
  const repositories: typeof api.repositories = {
    ...api.repositories,
    get: async (at, options) => {
      const repository = await api.repositories.get(at, options);
      knownRepositories.noteRecord(host.id, repository, account?.login);
      return repository;
    },
  };
  const branches: typeof api.branches = {
    ...api.branches,
    get: async (at, options) => {
      const branch = await api.branches.get(at, options);
      const { owner, repo } = at;
      if (branch.default === true)
        knownRepositories.note(
          { host: host.id, owner: String(owner), repo: String(repo) },
          { defaultBranch: branch.name },
        );
      return branch;
    },
  };
  return { ...connection, api: { ...api, repositories, branches } };
}
