import type { Collaborator } from '../../api/record/member.ts';
import type { AccountPermissions } from '../hosts/knownRepositories.ts';

/** What a member may do in a repository. Each access contains the following ones. */
export type MemberAccess = 'admin' | 'push' | 'pull';

const accessWords: Readonly<Record<string, MemberAccess>> = {
  admin: 'admin',
  push: 'push',
  write: 'push',
  pull: 'pull',
  read: 'pull',
};

/** Undefined for a custom role. */
export function accessOf(permission: string | undefined): MemberAccess | undefined {
  const word = permission?.toLowerCase() ?? '';
  return Object.hasOwn(accessWords, word) ? accessWords[word] : undefined;
}

/** The access of a member in a list; undefined if the record does not tell it. */
export function accessOfMember({
  permissions,
  permission,
}: Pick<Collaborator, 'permissions' | 'permission'>): MemberAccess | undefined {
  if (permissions?.admin === true) return 'admin';
  if (permissions?.push === true) return 'push';
  return accessOf(permission) ?? (permissions?.pull === true ? 'pull' : undefined);
}

export function permissionsOf(access: MemberAccess | undefined): AccountPermissions {
  return access === undefined ? {} : { push: access !== 'pull', admin: access === 'admin' };
}

/** A name for people; undefined for an empty name and for a number, such as an access level. */
export function nameForPeople(name: string | undefined): string | undefined {
  const text = name?.trim() ?? '';
  return text === '' || /^[-+]?\d+(\.\d+)?$/.test(text) ? undefined : text;
}

/** The name of the role of a member: in Chinese if `language` is Chinese. Undefined if the record does not tell it. */
export function roleNameOf(
  member: Pick<Collaborator, 'role_name' | 'role_name_cn'>,
  language: string,
): string | undefined {
  const [english, chinese] = [nameForPeople(member.role_name), nameForPeople(member.role_name_cn)];
  return /^zh\b/i.test(language) ? (chinese ?? english) : (english ?? chinese);
}
