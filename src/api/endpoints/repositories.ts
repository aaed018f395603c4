import { requires } from '../../core/requirement.ts';
import { del, get, list100, patch, post, put } from '../contract/endpoint.ts';
import { base64, filledText, flag, line, name, names, oneOf, optional, range, text } from '../contract/field.ts';
import { Blob, CommitResult, FileContent, TreeEntry } from '../record/content.ts';
import { mapOf, numberValue } from '../record/decode.ts';
import { Contributor, Repository, ReviewerSetting } from '../record/repository.ts';
import { acknowledged, anything, list, oneOrMany, pathList, record, written } from '../contract/reader.ts';

const repository = '/repos/{owner}/{repo}';

export const repositories = {
  get: get(repository, { returns: record(Repository) }),
  edit: patch(repository, {
    body: {
      name,
      description: optional(text),
      homepage: optional(text),
      path: optional(line),
      private: optional(flag),
      default_branch: optional(line),
      lfs_enabled: optional(flag),
    },
    returns: written(Repository),
    naming: ['path', 'name'],
  }),
  languages: get(`${repository}/languages`, { returns: record(mapOf(numberValue)) }),
  contributors: get(`${repository}/contributors`, {
    query: { type: optional(oneOf('committers', 'authors')) },
    returns: list(Contributor, 'name'),
  }),
  setModules: put(`${repository}/module/setting`, {
    body: {
      has_wiki: optional(flag),
      has_issue: optional(flag),
      has_security: optional(flag),
      has_merge_request: optional(flag),
      has_fork: optional(flag),
      has_analysis: optional(flag),
      has_discussion: optional(flag),
    },
    returns: acknowledged,
  }),
  setReviewers: put(`${repository}/reviewer`, {
    body: {
      assignees: optional(names),
      testers: optional(names),
      assignees_number: optional(range(0)),
      testers_number: optional(range(0)),
    },
    returns: written(ReviewerSetting),
    validate: ({ assignees, testers, assignees_number, testers_number }) =>
      (assignees ?? testers ?? assignees_number ?? testers_number) === undefined
        ? {
            field: 'assignees',
            requirement: requires('oneGiven', 'assignees, testers, assignees_number, testers_number'),
          }
        : undefined,
  }),
  setStatus: put('/org/{org}/repo/{repo}/status', {
    body: { status: oneOf(0, 2), password: filledText },
    returns: acknowledged,
  }),
  transfer: post('/org/{org}/projects/{repo}/transfer', {
    body: { transfer_to: name, password: filledText },
    returns: acknowledged,
  }),
  permissionMode: get(`${repository}/transition`, { returns: anything }),
};

const signature = {
  'author[name]': optional(line),
  'author[email]': optional(line),
  'committer[name]': optional(line),
  'committer[email]': optional(line),
};

export const files = {
  tree: list100(`${repository}/git/trees/{sha}`, {
    query: { recursive: optional(oneOf(0, 1)) },
    of: TreeEntry,
    key: 'path',
    within: 'tree',
  }),
  content: get(`${repository}/contents/{path}`, {
    query: { ref: optional(line) },
    returns: oneOrMany(FileContent),
  }),
  paths: get(`${repository}/file_list`, {
    query: { ref_name: optional(line), file_name: optional(line) },
    returns: pathList,
  }),
  create: post(`${repository}/contents/{path}`, {
    body: { content: base64, message: filledText, branch: optional(line), ...signature },
    returns: written(CommitResult),
  }),
  update: put(`${repository}/contents/{path}`, {
    body: {
      content: base64,
      sha: name,
      message: filledText,
      branch: optional(line),
      'author[name]': signature['author[name]'],
      'author[email]': signature['author[email]'],
    },
    returns: written(CommitResult),
  }),
  remove: del(`${repository}/contents/{path}`, {
    body: { sha: name, message: filledText, branch: optional(line) },
    returns: written(CommitResult),
  }),
  blob: get(`${repository}/git/blobs/{sha}`, { returns: record(Blob) }),
};
