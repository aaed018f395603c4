import { del, get, list100, post } from '../contract/endpoint.ts';
import { flag, line, name, oneOf, optional, text } from '../contract/field.ts';
import {
  EnterpriseMember,
  Follower,
  IssueTypeSetting,
  Organization,
  OrganizationMember,
  OrganizationMemberDetail,
} from '../record/organization.ts';
import { Repository } from '../record/repository.ts';
import { anything, list, emptyReply, record, written } from '../contract/reader.ts';

const role = optional(oneOf('all', 'admin', 'member'));

export const organizations = {
  ofUser: list100('/users/{username}/orgs', { of: Organization, key: 'login' }),
  own: list100('/users/orgs', { query: { admin: optional(flag) }, of: Organization, key: 'login', needsAccount: true }),
  get: get('/orgs/{org}', { returns: record(Organization) }),
  member: get('/orgs/{org}/members/{username}', { returns: record(OrganizationMemberDetail) }),
  members: list100('/orgs/{org}/members', { query: { role }, of: OrganizationMember, key: 'login' }),
  removeMember: del('/orgs/{org}/memberships/{username}', { returns: emptyReply }),
  inviteMember: post('/orgs/{org}/memberships/{username}', { returns: anything }),
  repositories: list100('/orgs/{org}/repos', {
    query: { type: optional(oneOf('all', 'public', 'private')) },
    of: Repository,
    key: 'full_name',
  }),
  createRepository: post('/orgs/{org}/repos', {
    body: {
      name,
      description: optional(text),
      homepage: optional(text),
      has_issues: optional(flag),
      has_wiki: optional(flag),
      can_comment: optional(flag),
      public: optional(oneOf(0, 1, 2)),
      private: optional(flag),
      auto_init: optional(flag),
      gitignore_template: optional(line),
      license_template: optional(line),
      path: optional(line),
      default_branch: optional(line),
    },
    returns: written(Repository),
    naming: ['path', 'name'],
  }),
  followers: list100('/orgs/{owner}/followers', { of: Follower, key: 'login' }),
  issueSettings: get('/orgs/{org}/issue/extend/settings', { returns: list(IssueTypeSetting, 'type_name') }),
};

export const enterprises = {
  member: get('/enterprises/{enterprise}/members/{username}', {
    returns: record(EnterpriseMember),
    needsAccount: true,
  }),
  members: list100('/enterprises/{enterprise}/members', {
    query: { role },
    of: EnterpriseMember,
    key: 'login',
    needsAccount: true,
  }),
};
