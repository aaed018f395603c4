import * as v from 'valibot';
import { anyOf, filled, flag, identity, many, number, one, role, text, time, word } from './decode.ts';
import { UserBrief } from './user.ts';

/** GET /orgs/{org}, /users/orgs, /users/{username}/orgs */
export const Organization = v.pipe(
  v.object({
    login: word,
    id: word,
    path: word,
    name: text,
    avatar_url: word,
    repos_url: word,
    events_url: word,
    members_url: word,
    description: text,
    enterprise: word,
    url: word,
    my_role: role,
    follow_count: number,
    partner: one(v.object({ follows: number })),
  }),
  filled('login', 'path'),
);
export type Organization = v.InferOutput<typeof Organization>;

/** GET /orgs/{org}/members */
export const OrganizationMember = v.object({
  login: identity,
  id: word,
  name: text,
  avatar_url: word,
  followers_url: word,
  html_url: word,
  member_role: role,
  type: word,
  url: word,
});
export type OrganizationMember = v.InferOutput<typeof OrganizationMember>;

/** GET /orgs/{org}/members/{username} */
export const OrganizationMemberDetail = v.pipe(
  v.object({ id: word, path: word, name: text, url: word, avatar_url: word, user: one(UserBrief) }),
  anyOf('user', 'id', 'path'),
);
export type OrganizationMemberDetail = v.InferOutput<typeof OrganizationMemberDetail>;

/** GET /user/memberships/orgs/{org} */
export const OwnMembership = v.pipe(
  v.object({
    id: word,
    path: word,
    name: text,
    url: word,
    avatar_url: word,
    user: one(UserBrief),
    active: flag,
    role,
    organization: one(v.object({ id: word, login: word, name: text })),
  }),
  anyOf('role', 'active', 'organization', 'path', 'id'),
);
export type OwnMembership = v.InferOutput<typeof OwnMembership>;

/** GET /orgs/{owner}/followers */
export const Follower = v.object({ login: identity, id: word, name: text, avatar_url: word, watch_at: time });
export type Follower = v.InferOutput<typeof Follower>;

/** GET /enterprises/{enterprise}/members and …/{username} */
export const EnterpriseMember = v.pipe(
  v.object({
    user: v.object({ login: identity, id: word, name: text, avatar_url: word, html_url: word, url: word }),
    url: word,
    active: flag,
    role,
    enterprise: one(v.object({ id: word, url: word })),
  }),
  v.transform((member) => ({ ...member, login: member.user.login })),
);
export type EnterpriseMember = v.InferOutput<typeof EnterpriseMember>;

const IssueStatus = v.object({
  status_name: identity,
  status_id: word,
  status_desc: text,
  service_issue_status: number,
});

/** GET /orgs/{org}/issue/extend/settings */
export const IssueTypeSetting = v.object({
  type_name: identity,
  type_id: word,
  type_desc: text,
  status: many(IssueStatus),
});
export type IssueTypeSetting = v.InferOutput<typeof IssueTypeSetting>;
