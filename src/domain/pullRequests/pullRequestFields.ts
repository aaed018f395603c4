import type { PullRequest } from '../../api/record/pullRequest.ts';
import { RecordFields, type FieldTable, type KindField } from '../documents/kinds/recordFields.ts';
import { knownPeopleIn, peopleIn, type Role } from './roles.ts';

export interface NewPullRequest {
  readonly title: string;
  /** A branch of the repository, or `OWNER:branch` or `OWNER/REPO:branch` of a fork. */
  readonly head: string;
  readonly base?: string | undefined;
  readonly body?: string | undefined;
  readonly draft?: boolean | undefined;
  readonly issue?: string | undefined;
  readonly labels?: string | readonly string[] | undefined;
  readonly milestone_number?: number | undefined;
  readonly assignees?: readonly string[] | undefined;
  readonly testers?: readonly string[] | undefined;
}

export interface PullRequestChange {
  readonly title?: string | undefined;
  readonly body?: string | undefined;
  readonly state?: 'open' | 'closed' | undefined;
  readonly draft?: boolean | undefined;
  readonly labels?: string | readonly string[] | undefined;
  readonly milestone?: number | undefined;
  /** Another branch to merge into. Not every host changes it. */
  readonly base?: string | undefined;
}

/** What a document of a pull request sets. */
interface Inputs
  extends
    Omit<Partial<NewPullRequest>, 'milestone_number' | 'labels'>,
    Pick<PullRequestChange, 'state' | 'milestone' | 'labels'> {
  readonly reviewers?: readonly string[] | undefined;
}

/** The key of each role in a document. */
export const roleKeys = { approvers: 'assignees', reviewers: 'reviewers', testers: 'testers' } as const;

const people = (role: Role) =>
  ({
    type: 'names',
    source: 'people',
    of: (pull) => peopleIn(pull, role).map(({ login }) => login),
    isOmitted: (pull) => knownPeopleIn(pull, role) === undefined,
    input: ({ names }) => ({ [roleKeys[role]]: names }),
  }) satisfies KindField<PullRequest, Inputs>;

export const pullRequestTable = {
  title: { type: 'text', required: true, of: ({ title }) => title, input: ({ text }) => ({ title: text }) },
  state: {
    type: 'choice',
    values: ['open', 'closed'],
    newValues: ['open'],
    aliases: new Map(Object.entries({ opened: 'open', reopen: 'open', reopened: 'open', close: 'closed' })),
    initial: 'open',
    of: ({ state }) => state,
    isOmitted: ({ state }) => state === undefined,
    input: ({ text }) => ({ state: text === '' || text === 'open' ? 'open' : 'closed' }),
  },
  draft: {
    type: 'choice',
    values: ['true', 'false'],
    initial: 'false',
    of: ({ draft }) => draft?.toString(),
    isOmitted: ({ draft }) => draft === undefined,
    input: ({ text }) => ({ draft: text === 'true' }),
  },
  labels: {
    type: 'names',
    source: 'labels',
    of: ({ labels }) => labels.map(({ name }) => name),
    input: ({ names }) => ({ labels: names }),
  },
  assignees: people('approvers'),
  reviewers: people('reviewers'),
  testers: people('testers'),
  milestone: {
    type: 'text',
    source: 'milestones',
    of: ({ milestone }) => milestone?.title,
    isOmitted: ({ milestone }) => milestone === undefined,
    numberOf: ({ milestone }) => milestone?.number,
    input: ({ number }) => ({ milestone: number }),
  },
  head: { type: 'text', required: true, onlyNew: true, source: 'branches', input: ({ text }) => ({ head: text }) },
  base: { type: 'text', onlyNew: true, source: 'branches', input: ({ text }) => ({ base: text }) },
  issue: { type: 'text', onlyNew: true, input: ({ text }) => ({ issue: text.replace(/^#/, '') }) },
  body: { type: 'text', of: ({ body }) => body, input: ({ text }) => ({ body: text }) },
} satisfies FieldTable<PullRequest, Inputs>;

export const pullRequestFields = new RecordFields<PullRequest, Inputs>(pullRequestTable);
