import type { issues as table } from '../../../src/api/endpoints/issues.ts';
import type { issueBranches as branchTable } from '../../../src/api/endpoints/optional/more.ts';
import { forbidden, invalid, missing, ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { commentForm, issueForm, seesIssue } from '../forms/issue.ts';
import { countHeaders, selectIssues } from '../issueSelection.ts';
import { eventOf, labelWords, rewrite } from '../log.ts';
import type { ownEndpoints } from '../ownEndpoints.ts';
import { rightsOf } from '../rights.ts';
import type { Account, Issue, Repository } from '../state.ts';
import { made, changed, type Handlers } from './handler.ts';
import { modifyHistory, reactions } from './history.ts';

export const issues: Handlers<typeof table & typeof ownEndpoints.issues> = {
  create: (call) => {
    const repository = withIssues(call.writable('pull'));
    const now = Date.now();
    const issue: Issue = {
      id: call.state.nextId(),
      number: Math.max(0, ...repository.issues.keys()) + 1,
      title: call.text('title'),
      body: call.text('body'),
      state: 'opened',
      author: call.user.login,
      labels: [],
      private: call.flag('security_hole') ?? false,
      priority: 0,
      type: '任务',
      severity: 'Major',
      created: now,
      updated: now,
      comments: [],
    };
    change(call, repository, issue);
    repository.issues.set(issue.number, issue);
    announce(call, repository, issue, 'open', call.user);
    return made(call, issueForm(call, repository, issue, 'written'));
  },

  edit: (call) => {
    const repository = withIssues(call.writable('pull'));
    const issue = findIssue(call, repository);
    const { user } = call;
    const mine = issue.author === user.login || issue.assignee === user.login;
    if (!mine && !rightsOf(call.state, repository, user.login).push) throw forbidden();
    const { title, labels, milestone } = issue;
    change(call, repository, issue);
    issue.title = call.text('title');
    rewrite(call, issue, call.optionalText('body') ?? issue.body);
    note(call, issue, [
      ...(title === issue.title ? [] : [['title', `changed title from **${title}** to **${issue.title}**`] as const]),
      ...(milestone === issue.milestone
        ? []
        : [
            [
              'milestone',
              `changed milestone to ${repository.milestones.get(issue.milestone ?? 0)?.title ?? 'none'}`,
            ] as const,
          ]),
      ...labelWords(labels, issue.labels).map((words) => ['label', words] as const),
    ]);
    issue.private = call.flag('security_hole') ?? issue.private;
    issue.updated = Date.now();
    const wanted = call.optionalText('state');
    if (wanted === 'close' && issue.state === 'opened') {
      [issue.state, issue.finished] = ['closed', issue.updated];
      note(call, issue, [['closed', 'closed on the web']]);
      announce(call, repository, issue, 'close', user);
    } else if (wanted === 'reopen' && issue.state === 'closed') {
      [issue.state, issue.finished] = ['opened', undefined];
      note(call, issue, [['opened', 'reopened on the web']]);
      announce(call, repository, issue, 'reopen', user);
    }
    return changed(call, issueForm(call, repository, issue, 'written'));
  },

  get: (call) => {
    const repository = call.repository();
    return { status: 200, json: issueForm(call, repository, findIssue(call, repository), 'single') };
  },

  list: (call) => {
    const repository = withIssues(call.repository());
    const { matching, counted } = selectIssues(call, repository);
    const page = call.page(matching);
    return {
      status: 200,
      headers: call.habits.countHeaders ? countHeaders(call, matching, counted) : {},
      json: page.map((issue) => issueForm(call, repository, issue, 'list')),
    };
  },

  comments: (call) => {
    const repository = call.repository();
    const issue = findIssue(call, repository);
    const since = Date.parse(call.optionalText('since') ?? '') || -Infinity;
    const comments = issue.comments.filter(({ created }) => created >= since);
    const { commentOrder } = call.habits;
    const order = call.optionalText('order') ?? (commentOrder === 'oldest first' ? 'asc' : 'desc');
    if (order === 'desc' || commentOrder === 'always newest first') comments.reverse();
    return { status: 200, json: call.page(comments).map((comment) => commentForm(call, issue, comment)) };
  },

  reactions: (call) => reactions(call, findIssue(call, call.repository())),
  modifyHistory: (call) => modifyHistory(call, findIssue(call, call.repository())),
};

/** The branches of an issue, as one list that is replaced. */
export const issueBranches: Handlers<typeof branchTable> = {
  list: (call) => ok(findIssue(call, call.repository()).relatedBranches ?? []),

  set: async (call) => {
    const repository = call.writable();
    const issue = findIssue(call, repository);
    const names = (call.params.branch_names as unknown[]).map(String);
    const { branches } = await (await repository.git()).refs();
    const unknown = names.find((name) => !branches.has(name));
    if (unknown !== undefined) throw missing(`404 Branch Not Found: ${unknown}`);
    issue.relatedBranches = names;
    return changed(call, names);
  },
};

function note(call: Call, issue: Issue, events: readonly (readonly [action: string, content: string])[]): void {
  if (events.length === 0) return;
  issue.events = [...(issue.events ?? []), ...events.map(([action, content]) => eventOf(call, action, content))];
}

function withIssues(repository: Repository): Repository {
  if (repository.modules.has_issue === false) throw forbidden('Issues are switched off for this repository');
  return repository;
}

export function findIssue(call: Call, repository: Repository): Issue {
  const issue = repository.issues.get(Number(call.text('number')));
  if (issue === undefined || !seesIssue(call, repository, issue)) throw missing('404 Issue Not Found');
  return issue;
}

/** Applies the inputs that creation and editing share; refuses before any change. */
function change(call: Call, repository: Repository, issue: Issue): void {
  const assignee = call.optionalText('assignee');
  if (assignee !== undefined && assignee !== '' && !call.state.accounts.has(assignee))
    throw invalid(`assignee ${assignee} does not exist`);
  const milestone = call.number('milestone');
  if (milestone !== undefined && milestone !== 0 && !repository.milestones.has(milestone))
    throw invalid(`milestone ${milestone} does not exist`);
  if (call.habits.emptyClears === 'refused' && (assignee === '' || milestone === 0))
    throw invalid(`${milestone === 0 ? 'milestone' : 'assignee'} is invalid`);
  const labels = call.names('labels');
  const unknown = labels?.filter((name) => !repository.labels.has(name)) ?? [];
  if (unknown.length > 0 && call.habits.unknownLabel === 'refused')
    throw new Refusal(400, `label ${unknown.join(', ')} does not exist`, { code: 404, codeName: 'UN_KNOW' });
  if (call.habits.unknownLabel === 'created') for (const name of unknown) addLabel(call, repository, name);
  if (labels !== undefined) {
    const known = labels.filter((name) => repository.labels.has(name));
    const before = call.habits.labelsOnEdit === 'add' ? issue.labels : [];
    issue.labels = [...new Set([...before, ...known])];
  }
  const { emptyClears } = call.habits;
  if (assignee === '' ? emptyClears === 'cleared' : assignee !== undefined) issue.assignee = assignee || undefined;
  if (milestone === 0 ? emptyClears === 'cleared' : milestone !== undefined) issue.milestone = milestone || undefined;
}

function addLabel({ state }: Call, { labels }: Repository, name: string): void {
  labels.set(name, { id: state.nextId(), name, color: '#ededed', description: '' });
}

function announce(call: Call, repository: Repository, issue: Issue, action: string, by: Account): void {
  const { id, number, title, state, body } = issue;
  call.host.deliver(repository, 'issues_events', by, { action, issue: { id, number, title, state, body } });
}
