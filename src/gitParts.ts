import type { Log } from './core/log.ts';
import type { GitRepositories } from './domain/git/gitRepositories.ts';
import type { RepositoryName } from './domain/hosts/address.ts';
import type { Connections } from './domain/hosts/connections.ts';
import { fetchAddress, gitOriginOf } from './domain/hosts/gitAddress.ts';
import type { Account } from './domain/hosts/hosts.ts';
import { createGit } from './git/git.ts';
import type { GitOptions } from './git/gitOptions.ts';
import { gitNetwork } from './git/gitNetwork.ts';
import type { NetworkOptions } from './net/http/options.ts';

export interface GitParts {
  readonly folder: string;
  readonly path: () => string | undefined;
  readonly enabled: () => boolean;
  /** Bytes. */
  readonly capacity: () => number;
  readonly connections: Connections;
  /** The address of the record of a repository for git; undefined if no record was read. */
  readonly addressOf: (name: RepositoryName) => string | undefined;
  readonly tokenOf: (account: Account, origin: string) => Promise<string | undefined>;
  readonly network: () => NetworkOptions;
  readonly onWait?: GitOptions['onWait'];
  readonly log: Log;
}

/** Composes git. This file is loaded when git is used for the first time. */
export function composeGit(parts: GitParts): GitRepositories {
  const { folder, path, enabled, capacity, connections, addressOf, tokenOf, network, onWait, log } = parts;
  return createGit({
    folder,
    command: () => Promise.resolve(path()),
    enabled,
    capacity,
    onWait,
    log,
    credentials: async (name) => {
      const { host, account } = await connections.connect(name.host);
      const url = fetchAddress(host, name, addressOf(name));
      const origin = gitOriginOf(url);
      const token = account && origin !== undefined ? await tokenOf(account, origin) : undefined;
      return account === undefined || token === undefined ? { url } : { url, token: { login: account.login, token } };
    },
    network: gitNetwork({ settings: network, folder, log }),
    environment: process.env,
  });
}
