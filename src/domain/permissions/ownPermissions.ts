import { unlessFailed } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { KnownRepositories } from '../hosts/knownRepositories.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { accessOf, permissionsOf } from './memberAccess.ts';

/**
 * GET …/collaborators/{username}/permission, once, if the record does not tell it. Resolves with whether it was sent;
 * after a failure the next call sends it again. An account that is no member stays without told permissions.
 */
export async function requestOwnPermission(
  { api, account }: Connection,
  knownRepositories: KnownRepositories,
  name: RepositoryName,
  options: RequestOptions,
): Promise<boolean> {
  const login = account?.login;
  if (login === undefined || !knownRepositories.needsPermissionRequest(name, login)) return false;
  const asked = api.members.permission({ ...inApi(name), username: login }, options);
  const permission = await unlessFailed(asked, 'missing', 'forbidden', 'refused', 'invalid', 'unreadable');
  knownRepositories.noteOwnPermission(name, login, permissionsOf(accessOf(permission?.permission)));
  return true;
}
