import type { Call } from '../call.ts';
import { commitsOf, conditionsOf, headRepository } from '../pullRequests.ts';
import type { PullRequest, PullRequestComment, PullRequestEvent, Repository } from '../state.ts';
import { fullName } from '../state.ts';
import { labelsOf } from './issue.ts';
import { apiAddress, webAddress } from './repository.ts';
import { stamp } from './times.ts';
import { userOf } from './user.ts';

type Json = Record<string, unknown>;

const numberOf = ({ habits }: Call, { number }: PullRequest): number | string =>
  habits.pullRequestNumber === 'text' ? String(number) : number;

const webPage = (call: Call, repository: Repository, { number }: PullRequest): string =>
  `${webAddress(call.host, repository)}/merge_requests/${number}`;

const peopleOf = (call: Call, people: ReadonlyMap<string, boolean>): unknown[] =>
  [...people].map(([login, accept]) => ({ ...userOf(call.host, login), accept, assigness: true, code_owner: false }));

function branchForm(call: Call, repository: Repository | undefined, ref: string, sha: string): Json {
  if (repository === undefined) return { label: ref, ref, sha, repo: null };
  const { id, path, name, owner } = repository;
  const repo = { id, full_name: fullName(repository), path, name, html_url: webAddress(call.host, repository) };
  return { label: `${owner}:${ref}`, ref, sha, repo, user: userOf(call.host, owner) };
}

/** Get and list. */
export async function pullForm(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head } = await commitsOf(repository, pull);
  const conditions = await conditionsOf(call, repository, pull);
  const mergeable = Object.values(conditions).every(Boolean);
  const { closed = pull.merged?.time, milestone } = pull;
  const title = repository.milestones.get(milestone ?? -1)?.title;
  return {
    id: pull.id,
    number: numberOf(call, pull),
    url: `${apiAddress(call.host, repository)}/pulls/${pull.number}`,
    html_url: webPage(call, repository, pull),
    issue_url: `${apiAddress(call.host, repository)}/pulls/${pull.number}/issues`,
    state: pull.state,
    title: pull.title,
    body: pull.body,
    draft: pull.draft,
    user: userOf(call.host, pull.author),
    assignees: peopleOf(call, pull.assignees),
    assignees_number: pull.assignees.size,
    testers: peopleOf(call, pull.testers),
    base: branchForm(call, repository, pull.base, base),
    head: branchForm(call, headRepository(call.host, repository, pull), pull.head, head),
    labels: labelsOf(call, repository, pull),
    ...(title === undefined ? {} : { milestone: { number: milestone, title } }),
    comments: pull.comments.length,
    mergeable,
    can_merge_check: mergeable,
    mergeable_state: {
      ...conditions,
      can_force_merge: false,
      check_tasks_num: 0,
      merge_request_id: pull.id,
      reason: '',
      state: mergeable,
    },
    prune_branch: pull.pruneBranch,
    ref_pull_requests: [],
    created_at: stamp(pull.created),
    updated_at: stamp(pull.updated),
    [call.habits.closedAt]: closed === undefined ? null : stamp(closed),
    merged_at: pull.merged === undefined ? null : stamp(pull.merged.time),
  };
}

/** Creation: with other names than the rest of the API. */
export async function createdPullForm(call: Call, repository: Repository, pull: PullRequest): Promise<Json> {
  const { base, head, common } = await commitsOf(repository, pull);
  const author = userOf(call.host, pull.author);
  return {
    id: pull.id,
    iid: numberOf(call, pull),
    title: pull.title,
    description: pull.body,
    state: 'opened',
    work_in_progress: pull.draft,
    author:
      author === null ? null : { id: author.id, username: pull.author, name: author.name, web_url: author.html_url },
    source_branch: pull.head,
    target_branch: pull.base,
    diff_refs: { base_sha: common ?? base, head_sha: head, start_sha: base },
    web_url: webPage(call, repository, pull),
    approval_merge_request_reviewers: [...pull.assignees.keys()].map((username) => ({ username, state: 'unapproved' })),
    approval_merge_request_testers: [...pull.testers.keys()].map((username) => ({ username, state: 'unapproved' })),
    labels: labelsOf(call, repository, pull),
    created_at: stamp(pull.created),
  };
}

export function pullCommentForm(call: Call, pull: PullRequest, comment: PullRequestComment): Json {
  const { created, updated = created, place } = comment;
  return {
    id: comment.id,
    body: comment.body,
    comment_type: place === undefined ? 'pr_comment' : 'diff_comment',
    discussion_id: comment.discussion,
    ...(place === undefined ? {} : { resolved: pull.resolved.has(comment.discussion) }),
    ...(place === undefined || call.habits.commentPlace === 'absent'
      ? {}
      : {
          path: place.path,
          diff_position: { start_new_line: place.line, end_new_line: place.line, position_type: 'text' },
        }),
    user: userOf(call.host, comment.author),
    created_at: stamp(created),
    updated_at: stamp(updated),
  };
}

export function pullEventForm(call: Call, pull: PullRequest, event: PullRequestEvent): Json {
  return {
    id: event.id,
    action: event.action,
    action_type: event.action,
    content: event.content,
    merge_request_id: pull.id,
    discussion_id: null,
    user: userOf(call.host, event.author),
    created_at: stamp(event.created),
    updated_at: stamp(event.created),
  };
}
