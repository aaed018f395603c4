import { headName } from '../../../domain/pullRequests/headName.ts';
import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { oneLine, shownText } from '../../../core/text.ts';
import { unmetConditions, type MergeCondition } from '../../../domain/pullRequests/mergeConditions.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';
import type { Role, RolePerson } from '../../../domain/pullRequests/roles.ts';

const texts: Readonly<Record<string, () => string>> = {
  all_depend_merge_request_merged: () => l10n.t('the merge of other pull requests'),
  approval_approvers_required: () => l10n.t('approvals'),
  approval_reviewers_required: () => l10n.t('reviews'),
  approval_testers_required: () => l10n.t('tests by testers'),
  branch_missing: () => l10n.t('the source branch'),
  ci_state: () => l10n.t('checks'),
  conflict: () => l10n.t('conflicts to resolve'),
  merge_by_self: () => l10n.t('another person who merges'),
  merged_by_user: () => l10n.t('the right to merge'),
  mr_state: () => l10n.t('an open pull request'),
  non_ff: () => l10n.t('the newest commits of the target branch'),
  resolve_discussion: () => l10n.t('comments to resolve'),
  work_in_progress: () => l10n.t('marking it as ready'),
};

const stateLabels: Readonly<Record<(typeof pullRequestStates)[number], () => string>> = {
  open: () => l10n.t('open'),
  closed: () => l10n.t('closed'),
  merged: () => l10n.t('merged'),
  locked: () => l10n.t('locked'),
  all: () => l10n.t('all'),
};

/** In few words; an unknown one by its name. */
const wordsOf = ({ name }: MergeCondition): string => texts[name]?.() ?? oneLine(name.replaceAll('_', ' '), 60);

/** The sentence of the host, else own words. */
export const conditionText = (condition: MergeCondition): string =>
  condition.reason === undefined ? wordsOf(condition) : shownText(oneLine(condition.reason, 300));

/** What a merge still needs, in few words. `except`: conditions that are left out. */
export const missingWords = (pull: PullRequest, except: readonly string[] = []): string[] =>
  (unmetConditions(pull) ?? []).filter(({ name }) => !except.includes(name)).map(wordsOf);

const roleLabels: Readonly<Record<Role, () => string>> = {
  approvers: () => l10n.t('Approvers'),
  reviewers: () => l10n.t('Reviewers'),
  testers: () => l10n.t('Testers'),
};

export const roleLabel = (role: Role): string => roleLabels[role]();

/** What a person in a role decided. */
export function decisionText(role: Role, { accept }: RolePerson): string {
  if (role === 'testers') return accept === true ? l10n.t('tested') : l10n.t('not tested yet');
  return accept === true ? l10n.t('approved') : l10n.t('not approved yet');
}

/** Hosts may have states that are unknown here. */
export function pullRequestState({ state = 'open' }: PullRequest): string {
  const knownState = pullRequestStates.find((one) => one === state);
  return knownState === undefined ? oneLine(state, 40) : stateLabels[knownState]();
}

/** `owner/fork:topic → main`; undefined if the host does not tell both branches. */
export function pullRequestBranches(pull: PullRequest): string | undefined {
  const { head, base } = pull;
  return head.ref === undefined || base.ref === undefined ? undefined : `${headName(pull) ?? ''} → ${base.ref}`;
}
