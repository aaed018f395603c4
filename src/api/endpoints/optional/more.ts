import { del, get, list100, patch, post, put } from '../../contract/endpoint.ts';
import { base64, file, filledText, flag, line, name, nameList, oneOf, optional, time } from '../../contract/field.ts';
import { emptyReply, list, ownLimit, pathList, record, written } from '../../contract/reader.ts';
import { Commit, ComparedCommits } from '../../record/commit.ts';
import { IssueComment, Label } from '../../record/issue.ts';
import { PullRequestSettings, SelfPermission } from '../../record/permission.ts';
import { PullRequestEvent } from '../../record/pullRequest.ts';
import { Repository, SyncResult } from '../../record/repository.ts';
import { Upload } from '../../record/upload.ts';
import { SshKey } from '../../record/user.ts';

const repository = '/repos/{owner}/{repo}';

export const issueComments = {
  create: post(`${repository}/issues/{number}/comments`, {
    body: { body: filledText },
    returns: written(IssueComment),
  }),
  get: get(`${repository}/issues/comments/{id}`, { returns: record(IssueComment) }),
  edit: patch(`${repository}/issues/comments/{id}`, { body: { body: filledText }, returns: written(IssueComment) }),
  remove: del(`${repository}/issues/comments/{id}`, { returns: emptyReply }),
};

/** What happened to an issue. The repository is not part of the path. */
export const issueEvents = {
  list: get('/repos/{owner}/issues/{number}/operate_logs', {
    query: { repo: name },
    returns: list(PullRequestEvent, 'id'),
  }),
};

/** `set` replaces the whole list. */
export const issueBranches = {
  list: get(`${repository}/issues/{number}/related_branches`, { returns: pathList }),
  set: put(`${repository}/issues/{number}/related_branches`, {
    body: { branch_names: nameList },
    returns: emptyReply,
  }),
};

/** A new fork is missing for a while, and can have another path than asked for. */
export const forks = {
  create: post(`${repository}/forks`, {
    body: { organization: optional(name), name: optional(name), path: optional(name) },
    returns: written(Repository),
    naming: ['path', 'name'],
  }),
  list: list100(`${repository}/forks`, {
    query: {
      sort: optional(oneOf('newest', 'oldest', 'stargazers')),
      created_after: optional(time),
      created_before: optional(time),
    },
    of: Repository,
    key: 'full_name',
  }),
  /** Without `branch` the host would change all branches. `force` drops the commits that only the fork has. */
  sync: put(`${repository}/sync_repo`, { body: { branch: name, force: flag }, returns: ownLimit(written(SyncResult)) }),
};

/** `list` is newest first and does not follow renames. */
export const commits = {
  list: list100(`${repository}/commits`, {
    query: {
      sha: optional(line),
      path: optional(line),
      author: optional(line),
      since: optional(time),
      until: optional(time),
    },
    of: Commit,
    key: 'sha',
  }),
  get: get(`${repository}/commits/{sha}`, { query: { show_diff: optional(flag) }, returns: record(Commit) }),
  compare: get(`${repository}/compare/{base}...{head}`, {
    query: { straight: optional(flag), suffix: optional(line) },
    returns: record(ComparedCommits),
  }),
};

export const refs = {
  removeBranch: del(`${repository}/branches/{name}`, { returns: emptyReply }),
  removeTag: del(`${repository}/tags/{tag_name}`, { returns: emptyReply }),
};

/** Files for texts. The host does not list them, and cannot remove one. */
export const uploads = {
  picture: post(`${repository}/img/upload`, { body: { file_name: name, body: base64 }, returns: record(Upload) }),
  file: post(`${repository}/file/upload`, { body: { file }, returns: record(Upload) }),
};

/** `attach_file_id`: the `id` of an asset of the type `attach`. */
export const releaseFiles = {
  remove: del(`${repository}/releases/{tag}/attach_files/{attach_file_id}`, { returns: emptyReply }),
};

export const labels = {
  list: list100(`${repository}/labels`, { of: Label, key: 'name' }),
  create: post(`${repository}/labels`, {
    body: { name, color: optional(line) },
    returns: written(Label),
    naming: ['name'],
  }),
  edit: patch(`${repository}/labels/{original_name}`, {
    query: { name: optional(name), color: optional(line) },
    returns: written(Label),
  }),
  remove: del(`${repository}/labels/{name}`, { returns: emptyReply }),
};

export const ownKeys = {
  list: list100('/user/keys', { of: SshKey, key: 'id', needsAccount: true }),
};

/** What the account and the rules of the repository allow. */
export const gates = {
  selfPermission: get(`${repository}/collaborators/self-permission`, { returns: record(SelfPermission) }),
  pullRequestSettings: get(`${repository}/pull_request_settings`, { returns: record(PullRequestSettings) }),
};
