import { unlessFailed } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { requestOwnPermission } from '../permissions/ownPermissions.ts';
import type { RemoteRepositories } from '../repositories/remoteRepositories.ts';
import type { PullRequestCommits } from './pullRequestHead.ts';

/** The branch of an open pull request. Undefined, so read-only, if it is in a fork or the account may not push. */
export async function writableHead(
  repositories: RemoteRepositories,
  connection: Connection,
  name: RepositoryName,
  { record }: PullRequestCommits,
  options: RequestOptions,
): Promise<string | undefined> {
  const { knownRepositories } = repositories;
  const { ref: branch, repo } = record?.head ?? {};
  const isOwn = [repo?.full_name, repo?.path].some((path) => foldCase(path ?? '') === foldCase(fullName(name)));
  const login = connection.account?.login;
  if (login === undefined || record?.state !== 'open' || branch === undefined || !isOwn) return undefined;
  await requestOwnPermission(connection, knownRepositories, name, options);
  const { push, admin } = knownRepositories.permissionsOf(name, login);
  if (!knownRepositories.rights(name, login).contribute || (push !== true && admin !== true)) return undefined;
  const head = await unlessFailed(repositories.at({ ...name, ref: branch }).head(options), 'missing');
  return head?.kind === 'branch' && head.canPush !== false ? branch : undefined;
}
