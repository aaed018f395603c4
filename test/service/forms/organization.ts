import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import type { Enterprise, Organization, Role } from '../state.ts';
import { liveOrganization } from './liveFields.ts';
import { stamp } from './times.ts';
import { avatarUrl, briefUser, userOf, withoutType } from './user.ts';

type Json = Record<string, unknown>;

const apiUrl = (host: Host, login: string): string => `${host.url}/api/v5/orgs/${encodeURIComponent(login)}`;

/** An entry of a list of organizations. */
export function listedOrganization(call: Call, organization: Organization): Json {
  const { host } = call;
  const { id, login, name, description, followers } = organization;
  return {
    id,
    login,
    name,
    avatar_url: avatarUrl(host, login),
    repos_url: `${apiUrl(host, login)}/repos`,
    events_url: `${apiUrl(host, login)}/events`,
    members_url: `${apiUrl(host, login)}/members{/member}`,
    description,
    follow_count: followers.length,
    ...liveOrganization(call, organization),
  };
}

export function singleOrganization(call: Call, organization: Organization): Json {
  const enterprise = organization.enterprise;
  return {
    ...listedOrganization(call, organization),
    ...(enterprise === undefined ? {} : { enterprise }),
    partner: { follows: organization.followers.length },
  };
}

export function memberEntry(host: Host, login: string, role: Role): Json {
  const account = host.state.accounts.get(login);
  if (account === undefined) return { login };
  return {
    ...briefUser(host, account),
    followers_url: `${host.url}/api/v5/users/${encodeURIComponent(login)}/followers`,
    url: `${host.url}/api/v5/users/${encodeURIComponent(login)}`,
    member_role: role,
  };
}

export function memberDetail(host: Host, organization: Organization, login: string): Json {
  const user = withoutType(userOf(host, login) ?? {});
  return { ...groupFields(host, organization), user };
}

function groupFields(host: Host, { id, login, name }: Organization): Json {
  return { id, path: login, name, url: apiUrl(host, login), avatar_url: avatarUrl(host, login) };
}

export function ownMembership(host: Host, organization: Organization, login: string, role: Role): Json {
  const { id, name } = organization;
  return {
    ...groupFields(host, organization),
    user: userOf(host, login),
    active: true,
    role,
    organization: { id, login: organization.login, name },
  };
}

export function followerEntry(host: Host, { login, since }: { login: string; since: number }): Json {
  const account = host.state.accounts.get(login);
  return {
    id: Number.parseInt(account?.id.slice(-6) ?? '0', 16),
    login,
    name: account?.name ?? login,
    avatar_url: avatarUrl(host, login),
    watch_at: stamp(since),
  };
}

export function enterpriseMember(host: Host, enterprise: Enterprise, login: string): Json {
  const member = enterprise.members.get(login);
  const user = withoutType(userOf(host, login) ?? {});
  const root = `${host.url}/api/v5/enterprises/${encodeURIComponent(enterprise.path)}`;
  return {
    user: { ...user, url: `${host.url}/api/v5/users/${encodeURIComponent(login)}` },
    url: `${root}/members/${encodeURIComponent(login)}`,
    active: member?.active ?? false,
    role: member?.role,
  };
}

/** The single form also names the enterprise. */
export function singleEnterpriseMember(host: Host, enterprise: Enterprise, login: string): Json {
  const url = `${host.url}/api/v5/enterprises/${encodeURIComponent(enterprise.path)}`;
  return { ...enterpriseMember(host, enterprise, login), enterprise: { id: enterprise.id, url } };
}

const statuses = [
  { status_name: '待办的', status_id: 1, status_desc: 'To do', service_issue_status: 0 },
  { status_name: '进行中', status_id: 2, status_desc: 'In progress', service_issue_status: 0 },
  { status_name: '已完成', status_id: 3, status_desc: 'Done', service_issue_status: 1 },
];

export const issueTypes = [
  { type_name: 'Bug', type_id: 1, type_desc: 'Something is wrong', status: statuses },
  { type_name: '需求', type_id: 2, type_desc: 'A wish', status: statuses },
  { type_name: '任务', type_id: 3, type_desc: 'Something to do', status: statuses },
];
