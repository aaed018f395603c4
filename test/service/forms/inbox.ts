import type { Call } from '../call.ts';
import { commitsOf, headRepository } from '../pullRequests.ts';
import { fullName, type Issue, type Notice, type PullRequest, type Repository } from '../state.ts';
import { listedPull } from './pullRequest.ts';
import { apiAddress, webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { numbered, numericId, person } from './user.ts';

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

/** What every list has. */
function briefIssue(call: Call, repository: Repository, issue: Issue): Json {
  const { id, title, priority, comments } = issue;
  const { path, name } = repository;
  const closed = issue.state === 'closed';
  return {
    ...{ id, title, priority, body: issue.body, state: closed ? 'closed' : 'open', number: String(issue.number) },
    ...{ html_url: webPage(call, repository, 'issues', issue.number), comments: comments.length, parent_id: 0 },
    ...{ created_at: stamp(issue.created), updated_at: stamp(issue.updated) },
    labels: issue.labels.map((label) => ({ id: repository.labels.get(label)?.id ?? 0, name: label, color: '#e02929' })),
    repository: {
      ...{ id: repository.id, full_name: fullName(repository), path, name },
      ...{ human_name: `${repository.owner} / ${name}`, url: webAddress(call.host, repository) },
    },
  };
}

/** The `id` of the author is a number as text here. */
export function ownIssueForm(call: Call, repository: Repository, issue: Issue): Json {
  const { host, state } = call;
  const brief = briefIssue(call, repository, issue);
  const { owner } = repository;
  const assignee = person(host, issue.assignee, 'avatar_url html_url id object_id login name type');
  const namespace = {
    ...{ id: repository.id, type: state.organizations.has(owner) ? 'enterprise' : 'user', name: owner, path: owner },
    html_url: `${host.url}/${encodeURIComponent(owner)}`,
  };
  return {
    ...brief,
    user: {
      ...person(host, issue.author, 'object_id login name'),
      id: String(numericId(state.accounts.get(issue.author))),
    },
    assignee: assignee ?? {},
    assignees: assignee === null ? [] : [without(assignee, 'avatar_url')],
    repository: { ...(brief.repository as Json), namespace, assigner: {}, paas: '' },
    ...{ depth: 0, visibility_reason: 'public', issue_priority_detail: { title: '无优先级', id: 1627 } },
    issue_state_detail: { title: '待办的', serial: 0, id: 1801 },
    issue_type_detail: { title: issue.type, id: 1755, is_system: false },
  };
}

/** Of an organization: without people. */
export const organizationIssueForm = briefIssue;

/** Without title and times; `name_space` has an underscore. */
export async function organizationPullForm(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { head: sha } = await commitsOf(repository, pull);
  const repo = ({ owner, path }: Repository, more: Json = {}): Json => ({ path, name_space: { path: owner }, ...more });
  const source = headRepository(call.host, repository, pull);
  return {
    id: pull.id,
    html_url: webPage(call, repository, 'merge_requests', pull.number),
    number: pull.number,
    url: `${apiAddress(call.host, repository)}/pulls/${pull.number}`,
    state: pull.state,
    assignees_number: pull.assignees.size,
    assignees: [],
    testers_number: pull.testers.size,
    testers: [],
    mergeable: null,
    can_merge_check: false,
    head: { ref: pull.head, sha, repo: source && repo(source, { assigner: { login: pull.author } }) },
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
    actor: numbered(call.host, actor, 'login name'),
    repository: {
      ...{ id: repository.id, full_name: fullName(repository) },
      ...{ human_name: `${repository.owner} / ${repository.name}`, url: webAddress(call.host, repository) },
    },
  };
}
