import type { inbox as table } from '../../../src/api/endpoints/optional/inbox.ts';
import { ok, Refusal } from '../answer.ts';
import type { Call } from '../call.ts';
import { noticeForm, organizationIssueForm, organizationPullForm, ownIssueForm, ownPullForm } from '../forms/inbox.ts';
import { person } from '../forms/user.ts';
import { commentForm, seesIssue } from '../forms/issue.ts';
import { rightsOf } from '../rights.ts';
import { fullName, type Issue, type Notice, type PullRequest, type Repository } from '../state.ts';
import type { Handlers } from './handler.ts';

type Scope = (pull: PullRequest, login: string) => boolean;

const scopes: Readonly<Record<string, Scope>> = {
  created_by_me: ({ author }, login) => author === login,
  assigned_to_me: ({ assignees, reviewers, testers }, login) =>
    [assignees, reviewers, testers].some((people) => people.has(login)),
  need_my_approve: ({ assignees }, login) => assignees.get(login) === false,
  need_my_review: ({ reviewers, testers }, login) => [reviewers, testers].some((people) => people.get(login) === false),
};

export const inbox: Handlers<typeof table> = {
  pulls: async (call) => {
    const { login } = call.user;
    const asked = call.habits.pullScopes === 'ignored' ? undefined : call.optionalText('scope');
    const isIn = scopes[asked ?? 'created_by_me']!;
    const found = allPulls(call, undefined).filter(({ record }) => isIn(record, login));
    const page = call.page(newestFirst(call, found));
    return ok(await Promise.all(page.map(({ repository, record }) => ownPullForm(call, repository, record))));
  },

  issues: (call) => {
    const filter = call.optionalText('filter') ?? 'assigned';
    const found = allIssues(call, undefined).filter(({ record }) =>
      filter === 'all'
        ? concerns(call, 'created', record) || concerns(call, 'assigned', record)
        : concerns(call, filter, record),
    );
    const page = call.page(newestFirst(call, found));
    return ok(page.map(({ repository, record }) => ownIssueForm(call, repository, record)));
  },

  notifications: (call) => {
    const { repository, notices } = noticesOf(call);
    const isUnread = call.flag('unread') ?? true;
    const found = notices.filter(({ unread, time }) => (unread || !isUnread) && isSince(call, time));
    const { length: total } = found;
    const list = call.page(found.toReversed()).map((notice) => noticeForm(call, repository, notice));
    return ok(call.habits.inboxForms === 'seen' ? { total, list } : { list });
  },

  markRead: (call) => {
    const { notices } = noticesOf(call);
    const ids = [call.params.ids].flat();
    for (const notice of notices) if (ids.includes(notice.id)) notice.unread = false;
    return { status: 200 };
  },

  comments: (call) => {
    const repository = call.repository();
    const isSeen = call.habits.inboxForms === 'seen';
    const sign = call.optionalText('direction') === 'asc' ? 1 : -1;
    const found = [...repository.issues.values()]
      .filter((issue) => seesIssue(call, repository, issue))
      .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
      .filter(({ comment: { created, updated = created } }) => isSince(call, updated))
      .sort((one, other) => sign * (one.comment.created - other.comment.created));
    const size = call.number('per_page') ?? 20;
    const headers = { total_count: `${found.length}`, total_page: `${Math.ceil(found.length / size)}` };
    const json = call.page(found).map(({ issue, comment }) => {
      const user = person(call.host, comment.author, 'id login object_id name html_url');
      const form = { ...commentForm(call, issue, comment), user };
      const { id, title, number } = issue;
      const target = { issue: { id, title, nubmer: number } };
      return isSeen ? form : { ...form, target, created_at: null, updated_at: null };
    });
    return { status: 200, headers, json };
  },

  organizationIssues: (call) => {
    const filter = call.optionalText('filter') ?? 'all';
    const all = allIssues(call, call.organization().login);
    const found = all.filter(({ record }) => filter === 'all' || concerns(call, filter, record));
    const page = call.page(newestFirst(call, found));
    return ok(page.map(({ repository, record }) => organizationIssueForm(call, repository, record)));
  },

  organizationPulls: async (call) => {
    const author = call.optionalText('author');
    const found = allPulls(call, call.organization().login).filter(
      ({ record }) => author === undefined || record.author === author,
    );
    const page = call.page(newestFirst(call, found));
    return ok(await Promise.all(page.map(({ repository, record }) => organizationPullForm(call, repository, record))));
  },
};

const concerns = ({ user: { login } }: Call, filter: string, { author, assignee }: Issue): boolean =>
  (filter === 'created' ? author : assignee) === login;

interface Found<Record> {
  readonly repository: Repository;
  readonly record: Record;
}

/** The repositories that the account may read. `owner`: only of this organization. */
function readable(call: Call, owner: string | undefined): readonly Repository[] {
  const login = call.account?.login;
  return [...call.state.repositories.values()].filter(
    (one) => rightsOf(call.state, one, login).pull && (owner ?? one.owner) === one.owner,
  );
}

function allPulls(call: Call, owner: string | undefined): Found<PullRequest>[] {
  const state = call.optionalText('state') ?? 'all';
  return readable(call, owner)
    .flatMap((repository) => [...repository.pullRequests.values()].map((record) => ({ repository, record })))
    .filter(({ record }) => state === 'all' || state === record.state);
}

function allIssues(call: Call, owner: string | undefined): Found<Issue>[] {
  const closed = call.optionalText('state') === 'closed';
  return readable(call, owner)
    .flatMap((repository) => [...repository.issues.values()].map((record) => ({ repository, record })))
    .filter(({ repository, record }) => seesIssue(call, repository, record))
    .filter(({ record }) => (record.state === 'closed') === closed)
    .filter(({ record }) => (call.names('labels') ?? []).every((label) => record.labels.includes(label)));
}

function newestFirst<T extends Found<Issue | PullRequest>>(call: Call, found: T[]): T[] {
  const time = call.optionalText('sort')?.startsWith('updated') === true ? 'updated' : 'created';
  const sign = call.optionalText('direction') === 'asc' ? 1 : -1;
  return found.sort((one, other) => sign * (one.record[time] - other.record[time]));
}

/** The live service also answers 500 for a repository that does not exist. */
function noticesOf(call: Call): { repository: Repository; notices: readonly Notice[] } {
  const { login } = call.user;
  const name = `${call.text('owner')}/${call.text('repo')}`;
  if (call.habits.inboxForms === 'seen' && !call.state.repositories.has(name)) throw new Refusal(500, '系统错误');
  const repository = call.repository();
  const own = ({ to, repository: at }: Notice): boolean => to === login && at === fullName(repository);
  return { repository, notices: call.state.notices.filter(own) };
}

const isSince = (call: Call, time: number): boolean =>
  !call.has('since') || Math.floor(time / 1000) >= Math.floor(Date.parse(call.text('since')) / 1000);
