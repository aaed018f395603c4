import { isFailure } from '../../core/errors.ts';
import type { AlternateEncoding } from '../contract/alternateEncoding.ts';
import { get, list100, patch, post } from '../contract/endpoint.ts';
import { filledText, integer, line, name, names, oneOf, optional, text, textFlag, time } from '../contract/field.ts';
import { Issue, IssueComment } from '../record/issue.ts';
import { record, written } from '../contract/reader.ts';

/** `repo` in the body is the path of the repository, or `owner/path`: the description is ambiguous. */
const payloadRepo: AlternateEncoding = {
  other: (params) => ({ ...params, repo: `${String(params.owner)}/${String(params.repo)}` }),
  doubtful: (result) =>
    isFailure(result, 'missing') ||
    (isFailure(result, 'invalid') &&
      /\brepo|project|仓库|项目/i.test(`${result.field ?? ''} ${result.serverMessage ?? ''}`)),
};

const writable = {
  repo: name,
  title: filledText,
  body: optional(text),
  assignee: optional(line),
  milestone: optional(integer),
  labels: optional(names),
  security_hole: optional(textFlag),
};

export const issueFilters = {
  state: optional(oneOf('open', 'closed', 'all')),
  labels: optional(names),
  sort: optional(oneOf('created', 'updated')),
  direction: optional(oneOf('asc', 'desc')),
  since: optional(time),
  created_at: optional(time),
  created_after: optional(time),
  created_before: optional(time),
  updated_after: optional(time),
  updated_before: optional(time),
  milestone: optional(line),
  assignee: optional(line),
  creator: optional(line),
};

export const issues = {
  create: post('/repos/{owner}/issues', { body: writable, returns: written(Issue), alternateEncoding: payloadRepo }),
  edit: patch('/repos/{owner}/issues/{number}', {
    body: { ...writable, state: optional(oneOf('reopen', 'close')) },
    returns: written(Issue),
    alternateEncoding: payloadRepo,
  }),
  get: get('/repos/{owner}/{repo}/issues/{number}', { returns: record(Issue) }),
  list: list100('/repos/{owner}/{repo}/issues', {
    query: issueFilters,
    of: Issue,
    key: 'number',
  }),
  comments: list100('/repos/{owner}/{repo}/issues/{number}/comments', {
    query: { order: optional(oneOf('asc', 'desc')), since: optional(time) },
    of: IssueComment,
    key: 'id',
    anonymous: true,
  }),
};
