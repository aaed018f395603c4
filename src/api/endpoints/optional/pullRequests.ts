import { del, get, list100, patch, post, put } from '../../contract/endpoint.ts';
import {
  filledText,
  flag,
  integer,
  line,
  name,
  nameList,
  names,
  numberList,
  oneOf,
  optional,
  range,
  text,
  time,
} from '../../contract/field.ts';
import { emptyReply, firstRecord, list, presence, record, written } from '../../contract/reader.ts';
import { ChangedFile, Commit } from '../../record/commit.ts';
import { Issue, Label } from '../../record/issue.ts';
import { CreatedComment, ListedComment, v4Entries, V4Discussion } from '../../record/comment.ts';
import { Person } from '../../record/person.ts';
import { MergeResult, PullRequest, PullRequestEvent } from '../../record/pullRequest.ts';

const pulls = '/repos/{owner}/{repo}/pulls';
const one = `${pulls}/{number}` as const;

const writable = {
  body: optional(text),
  close_related_issue: optional(flag),
  draft: optional(flag),
  labels: optional(names),
  milestone_number: optional(integer),
};

export const pullRequestFilters = {
  state: optional(oneOf('open', 'closed', 'merged', 'locked', 'all')),
  base: optional(line),
  since: optional(time),
  sort: optional(oneOf('created', 'updated')),
  direction: optional(oneOf('asc', 'desc')),
  milestone_number: optional(integer),
  labels: optional(names),
  author: optional(line),
  assignee: optional(line),
  reviewer: optional(line),
  merged_after: optional(time),
  merged_before: optional(time),
  created_after: optional(time),
  created_before: optional(time),
  updated_after: optional(time),
  updated_before: optional(time),
};

/** The heads of a repository are its own branches; `fork_path` names the repository of another head. */
export const pullRequests = {
  list: list100(pulls, {
    query: pullRequestFilters,
    of: PullRequest,
    key: 'number',
  }),
  create: post(pulls, {
    body: {
      title: filledText,
      head: name,
      base: name,
      ...writable,
      assignees: optional(names),
      testers: optional(names),
      issue: optional(line),
      fork_path: optional(line),
      prune_source_branch: optional(flag),
      squash: optional(flag),
      squash_commit_message: optional(text),
    },
    returns: written(PullRequest),
  }),
  get: get(one, { returns: firstRecord(PullRequest) }),
  /** Not every host changes `base`. */
  edit: patch(one, {
    body: {
      title: optional(filledText),
      state: optional(oneOf('open', 'closed', 'reopen', 'close')),
      base: optional(name),
      ...writable,
    },
    returns: emptyReply,
  }),
  files: get(`${one}/files`, { returns: list(ChangedFile, 'filename') }),
  commits: list100(`${one}/commits`, { of: Commit, key: 'sha' }),
  isMerged: get(`${one}/merge`, { returns: presence }),
  merge: put(`${one}/merge`, {
    body: {
      merge_method: optional(oneOf('merge', 'squash', 'rebase')),
      title: optional(text),
      description: optional(text),
      force_merge: optional(flag),
    },
    returns: written(MergeResult),
  }),
  issues: list100(`${one}/issues`, { of: Issue, key: 'number' }),
  linkIssues: post(`${one}/issues`, { body: { issues: numberList }, wholeBody: 'issues', returns: emptyReply }),
  unlinkIssues: del(`${one}/issues`, { body: { issues: numberList }, wholeBody: 'issues', returns: emptyReply }),
  labels: get(`${one}/labels`, { returns: list(Label, 'name') }),
  addLabels: post(`${one}/labels`, { body: { labels: nameList }, wholeBody: 'labels', returns: emptyReply }),
  setLabels: put(`${one}/labels`, { body: { labels: nameList }, wholeBody: 'labels', returns: emptyReply }),
  removeLabel: del(`${one}/labels/{name}`, { returns: emptyReply }),
  events: list100(`${one}/operate_logs`, {
    query: { sort: optional(oneOf('asc', 'desc')) },
    of: PullRequestEvent,
    key: 'id',
  }),
  addAssignees: post(`${one}/assignees`, { body: { assignees: names }, returns: emptyReply }),
  removeAssignees: del(`${one}/assignees`, { query: { assignees: optional(names) }, returns: emptyReply }),
  resetAssignees: patch(`${one}/assignees`, { body: { reset_all: flag }, returns: emptyReply }),
  optionReviewers: get(`${one}/option_reviewers`, { returns: list(Person, 'login') }),
  addReviewers: post(`${one}/reviewers`, { body: { reviewers: names, add: optional(flag) }, returns: emptyReply }),
  removeReviewers: del(`${one}/reviewers`, { body: { reviewers: names }, returns: emptyReply }),
  optionTesters: get(`${pulls}/option_testers`, { returns: list(Person, 'login') }),
  addTesters: post(`${one}/testers`, { body: { testers: names, add: optional(flag) }, returns: emptyReply }),
  removeTesters: del(`${one}/testers`, { body: { testers: names }, returns: emptyReply }),
  resetTesters: patch(`${one}/testers`, { body: { reset_all: flag }, returns: emptyReply }),
  approve: post(`${one}/review`, { body: { force: optional(flag) }, returns: emptyReply }),
  markTested: post(`${one}/test`, { body: { force: optional(flag) }, returns: emptyReply }),
  ofIssue: get('/repos/{owner}/{repo}/issues/{number}/pull_requests', {
    query: { mode: optional(integer) },
    returns: list(PullRequest, 'number'),
  }),
};

/** Replies and `resolve` use the `discussion_id` of a comment. */
export const pullRequestComments = {
  list: list100(`${one}/comments`, {
    query: { direction: optional(integer), comment_type: optional(oneOf('diff_comment', 'pr_comment')) },
    of: ListedComment,
    key: ({ id, discussion_id, created_at, body }) => id ?? JSON.stringify([discussion_id, created_at, body]),
  }),
  /** `position` is the line of the new file, from 1, as the other numbers are. */
  create: post(`${one}/comments`, {
    body: {
      body: filledText,
      path: optional(line),
      position: optional(range(1)),
      line: optional(range(1)),
      new_line: optional(range(1)),
      start_line: optional(range(1)),
      end_line: optional(range(1)),
      position_type: optional(oneOf('text', 'binary')),
    },
    returns: written(CreatedComment),
  }),
  get: get(`${pulls}/comments/{id}`, { returns: record(CreatedComment) }),
  edit: patch(`${pulls}/comments/{id}`, { body: { body: filledText }, returns: written(CreatedComment) }),
  remove: del(`${pulls}/comments/{id}`, { returns: emptyReply }),
  reply: post(`${one}/discussions/{discussion_id}/comments`, {
    body: { body: filledText },
    returns: written(CreatedComment),
  }),
  resolve: put(`${one}/comments/{discussion_id}`, { body: { resolved: flag }, returns: emptyReply }),
  /** Tells places and resolution for all at once. Other versions of the API write nothing. */
  discussions: list100('/api/v4/projects/{owner}%2F{repo}/merge_requests/{number}/discussions', {
    of: V4Discussion,
    key: ({ id, notes }) => id ?? notes[0]?.id ?? '',
    within: v4Entries,
  }),
};
