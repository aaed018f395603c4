import type { Call } from '../call.ts';
import { rightsOf } from '../rights.ts';
import type { Comment, Issue, Milestone, RecordEvent, Repository } from '../state.ts';
import { fullName } from '../state.ts';
import { apiAddress, webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { avatarUrl, issueUser, person, userOf } from './user.ts';

type Json = Record<string, unknown>;

/** `number` is text; the description has an int in single replies. */
function numberOf({ habits }: Call, { number }: Issue, single: boolean): number | string {
  return habits.issueNumber === 'number' || (habits.issueNumber === 'described' && single) ? number : String(number);
}

const address = (call: Call, repository: Repository, { number }: Issue): string =>
  `${webAddress(call.host, repository)}/issues/${number}`;

export const labelsOf = ({ habits }: Call, repository: Repository, { labels }: Pick<Issue, 'labels'>): unknown[] =>
  labels.map((name) => {
    const { id, color, description } = repository.labels.get(name) ?? { id: 0, color: '#888888', description: '' };
    const dark = Number.parseInt(color.slice(3, 5), 16) < 0xa0;
    const dates = { created_at: stamp(repository.created), updated_at: stamp(repository.updated) };
    const live = { text_color: dark ? '#FFFFFF' : '#000000', description, ...dates };
    return { id, name, color, ...(habits.liveFields ? live : {}) };
  });

const priorities = ['无', '无', '主要', '次要', '严重'];

/** Type, stage and priority by their titles, as the live service adds them. */
function titlesOf({ priority, type }: Issue): Json {
  return {
    issue_type_detail: { id: type.length, title: type, is_system: true },
    issue_priority_detail: priority < 2 ? null : { id: 110 + priority, title: priorities[priority] },
    visibility_reason: 'public',
  };
}

const assigneesOf = ({ host }: Call, { assignee }: Issue): unknown[] =>
  assignee === undefined ? [] : [person(host, assignee, 'id login object_id name html_url')];

/** Create, edit, get (`single`) and list. */
export function issueForm(call: Call, repository: Repository, issue: Issue, form: 'written' | 'single' | 'list'): Json {
  const { host, habits } = call;
  const milestone = repository.milestones.get(issue.milestone ?? -1);
  const closed = issue.state === 'closed';
  return {
    id: issue.id,
    html_url: address(call, repository, issue),
    number: numberOf(call, issue, form !== 'list'),
    state: closed ? 'closed' : habits.openState,
    title: issue.title,
    body: issue.body,
    user: issueUser(host, issue.author),
    assignee: issueUser(host, issue.assignee),
    repository: repositoryPart(call, repository, form !== 'written'),
    created_at: stamp(issue.created),
    updated_at: stamp(issue.updated),
    finished_at: issue.finished === undefined ? '' : stamp(issue.finished),
    labels: labelsOf(call, repository, issue),
    priority: issue.priority,
    issue_type: issue.type,
    issue_state: closed ? '已完成' : '待办的',
    issue_state_detail: { id: closed ? 63 : 61, title: closed ? '已完成' : '待办的', serial: closed ? 3 : 1 },
    stage: 'New',
    severity: issue.severity,
    security_hole: issue.private,
    comments: issue.comments.length,
    ...(habits.liveFields ? { ...titlesOf(issue), assignees: assigneesOf(call, issue) } : {}),
    ...(habits.issueMilestone && milestone !== undefined
      ? { milestone: milestoneForm(call, repository, milestone) }
      : {}),
  };
}

function repositoryPart({ host }: Call, repository: Repository, more: boolean): Json {
  const { reviewers } = repository;
  const people = (logins: readonly string[]): unknown[] => logins.map((login) => userOf(host, login));
  return {
    id: repository.id,
    full_name: fullName(repository),
    path: repository.path,
    name: repository.name,
    description: repository.description,
    created_at: stamp(repository.created),
    updated_at: stamp(repository.updated),
    ...(more
      ? {
          assigner: userOf(host, repository.creator),
          pushed_at: stamp(repository.pushed),
          paas: '',
          assignees_number: reviewers.assignees_number,
          testers_number: reviewers.testers_number,
          assignee: people(reviewers.assignees),
          testers: people(reviewers.testers),
        }
      : {}),
  };
}

/** An issue of a pull request: its times have other names. */
export function linkedIssue(call: Call, repository: Repository, issue: Issue): Json {
  const labels = issue.labels.map((name) => {
    const { id = 0, color = '#888888' } = repository.labels.get(name) ?? {};
    return { id, color, name, text_color: '#FFFFFF' };
  });
  return {
    ...{ number: String(issue.number), title: issue.title, state: issue.state === 'closed' ? 'closed' : 'open' },
    ...{
      url: `${apiAddress(call.host, repository)}/issues/${issue.number}`,
      html_url: address(call, repository, issue),
    },
    ...{ id: issue.id, body: issue.body, user: person(call.host, issue.author, 'id login name html_url'), labels },
    repository: {
      ...{ full_name: fullName(repository), created_at: stamp(repository.created) },
      updated_at: stamp(repository.updated),
    },
    ...{ issue_created_at: stamp(issue.created), issue_updated_at: stamp(issue.updated) },
  };
}

/** An entry of its log; the time of its change is called `update_at` here. */
export const issueEvent = ({ host }: Call, issue: Issue, event: RecordEvent): Json => ({
  ...{ id: event.id, user: person(host, event.author, 'html_url id login name'), content: event.content },
  ...{ created_at: stamp(event.created), action_type: event.action, update_at: stamp(event.created) },
  issue_id: String(issue.id),
});

/** A search result. */
export function searchedIssue(call: Call, repository: Repository, issue: Issue): Json {
  const { host } = call;
  const { owner } = repository;
  const url = `${host.url}/${encodeURIComponent(owner)}`;
  const name = host.state.organizations.get(owner)?.name ?? host.state.accounts.get(owner)?.name ?? owner;
  const user = { avatar_url: avatarUrl(host, owner), html_url: url, id: owner, login: owner, name, type: 'User' };
  return {
    id: issue.id,
    html_url: address(call, repository, issue),
    number: numberOf(call, issue, false),
    state: issue.state === 'closed' ? 'closed' : 'open',
    title: issue.title,
    body: issue.body,
    repository: {
      id: repository.id,
      full_name: fullName(repository),
      human_name: `${name} / ${repository.name}`,
      path: repository.path,
      name: repository.name,
      url: apiAddress(host, repository),
      owner: userOf(host, owner) ?? user,
    },
    created_at: stamp(issue.created),
    updated_at: stamp(issue.updated),
    labels: labelsOf(call, repository, issue),
    priority: issue.priority,
    comments: issue.comments.length,
    parent_id: 0,
  };
}

export function commentForm(call: Call, issue: Issue, comment: Comment): Json {
  const { created, updated = created } = comment;
  return {
    id: comment.id,
    body: comment.body,
    user: issueUser(call.host, comment.author),
    target: { issue: { id: issue.id, title: issue.title, number: issue.number } },
    ...(call.habits.commentTime ? { created_at: stamp(created), updated_at: stamp(updated) } : {}),
  };
}

export function milestoneForm(call: Call, repository: Repository, milestone: Milestone): Json {
  const counts = { open: 0, closed: 0 };
  for (const issue of repository.issues.values())
    if (issue.milestone === milestone.number) counts[issue.state === 'closed' ? 'closed' : 'open'] += 1;
  return {
    closed_issues: counts.closed,
    created_at: stamp(milestone.created),
    description: milestone.description,
    ...(milestone.due === undefined ? {} : { due_on: milestone.due }),
    number: milestone.number,
    open_issues: counts.open,
    repository_id: repository.id,
    state: milestone.state === 'open' ? 'active' : 'closed',
    title: milestone.title,
    updated_at: stamp(milestone.updated),
    url: `${webAddress(call.host, repository)}/milestones/${milestone.index}`,
  };
}

/** Whether an account may read an issue. A private one needs the author, the assignee or push permission. */
export function seesIssue(call: Call, repository: Repository, issue: Issue): boolean {
  const login = call.account?.login;
  const own = login !== undefined && (issue.author === login || issue.assignee === login);
  return !issue.private || own || rightsOf(call.state, repository, login).push;
}
