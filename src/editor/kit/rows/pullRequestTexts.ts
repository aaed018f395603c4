import { l10n } from 'vscode';
import type { PullRequest } from '../../../api/record/pullRequest.ts';
import { oneLine } from '../../../core/text.ts';
import { pullRequestStates } from '../../../domain/pullRequests/pullRequestQueries.ts';

const texts: Readonly<Record<string, () => string>> = {
  approval_approvers_required_passed: () => l10n.t('approvals'),
  approval_reviewers_required_passed: () => l10n.t('reviews'),
  approval_testers_required_passed: () => l10n.t('tests by testers'),
  branch_missing_passed: () => l10n.t('the source branch'),
  ci_state_passed: () => l10n.t('checks'),
  conflict_passed: () => l10n.t('conflicts to resolve'),
  merge_by_self_passed: () => l10n.t('another person who merges'),
  merged_by_user_passed: () => l10n.t('the right to merge'),
  non_ff_passed: () => l10n.t('the newest commits of the target branch'),
  resolve_discussion_passed: () => l10n.t('comments to resolve'),
  work_in_progress_passed: () => l10n.t('the end of the draft'),
};

const stateLabels: Readonly<Record<(typeof pullRequestStates)[number], () => string>> = {
  open: () => l10n.t('open'),
  closed: () => l10n.t('closed'),
  merged: () => l10n.t('merged'),
  locked: () => l10n.t('locked'),
  all: () => l10n.t('all'),
};

/** As the host says, with unknown conditions by their names. `except`: conditions that are left out. */
export function missingConditions(
  { mergeable_state: conditions, state }: PullRequest,
  except: readonly string[] = [],
): string[] {
  if (state !== 'open') return [];
  return Object.entries(conditions)
    .filter(([name, isMet]) => !isMet && name !== 'mr_state_passed' && !except.includes(name))
    .map(([name]) => texts[name]?.() ?? oneLine(name.replace(/_passed$/, '').replaceAll('_', ' '), 60));
}

/** Hosts may have states that are unknown here. */
export function pullRequestState({ state = 'open' }: PullRequest): string {
  const knownState = pullRequestStates.find((one) => one === state);
  return knownState === undefined ? oneLine(state, 40) : stateLabels[knownState]();
}

/** `owner/fork:topic → main`; undefined if the host does not tell both branches. */
export function pullRequestBranches({ head, base }: PullRequest): string | undefined {
  if (head.ref === undefined || base.ref === undefined) return undefined;
  const { repo } = head;
  const isFork = repo?.full_name !== undefined && repo.full_name !== base.repo?.full_name;
  return `${isFork ? `${repo.full_name}:` : ''}${head.ref} → ${base.ref}`;
}
