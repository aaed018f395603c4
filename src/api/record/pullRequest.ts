import * as v from 'valibot';
import { isObject } from '../../core/text.ts';
import { filled, flag, identity, listed, many, number, one, openEnum, orOnly, text, time, word } from './decode.ts';
import { Label } from './issue.ts';
import { Person, RolePerson } from './person.ts';

const namespace = one(v.object({ path: word }));

/** The repository of a branch. The form of a deleted fork names none, and is not one. */
const BranchRepository = v.pipe(
  v.object({ id: word, full_name: word, path: word, name: text, html_url: word, namespace, name_space: namespace }),
  v.transform(({ namespace: first, name_space: other, ...repository }) => {
    const owner = first?.path ?? other?.path;
    const { full_name, path } = repository;
    const named = owner === undefined || path === undefined ? undefined : `${owner}/${path}`;
    return { ...repository, full_name: full_name ?? named };
  }),
  filled('full_name', 'path'),
);

const BranchRef = orOnly(
  'ref',
  v.object({
    label: word,
    ref: word,
    sha: word,
    repo: one(BranchRepository),
    user: one(Person),
    assigner: one(Person),
  }),
);

const MergeSwitch = v.object({
  merge_method: word,
  review_mode: word,
  disable_squash_merge: flag,
  squash_merge_with_no_merge_commit: flag,
  disable_merge_by_self: flag,
  only_allow_merge_if_all_discussions_are_resolved: flag,
  only_allow_merge_if_pipeline_succeeds: flag,
  approval_required_reviewers_count: number,
  can_force_merge: flag,
  can_reopen: flag,
});

const mergeFields = v.object({
  state: flag,
  status_without_user_auth: flag,
  can_force_merge: flag,
  merge_request_switch: one(MergeSwitch),
});

type Condition = `${string}_passed`;
const isCondition = (name: string): name is Condition => name.endsWith('_passed');

/** Whether each condition of a merge is met, by its name; a missing one is unknown. */
function conditionsIn(record: Readonly<Record<string, unknown>>): Readonly<Record<Condition, boolean>> {
  const conditions: Record<Condition, boolean> = {};
  for (const [name, value] of Object.entries(record)) {
    const isMet = v.parse(flag, value);
    if (isCondition(name) && isMet !== undefined) conditions[name] = isMet;
  }
  return conditions;
}

/** The texts by condition: the host also says false where it has none. */
const reasonsIn = (value: unknown): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([name, reason]) =>
      typeof reason === 'string' ? [[name, reason]] : [],
    ),
  );

/** `state`: the whole for this account; `reason`: texts of the host by condition. */
type MergeableState = v.InferOutput<typeof mergeFields> &
  ReturnType<typeof conditionsIn> & { readonly reason: ReturnType<typeof reasonsIn> };

const MergeableState = v.pipe(
  v.custom<Readonly<Record<string, unknown>>>(isObject),
  v.transform((record): MergeableState => ({
    ...conditionsIn(record),
    ...v.parse(mergeFields, record),
    reason: reasonsIn(record.reason),
  })),
);

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
  assignees: listed(RolePerson),
  approval_reviewers: listed(RolePerson),
  testers: listed(RolePerson),
  approval_merge_request_approvers: listed(RolePerson),
  approval_merge_request_reviewers: listed(RolePerson),
  approval_merge_request_testers: listed(RolePerson),
  base: one(BranchRef),
  head: one(BranchRef),
  target_branch: word,
  source_branch: word,
  project_id: word,
  source_project_id: word,
  from_forked_project: flag,
  sha: word,
  diff_refs: one(v.object({ base_sha: word, head_sha: word, start_sha: word })),
  // Each label is a record or only its name.
  labels: many(orOnly('name', Label)),
  milestone: one(v.pipe(v.object({ number: word, title: word }), filled('title'))),
  comments: number,
  mergeable: flag,
  mergeable_state: one(MergeableState),
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

const differ = (one: string | undefined, other: string | undefined): boolean | undefined =>
  one === undefined || other === undefined ? undefined : one !== other;

/** How the host begins the title of a draft. */
const draftMark = /^\s*(?:\[(?:WIP|Draft)\]|WIP:)\s*/i;

/** The title without the mark of a draft. */
export const unmarkedTitle = (title = ''): string => title.replace(draftMark, '').trim();

/** `start_sha` is the tip of the base, `base_sha` the merge base. A field that a form lacks is undefined: unknown. */
function readPullRequest(record: v.InferOutput<typeof fields>) {
  const { iid, web_url, description, work_in_progress, author, closed__at, sha, ...read } = record;
  const { target_branch, source_branch, diff_refs, project_id, source_project_id, ...own } = read;
  const { approval_merge_request_approvers, approval_merge_request_reviewers, ...most } = own;
  const { approval_merge_request_testers, ...rest } = most;
  const branch = {
    label: undefined,
    ref: undefined,
    sha: undefined,
    repo: undefined,
    user: undefined,
    assigner: undefined,
  };
  const base = { ...branch, ...read.base };
  const head = { ...branch, ...read.head };
  return {
    ...rest,
    from_forked_project:
      differ(head.repo?.full_name.toLowerCase(), base.repo?.full_name.toLowerCase()) ??
      differ(source_project_id, project_id) ??
      read.from_forked_project,
    number: read.number ?? iid,
    html_url: read.html_url ?? web_url,
    state: read.merged_at === undefined ? stateOf(read.state) : 'merged',
    body: read.body ?? description,
    draft: draftMark.test(read.title ?? '') ? true : (read.draft ?? work_in_progress),
    user: read.user ?? author ?? head.assigner,
    assignees: read.assignees ?? approval_merge_request_approvers,
    approval_reviewers: read.approval_reviewers ?? approval_merge_request_reviewers,
    testers: read.testers ?? approval_merge_request_testers,
    base: { ...base, ref: base.ref ?? target_branch, sha: base.sha ?? diff_refs?.start_sha },
    head: { ...head, ref: head.ref ?? source_branch, sha: head.sha ?? diff_refs?.head_sha ?? sha },
    closed_at: read.closed_at ?? closed__at,
  };
}

/** Single, list and creation: only the single form has all. `assignees` are its approvers. */
export const PullRequest = v.pipe(fields, v.transform(readPullRequest), filled('number'));
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
