import type { Api } from '../../../api/client/client.ts';
import type { Issue, IssueComment } from '../../../api/record/issue.ts';
import type { CallOptions } from '../../../api/http/send.ts';
import { allFit, confirmedChange, createOnce, findCreated, isBy, type Creation } from '../../hosts/creations.ts';
import { inApi, type RequestOptions } from '../../hosts/source.ts';
import type { RecordState } from '../text/recordField.ts';
import { createdIn, notesOf, sameText, type Kind, type LoadedRecord, type RecordScope } from './kind.ts';
import { milestoneNumber } from './milestone.ts';
import { RecordFields, type FieldTable } from './recordFields.ts';

const aliases = new Map(Object.entries({ open: 'opened', reopen: 'opened', reopened: 'opened', close: 'closed' }));

type NewIssue = Omit<Parameters<Api['issues']['create']>[0], 'owner' | 'repo'>;
export type IssueEdit = Parameters<Api['issues']['edit']>[0];

export const issueTable = {
  title: {
    type: 'text',
    required: true,
    refusal: /title|标题/i,
    of: ({ title }) => title,
    input: ({ text }) => ({ title: text }),
  },
  state: {
    type: 'choice',
    values: ['opened', 'closed'],
    newValues: ['opened'],
    aliases,
    initial: 'opened',
    refusal: /\bstate\b|状态/i,
    of: ({ state }) => state,
    input: ({ text }) => ({ state: text === 'closed' ? 'close' : 'reopen' }),
  },
  labels: {
    type: 'names',
    source: 'labels',
    refusal: /label|标签/i,
    of: ({ labels }) => labels.map(({ name }) => name),
    input: ({ names }) => ({ labels: names }),
  },
  assignee: {
    type: 'text',
    source: 'people',
    refusal: /assign|负责人|指派/i,
    of: ({ assignee, assignees }) => (assignee ?? assignees[0])?.login,
    input: ({ text }) => ({ assignee: text }),
  },
  milestone: {
    type: 'text',
    source: 'milestones',
    isOmitted: ({ milestone }) => milestone === undefined,
    refusal: /milestone|里程碑/i,
    of: ({ milestone }) => milestone?.title,
    numberOf: ({ milestone }) => milestone?.number,
    input: ({ number }) => ({ milestone: number }),
  },
  private: {
    type: 'choice',
    onlyNew: true,
    values: ['true', 'false'],
    initial: 'false',
    refusal: /security_hole|private|私有/i,
    input: ({ text }) => ({ security_hole: text === 'true' ? true : undefined }),
  },
  body: { type: 'text', of: ({ body }) => body, input: ({ text }) => ({ body: text }) },
} satisfies FieldTable<Issue, Partial<NewIssue> & Pick<IssueEdit, 'state'>>;

export const issueFields = new RecordFields<Issue, Partial<NewIssue> & Pick<IssueEdit, 'state'>>(issueTable);

export const issueKind: Kind = {
  kind: 'issues',
  fields: issueFields.fields,

  async read({ api, repository: { owner, repo } }, id, options) {
    return loadedIssue(await api.issues.get({ owner, repo, number: id }, options));
  },

  async create(place, snapshot, attempts) {
    const inputs = await newIssueOf(snapshot, (title) => milestoneNumber(place, title));
    const created = await createOnce(issueCreation(place, inputs), {}, attempts);
    return created && loadedIssue(created);
  },

  async findCreated(place, snapshot, attempt) {
    const created = await findCreated(issueCreation(place, await newIssueOf(snapshot)), attempt);
    return created && loadedIssue(created);
  },

  async edit(place, id, { to, keys }) {
    const { owner, repo } = place.repository;
    const inputs = await issueFields.inputs(to, new Set([...keys, 'title']), (title) => milestoneNumber(place, title));
    const edited = await editIssue(place.api, { title: '', ...inputs, owner, repo, number: id });
    return edited && loadedIssue(edited);
  },
};

const newIssueOf = async (snapshot: RecordState, numberOf?: (title: string) => Promise<number>): Promise<NewIssue> => ({
  title: '',
  body: '',
  ...(await issueFields.inputs(snapshot, issueFields.newKeys(snapshot), numberOf)),
});

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

/**
 * Changes an issue, and reads it again unless the reply has all of it. Undefined if the reply has no record.
 * @throws Failure `broken` if the change was not made
 */
export async function editIssue(api: Api, change: IssueEdit, options?: CallOptions): Promise<Issue | undefined> {
  const { owner, repo, number } = change;
  const find = async (): Promise<Issue | undefined> => {
    const now = await api.issues.get({ owner, repo, number }, options);
    return issueFields.holds(now, change) ? now : undefined;
  };
  const edited = await confirmedChange(api.issues.edit(change, options), find);
  const isPart = edited !== undefined && (edited.title === undefined || edited.state === undefined);
  // The change is made, whether or not the record can be read.
  return isPart ? await api.issues.get({ owner, repo, number }, options).catch(() => undefined) : edited;
}

/** The names of a list, or of a comma-separated text; without duplicates. */
export function labelList(labels: string | readonly string[] = []): string[] {
  const names = typeof labels === 'string' ? labels.split(',').map((label) => label.trim()) : labels;
  return [...new Set(names)].filter((name) => name !== '');
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
  const { number, title = '', user, html_url } = issue;
  const { type, stage, priority } = issueTitles(issue);
  return {
    kind: 'issues',
    id: number,
    title,
    snapshot: issueFields.stateOf(issue),
    omittedKeys: issueFields.omittedIn(issue),
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
