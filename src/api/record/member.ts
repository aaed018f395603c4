import * as v from 'valibot';
import { anyOf, filled, flag, many, one, text, time, word } from './decode.ts';
import { Permission } from './repository.ts';

const fields = {
  id: word,
  name: text,
  avatar_url: word,
  html_url: word,
  remark: text,
  type: word,
  permissions: one(Permission),
  nick_name: text,
  state: word,
  avatar: word,
  email: word,
  name_cn: text,
  web_url: word,
  /** A number. Never shown: `role_name` names the role. */
  access_level: word,
  role_name: word,
  role_name_cn: word,
  permission: word,
  expires_at: time,
  limited: flag,
  last_owner: flag,
  is_current_source_member: flag,
  last_source_owner: flag,
  join_way: word,
  source_name: word,
  member_roles: many(v.unknown()),
  iam_id: word,
  committer_system_from: word,
};

/** A member of a repository. Lists have `username`, the reply to a change has `login`; decoded as `login`. */
export const Collaborator = v.pipe(v.object({ login: word, username: word, ...fields }), filled('login', 'username'));
export type Collaborator = v.InferOutput<typeof Collaborator>;

/** GET …/collaborators/{username}/permission */
export const MemberPermission = v.pipe(
  v.object({ login: word, id: word, permission: word }),
  anyOf('permission', 'login', 'id'),
);
export type MemberPermission = v.InferOutput<typeof MemberPermission>;
