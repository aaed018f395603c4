import { l10n } from 'vscode';
import type { Organization } from '../../../api/record/organization.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { OrganizationFilter } from '../../../domain/issues/queries.ts';
import { organizationPage, webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { formatCount } from '../../kit/messages/format.ts';
import { roleLabel } from '../../kit/messages/roles.ts';
import { deferred, fixed, paged, type Node, type Tooltip } from '../../kit/tree/node.ts';
import { accountTarget, type AccountPlace } from '../../kit/rows/place.ts';
import { context, described, group } from '../../kit/rows/group.ts';
import { followerNode, organizationMemberNode, enterpriseMemberNode } from '../../kit/rows/memberRows.ts';
import { repositoryNode } from '../../kit/rows/repositoryRow.ts';
import { organizationRecords, type OrganizationSource } from './organizationRecordRows.ts';

export function organizationList(host: string, org: string): string {
  return `organization/${host}/${org}`;
}

export function organizationNode(place: AccountPlace, source: OrganizationSource, organization: Organization): Node {
  const org = organization.path ?? organization.login;
  const { api, host } = place.connection;
  const list = organizationList(host.id, org);
  const filter = (): OrganizationFilter => source.filters.get(list, OrganizationFilter) ?? {};
  const name = organization.name === org ? undefined : organization.name;
  return {
    id: `organization:${org}`,
    list,
    get row() {
      const { type = 'all' } = filter();
      const narrowed = type === 'all' ? undefined : visibilityLabel(type);
      return {
        label: org,
        description: described(name, narrowed),
        icon: 'organization',
        context: context('organization', { filtered: narrowed !== undefined }),
      };
    },
    target: {
      ...accountTarget(place),
      org,
      label: org,
      url: organizationPage(organization) ?? webAddressOf(host, org),
    },
    tooltip: (signal) => organizationTooltip(place, org, organization.my_role, signal),
    children: paged({
      pages: (signal) => api.organizations.repositories.all({ org, ...filter() }, { signal }),
      node: (repository) => repositoryNode(place, repository, org),
      above: () => [membersNode(place, org), followersNode(place, org), ...organizationRecords(place, source, org)],
    }),
  };
}

export function visibilityLabel(visibility: 'public' | 'private'): string {
  return visibility === 'public' ? l10n.t('only public ones') : l10n.t('only private ones');
}

async function organizationTooltip(
  { connection }: AccountPlace,
  org: string,
  listedRole: string | undefined,
  signal: AbortSignal,
): Promise<Tooltip> {
  const organization = await connection.api.organizations.get({ org }, { signal, priority: 'background' });
  const followers = organization.follow_count ?? organization.partner?.follows;
  return {
    title: organization.name ?? org,
    text: organization.description,
    facts: [
      [l10n.t('My role'), roleLabel(organization.my_role ?? listedRole)],
      [l10n.t('Enterprise'), organization.enterprise],
      [l10n.t('Followers'), followers === undefined ? undefined : formatCount(followers)],
      [l10n.t('Page'), organizationPage(organization)],
    ],
  };
}

function membersNode(place: AccountPlace, org: string): Node {
  const { api } = place.connection;
  const role = (value: 'admin' | 'member', label: string, mine: string | undefined): Node =>
    group(
      `role:${value}`,
      { label, icon: value === 'admin' ? 'shield' : 'organization', context: 'role' },
      paged({
        pages: (signal) => api.organizations.members.all({ org, role: value }, { signal }),
        node: (member) => organizationMemberNode(place, org, member, mine),
      }),
    );
  const row = { label: l10n.t('Members'), icon: 'organization', context: 'organizationMembers' };
  const children = deferred(async (signal) => {
    const membership = await unlessFailed(place.connection.api.users.membership({ org }, { signal }), 'missing');
    const roleName = membership === undefined ? l10n.t('not a member') : roleLabel(membership.role);
    const own = described(roleName, membership?.active === false ? l10n.t('inactive') : undefined);
    const mine = membership === undefined ? 'none' : membership.role;
    return fixed(() => [
      { id: 'ownRole', row: { label: l10n.t('My role'), description: own, icon: 'account', context: 'ownRole' } },
      role('admin', l10n.t('Administrators'), mine),
      role('member', l10n.t('Other members'), mine),
    ]);
  });
  return { ...group('members', row, children), target: { ...accountTarget(place), org } };
}

function followersNode(place: AccountPlace, org: string): Node {
  return group(
    'followers',
    { label: l10n.t('Followers'), icon: 'heart', context: 'followers' },
    paged({
      pages: (signal) => place.connection.api.organizations.followers.all({ owner: org }, { signal }),
      node: (follower) => followerNode(place, follower),
    }),
  );
}

/** By its path. The API lists no enterprises: only those in records or asked for are shown. */
export function enterpriseNode(place: AccountPlace, enterprise: string): Node {
  const { api, host } = place.connection;
  const role = (value: 'admin' | 'member', label: string): Node =>
    group(
      `role:${value}`,
      { label, icon: value === 'admin' ? 'shield' : 'organization', context: 'role' },
      paged({
        pages: (signal) => api.enterprises.members.all({ enterprise, role: value }, { signal }),
        node: (member) => enterpriseMemberNode(place, enterprise, member),
      }),
    );
  return {
    id: `enterprise:${enterprise}`,
    row: { label: enterprise, icon: 'briefcase', context: 'enterprise' },
    target: { ...accountTarget(place), enterprise, label: enterprise, url: webAddressOf(host, enterprise) },
    children: fixed(() => [role('admin', l10n.t('Administrators')), role('member', l10n.t('Other members'))]),
  };
}
