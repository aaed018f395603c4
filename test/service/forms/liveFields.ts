import type { Call } from '../call.ts';
import type { Organization, Repository } from '../state.ts';
import { rightsOf, roleIn } from '../rights.ts';

type Json = Record<string, unknown>;

const colors: Readonly<Record<string, string>> = {
  TypeScript: '#3178c6',
  Go: '#00ADD8',
  Shell: '#89e051',
  HTML: '#e34c26',
};

/** Fields of a repository that the live service sends and the description does not list. */
export function liveRepository({ state }: Call, { owner, language, modules, type }: Repository): Json {
  return {
    ...(state.accounts.has(owner) ? { enterprise: { path: owner, type: 'user' } } : {}),
    ...(language === null ? {} : { language, main_repository_language: [language, colors[language] ?? '#cccccc'] }),
    repo_type: type,
    has_issues: modules.has_issue ?? true,
    has_wiki: modules.has_wiki ?? true,
    pull_requests_enabled: modules.has_merge_request ?? true,
  };
}

/** What a repository tells of the permissions of the account. */
export function permissionField({ habits, state, account }: Call, repository: Repository): Json {
  const permission = rightsOf(state, repository, account?.login);
  switch (habits.repositoryPermission) {
    case 'all':
      return { permission };
    case 'only denied push':
      return { permission: { push: false } };
    case 'absent':
      return {};
  }
}

const roles: Readonly<Record<string, { level: number; name: string; nameCn: string; permission: string }>> = {
  owner: { level: 50, name: 'Owner', nameCn: '所有者', permission: 'admin' },
  admin: { level: 40, name: 'Maintainer', nameCn: '维护者', permission: 'admin' },
  push: { level: 30, name: 'Developer', nameCn: '开发者', permission: 'write' },
  pull: { level: 15, name: 'Reporter', nameCn: '报告者', permission: 'read' },
};

/** The role of a member; a custom role has the level of a developer and its own name. */
export function liveRole({ habits }: Call, repository: Repository, login: string, permission: string): Json {
  const role = roles[login === repository.owner ? 'owner' : permission];
  const access_level = role?.level ?? 30;
  if (!habits.memberRole) return { access_level };
  return {
    access_level,
    role_name: role?.name ?? permission,
    role_name_cn: role?.nameCn ?? permission,
    permission: role?.permission ?? 'write',
  };
}

export const liveOrganization = ({ host, state, account }: Call, { login }: Organization): Json => ({
  url: `${host.url}/${encodeURIComponent(login)}`,
  my_role: roleIn(state, login, account?.login) ?? null,
});
