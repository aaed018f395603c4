import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { rightsOfPermission } from '../rights.ts';
import type { Account, Repository } from '../state.ts';
import { liveRole } from './liveFields.ts';
import { avatarUrl, briefUser, numericId } from './user.ts';

/** The answer of adding and changing a member; its id is a number. */
export function addedMember(host: Host, account: Account, permission: string): unknown {
  return {
    ...briefUser(host, account),
    id: numericId(account),
    remark: '',
    permissions: rightsOfPermission(permission),
  };
}

/** An entry of the list: its id is text, its login is called `username`. */
export function memberEntry(call: Call, repository: Repository, login: string, permission: string): unknown {
  const { host } = call;
  const account = host.state.accounts.get(login);
  return {
    id: String(numericId(account)),
    name: account?.name ?? login,
    username: login,
    nick_name: account?.name ?? login,
    state: 'active',
    avatar: null,
    avatar_url: avatarUrl(host, login),
    email: null,
    name_cn: null,
    web_url: `${host.url}/${encodeURIComponent(login)}`,
    ...liveRole(call, repository, login, permission),
    expires_at: null,
    limited: false,
    type: 'ProjectMember',
    last_owner: login === repository.owner,
    is_current_source_member: true,
    last_source_owner: null,
    join_way: 'invite',
    source_name: repository.name,
    member_roles: [{ role_name: permission }],
    iam_id: account?.id ?? null,
    committer_system_from: null,
    permissions: rightsOfPermission(permission),
  };
}

export const permissionView = (account: Account, permission: string): unknown => ({
  id: numericId(account),
  login: account.login,
  permission,
});
