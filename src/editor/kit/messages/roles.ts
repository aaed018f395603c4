import { env, l10n } from 'vscode';
import type { Collaborator } from '../../../api/record/member.ts';
import { accessOf, nameForPeople, roleNameOf, type MemberAccess } from '../../../domain/permissions/memberAccess.ts';

/** The name of a role in an organization or an enterprise; undefined for a number. */
export function roleLabel(role: string | undefined): string | undefined {
  if (role === 'admin') return l10n.t('administrator');
  return role === 'member' ? l10n.t('member') : nameForPeople(role);
}

/** The name of the role of a member of a repository, in the user's language; undefined if the service sends none. */
export function memberRoleLabel(member: Pick<Collaborator, 'role_name' | 'role_name_cn'>): string | undefined {
  return roleNameOf(member, env.language);
}

const accessLabels: Readonly<Record<MemberAccess, () => string>> = {
  admin: () => l10n.t('can administer'),
  push: () => l10n.t('can push'),
  pull: () => l10n.t('can read'),
};

export const accessLabel = (access: MemberAccess | undefined): string | undefined => access && accessLabels[access]();

/** A permission of an answer: one of the described ones, or the name of a custom role; undefined for a number. */
export function permissionLabel(permission: string | undefined): string | undefined {
  return accessLabel(accessOf(permission)) ?? nameForPeople(permission);
}
