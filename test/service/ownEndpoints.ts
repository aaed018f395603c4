import { get, put } from '../../src/api/contract/endpoint.ts';
import { flag, integer, line, optional, text } from '../../src/api/contract/field.ts';
import { anything } from '../../src/api/contract/reader.ts';

const repository = '/repos/{owner}/{repo}';
const pulls = `${repository}/pulls` as const;
const pull = `${pulls}/{number}` as const;
const issue = `${repository}/issues/{number}` as const;

const reading = { returns: anything } as const;
const reactions = { query: { emoji_name: optional(line) }, returns: anything } as const;

/** The flat fields of the settings of pull requests. */
export const settingFields = {
  ...{ approval_required_reviewers_enable: optional(flag), approval_required_reviewers: optional(integer) },
  ...{ approval_required_approvers: optional(integer), approval_required_testers: optional(integer) },
  ...{ approval_approver_ids: optional(text), approval_tester_ids: optional(text) },
  only_allow_merge_if_all_discussions_are_resolved: optional(flag),
  ...{ only_allow_merge_if_pipeline_succeeds: optional(flag), disable_merge_by_self: optional(flag) },
  ...{ can_force_merge: optional(flag), can_reopen: optional(flag), add_notes_after_merged: optional(flag) },
  ...{ mark_auto_merged_mr_as_closed: optional(flag), delete_source_branch_when_merged: optional(flag) },
  ...{ disable_squash_merge: optional(flag), auto_squash_merge: optional(flag), merge_method: optional(line) },
  ...{ squash_merge_with_no_merge_commit: optional(flag), merged_commit_author: optional(line) },
  ...{ is_check_cla: optional(flag), is_allow_lite_merge_request: optional(flag) },
  ...{ lite_merge_request_prefix_title: optional(text), close_issue_when_mr_merged: optional(flag) },
  forbidden_pr_related_issue_closed: optional(flag),
};

/** Operations of the live service that the client does not call yet. A row of the client with the same name counts. */
export const ownEndpoints = {
  pullRequests: {
    filesJson: get(`${pull}/files.json`, reading),
    reactions: get(`${pull}/user_reactions`, reactions),
    modifyHistory: get(`${pull}/modify_history`, reading),
  },
  pullRequestComments: {
    reactions: get(`${pulls}/comment/{id}/user_reactions`, reactions),
    modifyHistory: get(`${pulls}/comment/{id}/modify_history`, reading),
  },
  issues: {
    reactions: get(`${issue}/user_reactions`, reactions),
    modifyHistory: get(`${issue}/modify_history`, reading),
  },
  issueComments: {
    reactions: get(`${repository}/issues/comment/{id}/user_reactions`, reactions),
    modifyHistory: get(`${repository}/issues/comment/{id}/modify_history`, reading),
  },
  gates: {
    setPullRequestSettings: put(`${repository}/pull_request_settings`, { body: settingFields, returns: anything }),
  },
};
