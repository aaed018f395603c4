import { Refusal } from './answer.ts';
import type { Call } from './call.ts';
import { mergedTree } from './merge.ts';
import { commitsOf, headRepository } from './pullRequests.ts';
import { rightsOf } from './rights.ts';
import type { PullRequest, Repository } from './state.ts';

/** The settings of pull requests that a repository begins with. */
export const usualSettings: Repository['settings'] = {
  approval_required_reviewers_enable: false,
  approval_required_reviewers: 0,
  approval_required_approvers: 0,
  approval_required_testers: 0,
  approval_approver_ids: '',
  approval_tester_ids: '',
  only_allow_merge_if_all_discussions_are_resolved: true,
  only_allow_merge_if_pipeline_succeeds: false,
  disable_merge_by_self: false,
  can_force_merge: false,
  can_reopen: true,
  add_notes_after_merged: true,
  mark_auto_merged_mr_as_closed: false,
  delete_source_branch_when_merged: false,
  disable_squash_merge: false,
  auto_squash_merge: false,
  merge_method: 'merge',
  squash_merge_with_no_merge_commit: true,
  merged_commit_author: 'submitter',
  is_check_cla: false,
  is_allow_lite_merge_request: false,
  lite_merge_request_prefix_title: '',
  close_issue_when_mr_merged: true,
  forbidden_pr_related_issue_closed: false,
};

/** What the host says where a condition is not met; some sentences are Chinese, as the live service has them. */
const sentences = {
  conflict: 'The branches have conflicts. Merge the target branch into the source branch first.',
  branch_missing: 'The source branch does not exist any more.',
  non_ff: 'The source branch is behind the target branch.',
  mr_state: 'The pull request is closed or merged.',
  merged_by_user: 'You are a member of this project, but without the right to push to the target branch.',
  work_in_progress: 'The pull request is a draft.',
  resolve_discussion: '还有未解决的评论，请先解决全部评论。',
  ci_state: 'The pipeline of the last commit did not succeed.',
  merge_by_self: 'The author may not merge an own pull request here.',
  approval_reviewers_required: '评审人尚未全部通过。',
  approval_approvers_required: 'Not everybody who must approve has approved.',
  approval_testers_required: 'Not everybody who must test has tested.',
  all_depend_merge_request_merged: 'A pull request that this one depends on is not merged.',
} as const;

export type Condition = keyof typeof sentences;
export const sentenceOf = (condition: Condition): string => sentences[condition];

/** Conditions of the account alone. */
const ofAccount: readonly Condition[] = ['merged_by_user', 'merge_by_self'];

/** Whether each condition of a merge by the account is met. */
export async function conditionsOf(
  call: Call,
  repository: Repository,
  pull: PullRequest,
): Promise<Readonly<Record<Condition, boolean>>> {
  const { git, base, head } = await commitsOf(repository, pull);
  const { settings } = repository;
  const open = pull.comments.some(({ place, discussion }) => place !== undefined && !pull.resolved.has(discussion));
  const agreed = (people: ReadonlyMap<string, boolean>, setting: string): boolean => {
    const accepted = [...people.values()].filter(Boolean).length;
    return accepted >= Math.max(Number(settings[setting] ?? 0), people.size);
  };
  const source = headRepository(call.host, repository, pull);
  return {
    conflict: pull.state === 'merged' || (await mergedTree(git, base, head)) !== undefined,
    branch_missing: (await (await source?.git())?.refs())?.branches.has(pull.head) ?? false,
    non_ff: true,
    mr_state: pull.state === 'open',
    merged_by_user: rightsOf(call.state, repository, call.account?.login).push,
    work_in_progress: !pull.draft,
    resolve_discussion: !open || settings.only_allow_merge_if_all_discussions_are_resolved !== true,
    ci_state: true,
    merge_by_self: settings.disable_merge_by_self !== true || pull.author !== call.account?.login,
    approval_reviewers_required: agreed(pull.reviewers, 'approval_required_reviewers'),
    approval_approvers_required: agreed(pull.assignees, 'approval_required_approvers'),
    approval_testers_required: agreed(pull.testers, 'approval_required_testers'),
    all_depend_merge_request_merged: true,
  };
}

const unmetOf = (conditions: Readonly<Record<Condition, boolean>>): readonly Condition[] =>
  (Object.keys(conditions) as Condition[]).filter((name) => !conditions[name]);

/** Refuses a merge with the sentence of the first condition that is not met. */
export async function demandMergeable(call: Call, repository: Repository, pull: PullRequest): Promise<void> {
  const [unmet] = unmetOf(await conditionsOf(call, repository, pull));
  if (unmet === 'merge_by_self') throw ownOne();
  if (unmet !== undefined) throw new Refusal(405, sentenceOf(unmet));
}

export const ownOne = (): Refusal => new Refusal(400, 'Merge request author cannot operate their own merge request');

/** `mergeable_state` of a single pull request. */
export async function mergeableState(call: Call, repository: Repository, pull: PullRequest): Promise<object> {
  const conditions = await conditionsOf(call, repository, pull);
  const { mergeReason } = call.habits;
  const unmet = unmetOf(conditions);
  const { settings } = repository;
  const told = Object.entries(conditions).filter(([name]) => mergeReason !== 'absent' || name === 'conflict');
  return {
    merge_request_id: pull.id,
    state: unmet.length === 0,
    status_without_user_auth: unmet.every((name) => ofAccount.includes(name)),
    ...Object.fromEntries(told.map(([name, met]) => [`${name}_passed`, met])),
    can_force_merge: false,
    check_tasks_num: 0,
    approval_approvers_result: 2,
    approval_testers_result: 2,
    merge_request_switch: {
      review_mode: 'approval',
      merge_method: settings.merge_method,
      ...Object.fromEntries(switches.map((name) => [name, settings[name]])),
      approval_required_reviewers_count: settings.approval_required_reviewers,
      approval_required_reviewers_branch: '*',
    },
    ...(mergeReason === 'absent'
      ? {}
      : {
          reason: Object.fromEntries(
            unmet.map((name) => [`${name}_passed`, mergeReason === 'sentence' && sentenceOf(name)]),
          ),
        }),
  };
}

/** The settings that a pull request repeats. */
const switches = [
  'only_allow_merge_if_all_discussions_are_resolved',
  'disable_merge_by_self',
  'only_allow_merge_if_pipeline_succeeds',
  'disable_squash_merge',
  'squash_merge_with_no_merge_commit',
  'add_notes_after_merged',
  'mark_auto_merged_mr_as_closed',
  'can_force_merge',
  'can_reopen',
];
