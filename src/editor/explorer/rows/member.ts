import { l10n } from 'vscode';
import type { Collaborator } from '../../../api/record/member.ts';
import type { EnterpriseMember, Follower, OrganizationMember } from '../../../api/record/organization.ts';
import { webAddressOf } from '../../../domain/hosting/webAddress.ts';
import { formatDate } from '../../kit/messages/format.ts';
import { paged, type Children, type Node, type Tooltip } from '../tree/node.ts';
import {
  accountTarget,
  apiName,
  denied,
  repositoryTarget,
  type AccountPlace,
  type RepositoryPlace,
} from '../state/place.ts';
import { context, described } from './group.ts';

interface Person {
  readonly login: string;
  readonly name?: string | undefined;
}

/** The common parts of all rows of people. */
function person(place: AccountPlace, { login, name }: Person, kind: string, ...words: (string | undefined)[]): Node {
  const shown = name === login ? undefined : name;
  return {
    id: `user:${login}`,
    row: { label: login, description: described(shown, ...words), icon: 'person', context: kind },
    target: {
      ...accountTarget(place),
      username: login,
      label: login,
      url: webAddressOf(place.connection.host, login),
    },
  };
}

export function roleLabel(role: string | undefined): string | undefined {
  if (role === 'admin') return l10n.t('administrator');
  return role === 'member' ? l10n.t('member') : role;
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
          [l10n.t('Active'), detail.active === undefined ? undefined : yesOrNo(detail.active)],
        ],
      };
    },
  };
}

export function followerNode(place: AccountPlace, follower: Follower): Node {
  return person(place, follower, 'user', formatDate(follower.watch_at));
}

export function userNode(place: AccountPlace, user: Person): Node {
  return person(place, user, 'user');
}

/** The members of a repository. */
export function collaboratorsOf(place: RepositoryPlace): Children {
  return paged({
    pages: (signal) => place.connection.api.members.list.all(apiName(place), { signal }),
    node: (member) => collaboratorNode(place, member),
  });
}

/** A member of a repository with the permission. */
export function collaboratorNode(place: RepositoryPlace, member: Collaborator): Node {
  const { permissions } = member;
  const admin = permissions?.admin === true;
  place.known.noteSeen(place.name, 'people', [member.login]);
  const push = permissions?.push === true;
  const access = admin
    ? l10n.t('can administer')
    : push
      ? l10n.t('can push')
      : permissions?.pull === true
        ? l10n.t('can read')
        : member.access_level;
  const limited = member.limited === true ? l10n.t('limited') : undefined;
  const node = person(place, { ...member, name: member.nick_name ?? member.name }, 'member', access, limited);
  return {
    ...node,
    id: `member:${member.login}`,
    row: {
      ...node.row,
      icon: admin ? 'shield' : 'person',
      context: context('member', { admin, push, ...denied(place) }),
    },
    target: { ...node.target, ...repositoryTarget(place) },
    tooltip: (signal) => collaboratorTooltip(place, member, access, signal),
  };
}

async function collaboratorTooltip(
  { connection, name }: RepositoryPlace,
  member: Collaborator,
  access: string | undefined,
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
      [l10n.t('Access'), access],
      [l10n.t('Permission'), permission],
      [l10n.t('Joined'), member.join_way],
      [l10n.t('Until'), formatDate(member.expires_at)],
    ],
  };
}

const yesOrNo = (value: boolean): string => (value ? l10n.t('yes') : l10n.t('no'));
