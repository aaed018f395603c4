import { l10n } from 'vscode';
import type { Collaborator } from '../../../api/record/member.ts';
import { accessOfMember, permissionsOf, type MemberAccess } from '../../../domain/permissions/memberAccess.ts';
import { formatCount, formatDate } from '../../kit/messages/format.ts';
import { accessLabel, memberRoleLabel, permissionLabel } from '../../kit/messages/roles.ts';
import { context, group } from '../../kit/rows/group.ts';
import { personNode } from '../../kit/rows/memberRows.ts';
import { apiName, denied, repositoryTarget, type RepositoryPlace } from '../../kit/rows/place.ts';
import { fixed, grouped, type Children, type Node, type Tooltip } from '../../kit/tree/node.ts';

export function collaboratorsOf(place: RepositoryPlace): Children {
  return grouped({
    pages: (signal) => place.connection.api.members.list.all(apiName(place), { signal }),
    groups: (members) => roleNodes(place, members),
    onPage: ({ items }) => noteMembers(place, items),
  });
}

/** Notes the permissions of the account itself. */
function noteMembers({ knownRepositories, name, connection }: RepositoryPlace, members: readonly Collaborator[]): void {
  const own = connection.account?.login;
  const self = members.find(({ login }) => login.toLowerCase() === own?.toLowerCase());
  const access = self && accessOfMember(self);
  if (own !== undefined && access !== undefined) knownRepositories.noteOwnPermission(name, own, permissionsOf(access));
}

const ranks: readonly (MemberAccess | undefined)[] = ['admin', 'push', 'pull', undefined];

/** A row for each role, those with more rights first, and below it its members. */
function roleNodes(place: RepositoryPlace, members: readonly Collaborator[]): Node[] {
  const roles = Map.groupBy(members, (member) => memberRoleLabel(member) ?? labelOfUnnamedRole(accessOfMember(member)));
  const sorted = [...roles].toSorted(
    ([one, ofOne], [two, ofTwo]) =>
      levelOf(ofTwo) - levelOf(ofOne) || rankOf(ofOne) - rankOf(ofTwo) || one.localeCompare(two),
  );
  return sorted.map(([role, withRole]) =>
    group(
      `role/${role}`,
      {
        label: role,
        description: formatCount(withRole.length),
        icon: withRole.every((member) => accessOfMember(member) === 'admin') ? 'shield' : 'organization',
        context: 'role',
        expanded: true,
      },
      fixed(() => withRole.map((member) => collaboratorNode(place, member))),
    ),
  );
}

/** The highest access level of `members`: a number that only sorts. */
const levelOf = (members: readonly Collaborator[]): number =>
  Math.max(...members.map(({ access_level }) => Number(access_level) || 0));

const rankOf = (members: readonly Collaborator[]): number =>
  Math.min(...members.map((member) => ranks.indexOf(accessOfMember(member))));

function labelOfUnnamedRole(access: MemberAccess | undefined): string {
  switch (access) {
    case 'admin':
      return l10n.t('Administrators');
    case 'push':
      return l10n.t('Can push');
    case 'pull':
      return l10n.t('Can read');
    case undefined:
      return l10n.t('Other members');
  }
}

function collaboratorNode(place: RepositoryPlace, member: Collaborator): Node {
  const access = accessOfMember(member);
  const admin = access === 'admin';
  const limited = member.limited === true ? l10n.t('limited') : undefined;
  const role = memberRoleLabel(member) ?? accessLabel(access);
  const node = personNode(place, { ...member, name: member.nick_name ?? member.name }, 'member', role, limited);
  return {
    ...node,
    id: `member:${member.login}`,
    row: {
      ...node.row,
      icon: admin ? 'shield' : 'person',
      context: context('member', { admin, push: admin || access === 'push', ...denied(place) }),
    },
    target: { ...node.target, ...repositoryTarget(place) },
    tooltip: (signal) => collaboratorTooltip(place, member, signal),
  };
}

async function collaboratorTooltip(
  { connection, name }: RepositoryPlace,
  member: Collaborator,
  signal: AbortSignal,
): Promise<Tooltip> {
  const { permission } = await connection.api.members.permission(
    { owner: name.owner, repo: name.repo, username: member.login },
    { signal, priority: 'background' },
  );
  return {
    title: member.login,
    text: member.name,
    facts: [
      [l10n.t('Role'), memberRoleLabel(member)],
      [l10n.t('Permission'), permissionLabel(permission) ?? accessLabel(accessOfMember(member))],
      [l10n.t('Until'), formatDate(member.expires_at)],
    ],
  };
}
