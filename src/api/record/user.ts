import * as v from 'valibot';
import { flag, identity, many, map, number, one, openEnum, text, time, word } from './decode.ts';

const brief = { id: word, name: text, avatar_url: word, html_url: word, type: word, url: word };

export const UserBrief = v.object({ login: identity, ...brief, created_at: time });
export type UserBrief = v.InferOutput<typeof UserBrief>;

export const IssueUser = v.object({
  login: identity,
  ...brief,
  member_role: word,
  remark: text,
  events_url: word,
  followers_url: word,
  following_url: word,
  gists_url: word,
  organizations_url: word,
  received_events_url: word,
  repos_url: word,
  starred_url: word,
  subscriptions_url: word,
});

/** GET /user, GET /users/{username} */
export const User = v.object({
  login: identity,
  ...brief,
  followers_url: word,
  bio: text,
  blog: word,
  company: word,
  website: word,
  location: word,
  github_account: word,
  email: word,
  followers: number,
  following: number,
  top_languages: many(identity),
});
export type User = v.InferOutput<typeof User>;

/** GET /emails */
export const Email = v.object({ email: identity, state: openEnum('confirmed') });
export type Email = v.InferOutput<typeof Email>;

/** POST and GET /user/keys */
export const SshKey = v.object({ id: identity, title: text, key: word, created_at: time, url: word });
export type SshKey = v.InferOutput<typeof SshKey>;

const EventAuthor = v.object({
  id: word,
  iam_id: word,
  username: word,
  state: word,
  avatar_url: word,
  email: word,
  name: text,
  name_cn: text,
  web_url: word,
});

const EventProject = v.object({
  main_repository_language: many(identity),
  star_count: number,
  forks_count: number,
  develop_mode: word,
  stared: flag,
});

const PushData = v.object({
  commit_count: number,
  action: word,
  ref_type: word,
  commit_from: word,
  commit_to: word,
  ref: word,
  commit_title: text,
});

export const ActivityEvent = v.object({
  action: number,
  action_name: word,
  author: one(EventAuthor),
  author_id: word,
  author_username: word,
  created_at: time,
  project: one(EventProject),
  project_id: word,
  project_name: word,
  push_data: one(PushData),
  _links: one(v.object({ project: word, action_type: word })),
});
export type ActivityEvent = v.InferOutput<typeof ActivityEvent>;

/** GET /users/{username}/events: events by day (`YYYY-MM-DD`). `next` is the cursor of the next page. */
export const Activity = v.object({
  events: map(v.pipe(v.unknown(), v.check(Array.isArray, 'is no list'), many(ActivityEvent))),
  next: word,
});
export type Activity = v.InferOutput<typeof Activity>;
