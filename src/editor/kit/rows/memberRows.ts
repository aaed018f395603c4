import { l10n } from 'vscode';
import type { EnterpriseMember, Follower, OrganizationMember } from '../../../api/record/organization.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { formatAgo } from '../messages/format.ts';
import { roleLabel } from '../messages/roles.ts';
import type { Node, Tooltip } from '../tree/node.ts';
import { accountTarget, type AccountPlace } from './place.ts';
import { context, described } from './group.ts';

interface Person {
  readonly login: string;
  readonly name?: string | undefined;
}

export function personNode(
  place: AccountPlace,
  { login, name }: Person,
  kind: string,
  ...words: (string | undefined)[]
): Node {
  const displayName = name === login ? undefined : name;
  return {
    id: `user:${login}`,
    row: {
      label: login,
      description: described(displayName, ...words),
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
  const { login, name, member_role: role } = member;
  const kind = context('organizationMember', { noadmin: mine !== undefined && mine !== 'admin' });
  const node = personNode(place, member, kind, roleLabel(role));
  return detailed(node, login, { org }, async (options) => {
    const detail = await place.connection.api.organizations.member({ org, username: login }, options);
    const organization = [l10n.t('Organization'), detail.name ?? detail.path ?? org] as const;
    return { text: detail.user?.name ?? name, facts: [organization, [l10n.t('Role'), roleLabel(role)]] };
  });
}

/** `node` of a person with more arguments for commands, and a tooltip that is requested. */
function detailed(
  node: Node,
  title: string,
  more: NonNullable<Node['target']>,
  read: (options: CallOptions) => Promise<Omit<Tooltip, 'title'>>,
): Node {
  return {
    ...node,
    target: { ...node.target, ...more },
    tooltip: async (signal) => ({ title, ...(await read({ signal, priority: 'background' })) }),
  };
}

export function enterpriseMemberNode(place: AccountPlace, enterprise: string, member: EnterpriseMember): Node {
  const inactive = member.active === false ? l10n.t('inactive') : undefined;
  const node = personNode(place, member.user, 'enterpriseMember', roleLabel(member.role), inactive);
  return detailed(node, member.login, { enterprise }, async (options) => {
    const at = { enterprise, username: member.login };
    const { user, role, active } = await place.connection.api.enterprises.member(at, options);
    return {
      text: user.name,
      facts: [
        [l10n.t('Enterprise'), enterprise],
        [l10n.t('Role'), roleLabel(role)],
        [l10n.t('Active'), active === true ? true : undefined],
      ],
    };
  });
}

export function followerNode(place: AccountPlace, follower: Follower): Node {
  return personNode(place, follower, 'user', formatAgo(follower.watch_at));
}

export function userNode(place: AccountPlace, user: Person): Node {
  return personNode(place, user, 'user');
}
