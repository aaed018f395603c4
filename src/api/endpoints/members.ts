import { del, get, list100, put } from '../contract/endpoint.ts';
import { name, optional } from '../contract/field.ts';
import { Collaborator, MemberPermission } from '../record/member.ts';
import { membership, emptyReply, record, written } from '../contract/reader.ts';

/** Members of a repository. `permission`: pull, push, admin or the name of a custom role. */
export const members = {
  set: put('/repos/{owner}/{repo}/collaborators/{username}', {
    body: { permission: optional(name) },
    returns: written(Collaborator),
  }),
  remove: del('/repos/{owner}/{repo}/collaborators/{username}', { returns: emptyReply }),
  list: list100('/repos/{owner}/{repo}/collaborators', { of: Collaborator, key: 'login', needsAccount: true }),
  check: get('/repos/{owner}/{repo}/collaborators/{username}', { returns: membership, needsAccount: true }),
  permission: get('/repos/{owner}/{repo}/collaborators/{username}/permission', {
    returns: record(MemberPermission),
    needsAccount: true,
  }),
};
