import { requires } from '../../core/requirement.ts';
import { del, get, list100, post } from '../contract/endpoint.ts';
import { filledText, flag, line, name, oneOf, optional, publicKey, someOf, text } from '../contract/field.ts';
import { OwnMembership } from '../record/organization.ts';
import { Repository } from '../record/repository.ts';
import { Activity, Email, SshKey, User } from '../record/user.ts';
import { firstRecord, list, emptyReply, record, written } from '../contract/reader.ts';

const repositorySort = {
  sort: optional(oneOf('created', 'updated', 'pushed', 'full_name')),
  direction: optional(oneOf('asc', 'desc')),
};

/** Users and the signed-in user, with their emails, events, repositories and memberships. */
export const users = {
  get: get('/users/{username}', {
    returns: record(User),
    anonymous: true,
    validate: ({ username }) =>
      username === 'orgs' ? { field: 'username', requirement: requires('ownOperation') } : undefined,
  }),
  self: get('/user', { returns: record(User), needsAccount: true }),
  emails: get('/emails', { returns: list(Email, 'email'), needsAccount: true }),
  events: get('/users/{username}/events', {
    query: { year: optional(line), next: optional(line) },
    returns: record(Activity),
  }),
  repositories: list100('/users/{username}/repos', {
    query: { type: optional(oneOf('owner', 'personal', 'member', 'all')), ...repositorySort },
    of: Repository,
    key: 'full_name',
  }),
  membership: get('/user/memberships/orgs/{org}', { returns: record(OwnMembership), needsAccount: true }),
};

export const own = {
  repositories: list100('/user/repos', {
    needsAccount: true,
    query: {
      visibility: optional(oneOf('public', 'private', 'all')),
      affiliation: optional(someOf('owner', 'collaborator', 'organization_member', 'enterprise_member', 'admin')),
      type: optional(oneOf('owner', 'personal', 'member', 'public', 'private')),
      ...repositorySort,
      q: optional(text),
    },
    of: Repository,
    key: 'full_name',
    validate: ({ type, affiliation }) =>
      type === undefined || affiliation === undefined
        ? undefined
        : { field: 'affiliation', requirement: requires('alone', 'type') },
  }),
  createRepository: post('/user/repos', {
    body: {
      name,
      description: optional(text),
      has_issues: optional(flag),
      has_wiki: optional(flag),
      auto_init: optional(flag),
      gitignore_template: optional(line),
      license_template: optional(line),
      path: optional(line),
      private: optional(flag),
      default_branch: optional(line),
    },
    returns: written(Repository),
    naming: ['path', 'name'],
  }),
};

export const keys = {
  create: post('/user/keys', { body: { key: publicKey, title: filledText }, returns: written(SshKey) }),
  remove: del('/user/keys/{id}', { returns: emptyReply }),
  get: get('/user/keys/{id}', { returns: firstRecord(SshKey), needsAccount: true }),
};
