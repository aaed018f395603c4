import { l10n } from 'vscode';
import type { Collaborator } from '../../../api/record/member.ts';
import type { EnterpriseMember, Follower, OrganizationMember } from '../../../api/record/organization.ts';
import { webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { accessOfMember, permissionsOf, type MemberAccess } from '../../../domain/members/memberAccess.ts';
import { formatAgo, formatCount, formatDate } from '../messages/format.ts';
import { accessLabel, memberRoleLabel, permissionLabel, roleLabel } from '../roles.ts';
import { fixed, grouped, type Children, type Node, type Tooltip } from '../tree/node.ts';
import {
  accountTarget,
  apiName,
  denied,
  repositoryTarget,
  type AccountPlace,
  type RepositoryPlace,
} from './place.ts';
import { context, described, group } from './group.ts';

interface Person {
  readonly login: string;
  readonly name?: string | undefined;
}

/** The common parts of all rows of people. */
function person(place: AccountPlace, { login, name }: Person, kind: string, ...words: (string | undefined)[]): Node {
  const shown = name === login ? undefined : name;
  return {
    id: `user:${login}`,
    row: {
      label: login,
      description: described(shown, ...words),
      icon: 'person',
      context: kind,
      open: { command: 'sourcehost.user.show', title: l10n.t('Show Profile') },
    },
    target: {
      ...accountTarget(place),
      username: login,
      label: login,
      url: webAddressOf(place.connection.host, login),
    },
  };
}

/** `mine` is the user's own role in the organization. Only administrators can remove others. */
export function organizationMemberNode(
  place: AccountPlace,
  org: string,
  member: OrganizationMember,
  mine: string | undefined,
): Node {
  const kind = context('organizationMember', { noadmin: mine !== undefined && mine !== 'admin' });
  const node = person(place, member, kind, roleLabel(member.member_role));
  return {
    ...node,
    target: { ...node.target, org },
    tooltip: async (signal) => {
      const detail = await place.connection.api.organizations.member(
        { org, username: member.login },
        { signal, priority: 'background' },
      );
      return {
        title: member.login,
        text: detail.user?.name ?? member.name,
        facts: [
          [l10n.t('Organization'), detail.name ?? detail.path ?? org],
          [l10n.t('Role'), roleLabel(member.member_role)],
        ],
      };
    },
  };
}

export function enterpriseMemberNode(place: AccountPlace, enterprise: string, member: EnterpriseMember): Node {
  const inactive = member.active === false ? l10n.t('inactive') : undefined;
  const node = person(place, member.user, 'enterpriseMember', roleLabel(member.role), inactive);
  return {
    ...node,
    target: { ...node.target, enterprise },
    tooltip: async (signal) => {
      const detail = await place.connection.api.enterprises.member(
        { enterprise, username: member.login },
        { signal, priority: 'background' },
      );
      return {
        title: member.login,
        text: detail.user.name,
        facts: [
          [l10n.t('Enterprise'), enterprise],
          [l10n.t('Role'), roleLabel(detail.role)],
          [l10n.t('Active'), detail.active === true ? true : undefined],
        ],
      };
    },
  };
}

export function followerNode(place: AccountPlace, follower: Follower): Node {
  return person(place, follower, 'user', formatAgo(follower.watch_at));
}

export function userNode(place: AccountPlace, user: Person): Node {
  return person(place, user, 'user');
}

/** The members of a repository, grouped by role. */
export function collaboratorsOf(place: RepositoryPlace): Children {
  return grouped({
    pages: (signal) => place.connection.api.members.list.all(apiName(place), { signal }),
    groups: (members) => roleNodes(place, members),
    onPage: ({ items }) => noteMembers(place, items),
  });
}

/** Notes the logins for completion, and the permissions of the account itself. */
function noteMembers({ known, name, connection }: RepositoryPlace, members: readonly Collaborator[]): void {
  known.noteSeen(
    name,
    'people',
    members.map(({ login }) => login),
  );
  const own = connection.account?.login;
  const self = members.find(({ login }) => login.toLowerCase() === own?.toLowerCase());
  const access = self && accessOfMember(self);
  if (own !== undefined && access !== undefined) known.noteOwnPermission(name, own, permissionsOf(access));
}

const ranks: readonly (MemberAccess | undefined)[] = ['admin', 'push', 'pull', undefined];

/** A row for each role, those with more rights first, and below it its members. */
function roleNodes(place: RepositoryPlace, members: readonly Collaborator[]): Node[] {
  const roles = Map.groupBy(members, (member) => memberRoleLabel(member) ?? withoutRoleLabel(accessOfMember(member)));
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

/** The name of a group of members whose role has no name. */
function withoutRoleLabel(access: MemberAccess | undefined): string {
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

/** A member of a repository with the role. */
function collaboratorNode(place: RepositoryPlace, member: Collaborator): Node {
  const access = accessOfMember(member);
  const admin = access === 'admin';
  const limited = member.limited === true ? l10n.t('limited') : undefined;
  const role = memberRoleLabel(member) ?? accessLabel(access);
  const node = person(place, { ...member, name: member.nick_name ?? member.name }, 'member', role, limited);
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
