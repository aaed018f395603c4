import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { fullName, type Repository } from '../state.ts';
import { liveRepository, permissionField } from './liveFields.ts';
import { stamp } from './times.ts';
import { avatarUrl, userOf } from './user.ts';

type Json = Record<string, unknown>;

interface Owner {
  readonly id: number;
  readonly type: 'group' | 'user';
  readonly name: string;
}

function ownerOf({ state }: Host, login: string): Owner {
  const organization = state.organizations.get(login);
  if (organization !== undefined) return { id: organization.id, type: 'group', name: organization.name };
  const account = state.accounts.get(login);
  const id = Number.parseInt(account?.id.slice(-6) ?? '0', 16);
  return { id, type: 'user', name: account?.name ?? login };
}

export const humanName = (host: Host, repository: Repository): string =>
  `${ownerOf(host, repository.owner).name} / ${repository.name}`;

/** An address that any name fits into, slashes of the repository's address kept. */
const addressOf = (repository: Repository): string =>
  `${encodeURIComponent(repository.owner)}/${encodeURIComponent(repository.path)}`;

export const webAddress = (host: Host, repository: Repository): string => `${host.url}/${addressOf(repository)}`;
export const apiAddress = (host: Host, repository: Repository): string =>
  `${host.url}/api/v5/repos/${addressOf(repository)}`;

/** Lists, search and get. */
export function summary(call: Call, repository: Repository): Json {
  const { host, state } = call;
  const login = call.account?.login;
  const owner = ownerOf(host, repository.owner);
  const web = webAddress(host, repository);
  const enterprise = state.organizations.get(repository.owner)?.enterprise;
  const enterpriseId = enterprise === undefined ? undefined : state.enterprises.get(enterprise)?.id;
  const person = owner.type === 'user' ? repository.owner : repository.creator;
  return {
    id: repository.id,
    full_name: fullName(repository),
    human_name: humanName(host, repository),
    url: apiAddress(host, repository),
    namespace: {
      id: owner.id,
      type: owner.type,
      name: owner.name,
      path: repository.owner,
      html_url: `${host.url}/${encodeURIComponent(repository.owner)}`,
    },
    path: repository.path,
    name: repository.name,
    description: repository.description,
    status: repository.archived ? '关闭' : '开始',
    ssh_url_to_repo: `git@${new URL(host.url).hostname}:${fullName(repository)}.git`,
    http_url_to_repo: call.habits.gitAddress === 'with .git' ? `${web}.git` : web,
    web_url: web,
    readme_url: `${web}/blob/${repository.defaultBranch}/README.md`,
    homepage: repository.homepage || web,
    created_at: stamp(repository.created),
    updated_at: stamp(repository.updated),
    pushed_at: stamp(repository.pushed),
    members: [...repository.members.keys()],
    assignee: repository.reviewers.assignees.map((one) => userOf(host, one)).filter((user) => user !== null),
    assigner: userOf(host, repository.creator),
    owner: userOf(host, person),
    creator: creatorOf(host, repository.creator),
    forks_count: repository.forks,
    stargazers_count: repository.stars,
    watchers_count: repository.watchers,
    open_issues_count: openIssues(repository),
    assignees_number: repository.reviewers.assignees_number,
    project_labels: [],
    relation: repository.owner === login ? 'master' : 'member',
    ...permissionField(call, repository),
    internal: repository.visibility === 'internal',
    fork: repository.fork,
    ...originOf(host, repository),
    private: repository.visibility === 'private',
    public: repository.visibility === 'public',
    has_issue: repository.modules.has_issue ?? true,
    watched: repository.owner === login,
    ...liveRepository(call, repository),
    ...(enterprise === undefined
      ? {}
      : {
          enterprise: { id: enterpriseId, path: enterprise, html_url: `${host.url}/${enterprise}`, type: 'enterprise' },
        }),
    default_branch: repository.defaultBranch,
    license: repository.license,
    project_creator: repository.creator,
    issue_template_source: 'project',
    partner: { star: repository.stars, fork: repository.forks, watch: repository.watchers },
  };
}

/** A deleted parent is not named. */
function originOf(host: Host, { parent: name = '' }: Repository): Json {
  const parent = host.state.repositories.get(name);
  if (parent === undefined) return {};
  const human_name = humanName(host, parent);
  return { parentfull_name: name, parent: { full_name: name, human_name, url: apiAddress(host, parent) } };
}

/** The answer to a new fork. */
export function forkedForm(host: Host, repository: Repository): Json {
  const { id, full_name, human_name, url, namespace } = createdForm(host, repository);
  return { id, full_name, human_name, url, namespace };
}

/** In the list of the forks of a repository. */
export function listedFork(call: Call, repository: Repository): Json {
  const isPrivate = repository.visibility === 'private';
  return { ...summary(call, repository), private: Number(isPrivate), public: Number(!isPrivate) };
}

const openIssues = ({ issues }: Repository): number => {
  let open = 0;
  for (const issue of issues.values()) if (issue.state === 'opened') open += 1;
  return open;
};

function creatorOf(host: Host, login: string): Json {
  const account = host.state.accounts.get(login);
  return {
    id: account?.id ?? '',
    arts_id: account?.id ?? '',
    username: login,
    nickname: account?.name ?? login,
    email: account?.email ?? '',
    photo: avatarUrl(host, login),
  };
}

/** Creation and update: no default branch, no web or clone address. */
export function createdForm(host: Host, repository: Repository): Json {
  const owner = ownerOf(host, repository.owner);
  return {
    id: repository.id,
    full_name: fullName(repository),
    human_name: humanName(host, repository),
    url: apiAddress(host, repository),
    path: repository.path,
    name: repository.name,
    description: repository.description,
    private: repository.visibility === 'private',
    public: repository.visibility === 'public',
    visibility: repository.visibility === 'public' ? 'public' : 'private',
    homepage: repository.homepage,
    namespace: {
      id: owner.id,
      name: owner.name,
      path: repository.owner,
      develop_mode: 'normal',
      region: null,
      cell: 'default',
      kind: owner.type,
      full_path: repository.owner,
      full_name: owner.name,
      parent_id: null,
      visibility_level: 20,
      enable_file_control: null,
      owner_id: null,
    },
    empty_repo: null,
    starred: null,
    owner: null,
    creator: null,
    forked_from_project: null,
    item_type: null,
    main_repository_language: null,
  };
}
