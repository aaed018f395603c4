import { list100, put } from '../../contract/endpoint.ts';
import { flag, line, nameList, names, oneOf, optional, time } from '../../contract/field.ts';
import { emptyReply } from '../../contract/reader.ts';
import { Issue, IssueComment } from '../../record/issue.ts';
import { Notification } from '../../record/notification.ts';
import { PullRequest } from '../../record/pullRequest.ts';

const repository = '/repos/{owner}/{repo}';
const direction = optional(oneOf('asc', 'desc'));
const times = {
  created_after: optional(time),
  created_before: optional(time),
  updated_after: optional(time),
  updated_before: optional(time),
};
const issueQuery = {
  filter: optional(oneOf('assigned', 'created', 'all')),
  state: optional(oneOf('open', 'progressing', 'closed', 'rejected')),
  labels: optional(names),
  sort: optional(oneOf('created', 'updated_at')),
  direction,
};

/** Numbers count in each repository only. */
const pullKey = ({ base, number }: PullRequest): string => `${base.repo?.full_name ?? ''}!${number}`;
const issueKey = ({ repository: one, number }: Issue): string => `${one?.full_name ?? ''}#${number}`;

/** What concerns the account, in all repositories or in those of an organization. */
export const inbox = {
  pulls: list100('/user/pulls', {
    query: {
      scope: optional(oneOf('created_by_me', 'assigned_to_me', 'need_my_approve', 'need_my_review')),
      state: optional(oneOf('open', 'closed', 'locked', 'merged', 'all')),
      sort: optional(oneOf('created', 'updated', 'merged_at')),
      direction,
      labels: optional(names),
      source_branch: optional(line),
      target_branch: optional(line),
      ...times,
    },
    of: PullRequest,
    key: pullKey,
    needsAccount: true,
  }),
  issues: list100('/user/issues', {
    query: { ...issueQuery, since: optional(time), created_at: optional(time), finished_at: optional(time) },
    of: Issue,
    key: issueKey,
    needsAccount: true,
  }),
  /** `unread` is true if it is left out; false: all. */
  notifications: list100(`${repository}/notifications`, {
    query: { unread: optional(flag), since: optional(time), before: optional(time) },
    of: Notification,
    key: 'id',
    within: 'list',
    needsAccount: true,
  }),
  /** Hosts read `ids` of the form or of the address: both are sent. */
  markRead: put(`${repository}/notifications`, {
    query: { ids: names },
    body: { ids: nameList },
    form: true,
    returns: emptyReply,
  }),
  /** The comments of all issues of a repository. */
  comments: list100(`${repository}/issues/comments`, {
    query: { sort: optional(oneOf('created', 'updated')), direction, since: optional(time) },
    of: IssueComment,
    key: 'id',
  }),
  organizationIssues: list100('/orgs/{org}/issues', {
    query: { ...issueQuery, search: optional(line), created_at: optional(time) },
    of: Issue,
    key: issueKey,
  }),
  /** Records without title and times. */
  organizationPulls: list100('/org/{org}/pull_requests', {
    query: {
      state: optional(oneOf('open', 'closed', 'merged', 'all')),
      sort: optional(oneOf('created', 'updated')),
      direction,
      base: optional(line),
      author: optional(line),
      search: optional(line),
      ...times,
    },
    of: PullRequest,
    key: pullKey,
  }),
};
