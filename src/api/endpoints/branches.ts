import { del, get, list100, post, put } from '../contract/endpoint.ts';
import { name, oneOf, optional, text } from '../contract/field.ts';
import { Branch, BranchRule } from '../record/branch.ts';
import { ProtectedTag, Tag } from '../record/tag.ts';
import { list, emptyReply, record, written } from '../contract/reader.ts';

export const branches = {
  list: list100('/repos/{owner}/{repo}/branches', {
    query: { sort: optional(oneOf('name', 'updated')), direction: optional(oneOf('asc', 'desc')) },
    of: Branch,
    key: 'name',
  }),
  create: post('/repos/{owner}/{repo}/branches', {
    body: { refs: name, branch_name: name },
    returns: written(Branch),
    naming: ['branch_name'],
  }),
  get: get('/repos/{owner}/{repo}/branches/{branch}', { returns: record(Branch) }),
};

/** Rules that protect branches. `pusher` and `merger`: develop, admin, empty, or logins joined by semicolons. */
export const branchRules = {
  create: put('/repos/{owner}/{repo}/branches/setting/new', {
    body: { wildcard: name, pusher: name, merger: name },
    returns: emptyReply,
    naming: ['wildcard'],
  }),
  edit: put('/repos/{owner}/{repo}/branches/{wildcard}/setting', {
    body: { pusher: name, merger: name },
    returns: emptyReply,
  }),
  remove: del('/repos/{owner}/{repo}/branches/{wildcard}/setting', { returns: emptyReply }),
  list: get('/repos/{owner}/{repo}/protect_branches', { returns: list(BranchRule, 'name') }),
};

export const tags = {
  list: list100('/repos/{owner}/{repo}/tags', { of: Tag, key: 'name' }),
  create: post('/repos/{owner}/{repo}/tags', {
    body: { refs: name, tag_name: name, tag_message: optional(text) },
    returns: written(Tag),
    naming: ['tag_name'],
  }),
};

const level = oneOf(0, 30, 40);

export const protectedTags = {
  list: list100('/repos/{owner}/{repo}/protected_tags', { of: ProtectedTag, key: 'name' }),
  get: get('/repos/{owner}/{repo}/protected_tags/{tag_name}', { returns: record(ProtectedTag) }),
  create: post('/repos/{owner}/{repo}/protected_tags', {
    body: { name, create_access_level: optional(level) },
    returns: written(ProtectedTag),
    naming: ['name'],
  }),
  edit: put('/repos/{owner}/{repo}/protected_tags', {
    body: { name, create_access_level: level },
    returns: written(ProtectedTag),
  }),
  remove: del('/repos/{owner}/{repo}/protected_tags/{tag_name}', { returns: emptyReply }),
};
