import type { Api } from '../../../api/client/client.ts';
import type { Issue, IssueComment } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { foldCase } from '../../../core/text.ts';
import { allFit, confirmedChange, createOnce, findCreated, isBy, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import { equalValues, field, type RecordState } from '../text/recordField.ts';
import {
  createdIn,
  notesOf,
  sameText,
  valuesOf,
  valueText,
  type Kind,
  type LoadedRecord,
  type RecordScope,
} from './kind.ts';
import { milestoneNumber } from './milestone.ts';

const commentsPerPage = 100;

const aliases = new Map(Object.entries({ open: 'opened', reopen: 'opened', reopened: 'opened', close: 'closed' }));

export const issueKind: Kind = {
  kind: 'issues',
  fields: [
    field('title', 'text', { required: true }),
    field('state', 'choice', {
      values: ['opened', 'closed'],
      newValues: ['opened'],
      aliases,
      initial: 'opened',
    }),
    field('labels', 'names', { source: 'labels' }),
    field('assignee', 'text', { source: 'people' }),
    field('milestone', 'text', { source: 'milestones' }),
    field('private', 'choice', { onlyNew: true, values: ['true', 'false'], initial: 'false' }),
  ],

  async read({ api, repository: { owner, repo } }, id, options) {
    return loadedIssue(await api.issues.get({ owner, repo, number: id }, options));
  },

  async create(place, snapshot, attempts) {
    const title = valueText(snapshot, 'milestone');
    const milestone = title === undefined ? undefined : await milestoneNumber(place, title);
    const creation = issueCreation(place, { ...newIssueOf(snapshot), milestone });
    const created = await createOnce(creation, {}, attempts);
    return created && loadedIssue(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(issueCreation(place, newIssueOf(snapshot)), attempt);
    return created && loadedIssue(created);
  },

  async edit(place, id, { to, keys }) {
    const { owner, repo } = place.repository;
    const milestone = valueText(to, 'milestone');
    const edited = await editIssue(place.api, {
      owner,
      number: id,
      repo,
      title: (valueText(to, 'title') ?? '').toWellFormed(),
      body: keys.has('body') ? to.body.toWellFormed() : undefined,
      state: keys.has('state') ? (valueText(to, 'state') === 'closed' ? 'close' : 'reopen') : undefined,
      assignee: keys.has('assignee') ? (valueText(to, 'assignee') ?? '') : undefined,
      labels: keys.has('labels') ? valuesOf(to, 'labels') : undefined,
      milestone: !keys.has('milestone')
        ? undefined
        : milestone === undefined
          ? 0
          : await milestoneNumber(place, milestone),
    });
    return edited && loadedIssue(edited);
  },

  async comments({ api, repository: { owner, repo }, login }, id, page, options) {
    const { items, unreadable } = await api.issues.comments(
      { owner, repo, number: id, order: 'asc', page, per_page: commentsPerPage },
      options,
    );
    return {
      comments: oldestFirst(items).map((comment) => ({
        id: comment.id,
        isOwn: login !== undefined && foldCase(comment.user?.login ?? '') === foldCase(login),
        author: comment.user?.login,
        created: comment.created_at,
        edited: comment.updated_at !== undefined && comment.updated_at !== comment.created_at,
        text: comment.body ?? '',
      })),
      more: items.length + unreadable.length >= commentsPerPage,
    };
  },
};

type NewIssue = Omit<Parameters<Api['issues']['create']>[0], 'owner' | 'repo'>;

function newIssueOf(snapshot: RecordState): NewIssue {
  const labels = valuesOf(snapshot, 'labels');
  return {
    title: valueText(snapshot, 'title') ?? '',
    body: snapshot.body.toWellFormed(),
    assignee: valueText(snapshot, 'assignee'),
    labels: labels.length === 0 ? undefined : labels,
    security_hole: valueText(snapshot, 'private') === 'true' ? true : undefined,
  };
}

export function issueCreation(place: RecordScope, inputs: NewIssue, options: RequestOptions = {}): Creation<Issue> {
  const { api, repository, login } = place;
  const at = inApi(repository);
  const newestFirst = { ...at, state: 'all', sort: 'created', direction: 'desc' } as const;
  return {
    ...createdIn(place, 'issues'),
    sent: inputs,
    send: async () => await api.issues.create({ ...at, ...inputs }, options),
    list: () => api.issues.list.all(newestFirst, options).pages(),
    isNewestFirst: true,
    id: ({ number }) => number,
    created: ({ created_at }) => created_at,
    fits: ({ title = '', body = '', user, state }) =>
      allFit(
        sameText(title, inputs.title) && sameText(body, inputs.body ?? ''),
        isBy(user, login),
        state === undefined || issueState(state) === 'opened' || undefined,
      ),
  };
}

export type IssueEdit = Parameters<Api['issues']['edit']>[0];

/**
 * Changes an issue, and reads it again unless the reply has all of it. Undefined if the reply has no record.
 * @throws Failure `broken` if the change was not made
 */
export async function editIssue(api: Api, change: IssueEdit, options?: CallOptions): Promise<Issue | undefined> {
  const { owner, repo, number } = change;
  const find = async (): Promise<Issue | undefined> => {
    const now = await api.issues.get({ owner, repo, number }, options);
    return holds(now, change) ? now : undefined;
  };
  const edited = await confirmedChange(api.issues.edit(change, options), find);
  const isPart = edited !== undefined && (edited.title === undefined || edited.state === undefined);
  // The change is made, whether or not the record can be read.
  return isPart ? await api.issues.get({ owner, repo, number }, options).catch(() => undefined) : edited;
}

function holds(now: Issue, { title, body, state, assignee, labels, milestone }: IssueEdit): boolean {
  const names = typeof labels === 'string' ? labels.split(',').map((name) => name.trim()) : labels;
  return (
    now.title === title &&
    (body === undefined || sameText(now.body ?? '', body)) &&
    (state === undefined || issueState(now.state) === issueState(state)) &&
    (assignee === undefined || (now.assignee?.login ?? '') === assignee) &&
    (names === undefined ||
      equalValues(
        now.labels.map(({ name }) => name),
        names.filter((name) => name !== ''),
      )) &&
    // Not every service sends the milestone of an issue.
    (milestone === undefined || now.milestone === undefined || now.milestone.number === String(milestone))
  );
}

/** The logins of the accounts that an issue is assigned to, each once. */
export function assigneesOf({ assignee, assignees }: Pick<Issue, 'assignee' | 'assignees'>): string[] {
  return [...new Set([assignee, ...assignees].flatMap((one) => one?.login ?? []))];
}

/** The state as the documents write it: the description says `opened` and `open` for one thing. */
export function issueState(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (aliases.get(state) ?? state);
}

/** Comments by the time of their creation, also where the service sends the newest first. */
export function oldestFirst(comments: readonly IssueComment[]): readonly IssueComment[] {
  const timed = comments.map((comment) => ({ comment, time: Date.parse(comment.created_at ?? '') }));
  if (timed.some(({ time }) => Number.isNaN(time))) return comments;
  return timed.sort((one, other) => one.time - other.time).map(({ comment }) => comment);
}

interface IssueTitles {
  readonly type: string | undefined;
  readonly stage: string | undefined;
  readonly priority: string | undefined;
}

/** Undefined if the service sends no titles: their numbers are ids without an order, and are never shown. */
export function issueTitles(issue: Issue): IssueTitles {
  return {
    type: firstTitle(issue.issue_type_detail?.title, issue.issue_type),
    stage: firstTitle(issue.issue_state_detail?.title, issue.stage, issue.issue_state),
    priority: firstTitle(issue.issue_priority_detail?.title, issue.priority),
  };
}

function firstTitle(...titles: readonly (string | undefined)[]): string | undefined {
  return titles.find((title) => title !== undefined && title.trim() !== '' && !/^\d+$/.test(title.trim()));
}

export function loadedIssue(issue: Issue): LoadedRecord {
  const { number, title = '', body = '', user, milestone, html_url } = issue;
  const { type, stage, priority } = issueTitles(issue);
  return {
    kind: 'issues',
    id: number,
    title,
    snapshot: {
      values: {
        title: title === '' ? undefined : title,
        state: issueState(issue.state),
        labels: [...new Set(issue.labels.map((label) => label.name))],
        assignee: (issue.assignee ?? issue.assignees[0])?.login,
        milestone: milestone?.title,
      },
      body,
    },
    omittedKeys: milestone === undefined ? ['milestone'] : [],
    notes: notesOf({
      number,
      author:
        user === undefined
          ? undefined
          : user.name === undefined || user.name === user.login
            ? user.login
            : `${user.login} (${user.name})`,
      created: issue.created_at,
      updated: issue.updated_at,
      finished: issue.finished_at,
      private: issue.security_hole === true ? 'true' : undefined,
      type,
      stage,
      severity: issue.severity,
      priority,
    }),
    updated: issue.updated_at,
    webUrl: html_url,
    record: issue,
  };
}
