import * as v from 'valibot';
import { date, flag, identity, many, number, one, openEnum, orOnly, text, time, word } from './decode.ts';
import { Person } from './person.ts';
import { IssueUser, UserBrief } from './user.ts';

export const Label = v.object({ name: identity, id: word, color: word, text_color: word, description: text });
export type Label = v.InferOutput<typeof Label>;

const IssueRepository = v.object({
  id: word,
  full_name: word,
  human_name: text,
  path: word,
  name: text,
  description: text,
  url: word,
  created_at: time,
  updated_at: time,
  pushed_at: time,
  assigner: one(UserBrief),
  owner: one(UserBrief),
  paas: word,
  assignees_number: number,
  testers_number: number,
  assignee: many(UserBrief),
  testers: many(UserBrief),
});

/** GET …/milestones */
export const Milestone = v.object({
  number: identity,
  title: text,
  description: text,
  state: openEnum('active', 'open', 'closed'),
  due_on: date,
  open_issues: number,
  closed_issues: number,
  repository_id: word,
  created_at: time,
  updated_at: time,
  url: word,
});
export type Milestone = v.InferOutput<typeof Milestone>;

/** Type, stage or priority of an issue. The form is not described: a record or only its title. */
const Titled = orOnly('title', v.object({ id: word, title: word, serial: number }));

/** An issue in every form: single, list, creation, update and search result. */
export const Issue = v.object({
  number: identity,
  id: word,
  html_url: word,
  state: openEnum('opened', 'open', 'closed'),
  title: text,
  body: text,
  user: one(IssueUser),
  assignee: one(IssueUser),
  assignees: many(IssueUser),
  repository: one(IssueRepository),
  milestone: one(Milestone),
  created_at: time,
  updated_at: time,
  finished_at: time,
  // Each label is a record or only its name.
  labels: many(orOnly('name', Label)),
  priority: word,
  issue_priority_detail: one(Titled),
  comments: number,
  parent_id: word,
  issue_type: word,
  issue_type_detail: one(Titled),
  issue_state: word,
  issue_state_detail: one(Titled),
  stage: word,
  severity: word,
  security_hole: flag,
});
export type Issue = v.InferOutput<typeof Issue>;

/** The number has two spellings. */
const CommentedIssue = v.pipe(
  v.object({ id: word, title: text, number: word, nubmer: word }),
  v.transform(({ nubmer, ...issue }) => ({ ...issue, number: issue.number ?? nubmer })),
);

/** GET …/issues/{number}/comments. The times are not described; they are shown if the service sends them. */
export const IssueComment = v.object({
  id: identity,
  body: text,
  user: one(Person),
  target: one(v.object({ issue: one(CommentedIssue) })),
  created_at: time,
  updated_at: time,
});
export type IssueComment = v.InferOutput<typeof IssueComment>;
