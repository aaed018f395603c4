import type { Uri } from 'vscode';
import type { Connections } from '../../../domain/hosts/connections.ts';
import { gitOriginOf, hostsOfGit } from '../../../domain/hosts/gitAddress.ts';
import type { Account } from '../../../domain/hosts/hosts.ts';
import type { GitCredentials } from '../../kit/gitApi.ts';

/** Undefined if the account is signed out, or signed in for other origins. */
export type TokenOf = (account: Account, origin: string) => Promise<string | undefined>;

/** The token is never written to disk. The user name in the address (`https://bob@host`) selects the account. */
export async function credentialsFor(
  uri: Uri,
  connections: Connections,
  tokenOf: TokenOf,
): Promise<GitCredentials | undefined> {
  const at = uri.authority.lastIndexOf('@');
  const login = at < 0 ? undefined : decodeURIComponent(uri.authority.slice(0, at));
  const address = `${uri.scheme}://${uri.authority.slice(at + 1)}`;
  const origin = gitOriginOf(address);
  if (origin === undefined) return undefined;
  for (const { id } of hostsOfGit(address, connections.hosts())) {
    const namedAccount = (await connections.accounts(id)).find((account) => account.login === login);
    const { account } = await connections.connect(id, namedAccount?.login);
    const token = account && (await tokenOf(account, origin));
    if (account !== undefined && token !== undefined) return { username: account.login, password: token };
  }
  return undefined;
}
