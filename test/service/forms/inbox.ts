import type { Call } from '../call.ts';
import { headRepository } from '../pullRequests.ts';
import { fullName, type Issue, type Notice, type PullRequest, type Repository } from '../state.ts';
import { issueForm } from './issue.ts';
import { listedPull } from './pullRequest.ts';
import { webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { userOf } from './user.ts';

type Json = Record<string, unknown>;

const without = (form: Json = {}, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));

const webPage = (call: Call, repository: Repository, kind: string, number: number): string =>
  `${webAddress(call.host, repository)}/${kind}/${number}`;

/** As the list of a repository, without the commits of both branches. */
export async function ownPullForm(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const form = await listedPull(call, repository, pull);
  const [head, base] = [form.head, form.base] as Json[];
  return {
    ...without(form, 'can_merge_check', 'prune_branch', 'force_remove_source_branch'),
    ...{ head: without(head, 'sha'), base: without(base, 'sha') },
  };
}

export function ownIssueForm(call: Call, repository: Repository, issue: Issue): Json {
  const form = issueForm(call, repository, issue, 'list');
  const { owner, id, path, name } = repository;
  return {
    ...without(form, 'milestone'),
    assignees: form.assignee === null ? [] : [form.assignee],
    depth: 0,
    parent_id: 0,
    repository: {
      ...{ id, full_name: fullName(repository), human_name: `${owner} / ${name}`, path, name },
      url: webAddress(call.host, repository),
      namespace: { type: call.state.organizations.has(owner) ? 'enterprise' : 'user', path: owner },
    },
  };
}

/** Without title and times; `name_space` has an underscore. */
export function organizationPullForm(call: Call, repository: Repository, pull: PullRequest): Json {
  const repo = ({ owner, path }: Repository, more: Json = {}): Json => ({ path, name_space: { path: owner }, ...more });
  const source = headRepository(call.host, repository, pull);
  return {
    id: pull.id,
    html_url: webPage(call, repository, 'merge_requests', pull.number),
    number: pull.number,
    state: pull.state,
    assignees_number: pull.assignees.size,
    assignees: [],
    testers_number: pull.testers.size,
    testers: [],
    mergeable: null,
    can_merge_check: false,
    head: { ref: pull.head, repo: source && repo(source, { assigner: { login: pull.author } }) },
    base: { ref: null, sha: null, repo: repo(repository) },
  };
}

export function noticeForm(call: Call, repository: Repository, { kind, number, actor, ...notice }: Notice): Json {
  return {
    id: notice.id,
    content: notice.content,
    type: notice.type,
    unread: notice.unread,
    update_at: stamp(notice.time),
    html_url: webPage(call, repository, kind, number),
    actor: userOf(call.host, actor),
    repository: {
      ...{ id: repository.id, full_name: fullName(repository) },
      ...{ human_name: `${repository.owner} / ${repository.name}`, url: webAddress(call.host, repository) },
    },
  };
}
