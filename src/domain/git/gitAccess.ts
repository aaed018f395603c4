import type { RepositoryName } from '../hosts/address.ts';
import type { Connections } from '../hosts/connections.ts';
import { fetchAddress, gitOriginOf } from '../hosts/gitAddress.ts';
import type { Account } from '../hosts/hosts.ts';

export interface GitToken {
  readonly login: string;
  readonly token: string;
}

export interface GitAccess {
  /** https, or http on this computer; without user name and password. */
  readonly url: string;
  /** Sent only to the origin of `url`. Undefined: without a token. */
  readonly token?: GitToken | undefined;
}

export interface GitAccessParts {
  readonly connections: Pick<Connections, 'connect'>;
  /** The address of the record of a repository for git; undefined if no record was read. */
  readonly addressOf: (name: RepositoryName) => string | undefined;
  /** The token of an account, if it may be sent to `origin`. */
  readonly tokenOf: (account: Account, origin: string) => Promise<string | undefined>;
}

/** How git and Git LFS reach a repository. `login` undefined: as the preferred account. */
export type FindGitAccess = (name: RepositoryName, login?: string) => Promise<GitAccess>;

export const gitAccess =
  ({ connections, addressOf, tokenOf }: GitAccessParts): FindGitAccess =>
  async (name, login) => {
    const { host, account } = await connections.connect(name.host, login);
    const url = fetchAddress(host, name, addressOf(name));
    const origin = gitOriginOf(url);
    const token = account && origin !== undefined ? await tokenOf(account, origin) : undefined;
    return account === undefined || token === undefined ? { url } : { url, token: { login: account.login, token } };
  };
