import * as v from 'valibot';
import { isObject } from '../../core/text.ts';
import { filled, flag, identity, many, number, one, openEnum, orOnly, text, time, word } from './decode.ts';
import { Label } from './issue.ts';
import { Person } from './person.ts';

/** The repository of a branch; undefined for a deleted fork. */
const BranchRepository = v.object({ id: word, full_name: word, path: word, name: text, html_url: word });

const BranchRef = orOnly(
  'ref',
  v.object({ label: word, ref: word, sha: word, repo: one(BranchRepository), user: one(Person) }),
);

/** The conditions of a merge: whether each is met, by its name, which ends with `_passed`. */
function mergeConditions(value: unknown): Readonly<Record<string, boolean>> {
  if (!isObject(value)) return {};
  const flags = Object.entries(value).map(([name, met]) => [name, v.parse(flag, met)] as const);
  return Object.fromEntries(
    flags.flatMap(([name, met]) => (name.endsWith('_passed') && met !== undefined ? [[name, met]] : [])),
  );
}

function mergeRules(value: unknown) {
  const rules: unknown = isObject(value) ? value.merge_request_switch : undefined;
  return { disable_squash_merge: v.parse(flag, isObject(rules) ? rules.disable_squash_merge : undefined) };
}

const fields = v.object({
  number: word,
  iid: word,
  id: word,
  url: word,
  html_url: word,
  web_url: word,
  diff_url: word,
  state: openEnum('open', 'closed', 'merged', 'locked'),
  title: text,
  body: text,
  description: text,
  draft: flag,
  work_in_progress: flag,
  user: one(Person),
  author: one(Person),
  assignees: many(Person),
  testers: many(Person),
  approval_merge_request_reviewers: many(Person),
  approval_merge_request_testers: many(Person),
  assignees_number: number,
  testers_number: number,
  base: one(BranchRef),
  head: one(BranchRef),
  target_branch: word,
  source_branch: word,
  diff_refs: one(v.object({ base_sha: word, head_sha: word, start_sha: word })),
  // Each label is a record or only its name.
  labels: many(orOnly('name', Label)),
  milestone: one(v.object({ number: word, title: text })),
  comments: number,
  mergeable: flag,
  can_merge_check: flag,
  mergeable_state: v.optional(v.unknown()),
  prune_branch: flag,
  ref_pull_requests: many(v.object({ id: word, number: word, state: word, title: text })),
  created_at: time,
  updated_at: time,
  closed_at: time,
  closed__at: time,
  merged_at: time,
});

/** `opened` and `reopened` are other names of `open`. */
const stateOf = (state: string | undefined): string | undefined =>
  state === 'opened' || state === 'reopened' ? 'open' : state;

/** `start_sha` is the tip of the base, `base_sha` the merge base. */
function readPullRequest(record: v.InferOutput<typeof fields>) {
  const { iid, web_url, description, work_in_progress, author, closed__at, ...read } = record;
  const { approval_merge_request_reviewers: reviewers, approval_merge_request_testers: testers } = record;
  const { target_branch, source_branch, diff_refs, ...rest } = read;
  const branch = { label: undefined, ref: undefined, sha: undefined, repo: undefined, user: undefined };
  const base = { ...branch, ...read.base };
  const head = { ...branch, ...read.head };
  return {
    ...rest,
    mergeable_state: mergeConditions(read.mergeable_state),
    merge_rules: mergeRules(read.mergeable_state),
    number: read.number ?? iid,
    html_url: read.html_url ?? web_url,
    state: read.merged_at === undefined ? stateOf(read.state) : 'merged',
    body: read.body ?? description,
    draft: read.draft ?? work_in_progress,
    user: read.user ?? author,
    assignees: read.assignees.length > 0 ? read.assignees : reviewers,
    testers: read.testers.length > 0 ? read.testers : testers,
    base: { ...base, ref: base.ref ?? target_branch, sha: base.sha ?? diff_refs?.start_sha },
    head: { ...head, ref: head.ref ?? source_branch, sha: head.sha ?? diff_refs?.head_sha },
    closed_at: read.closed_at ?? closed__at,
  };
}

/** A change of a pull request: the answer has only some fields. */
export const PullRequestUpdate = v.pipe(fields, v.transform(readPullRequest));
export type PullRequestUpdate = v.InferOutput<typeof PullRequestUpdate>;

/** Single, list and creation. `assignees` are its reviewers; `accept` says whether one approved. */
export const PullRequest = v.pipe(PullRequestUpdate, filled('number'));
export type PullRequest = v.InferOutput<typeof PullRequest>;

/** PUT …/pulls/{number}/merge */
export const MergeResult = v.object({ merged: flag, message: text, sha: word });
export type MergeResult = v.InferOutput<typeof MergeResult>;

/** GET …/pulls/{number}/operate_logs */
export const PullRequestEvent = v.object({
  id: identity,
  action: word,
  action_type: word,
  content: text,
  discussion_id: word,
  created_at: time,
  updated_at: time,
  user: one(Person),
});
