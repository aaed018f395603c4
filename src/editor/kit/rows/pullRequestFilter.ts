import { l10n } from 'vscode';
import {
  pullRequestMoments,
  PullRequestQuery,
  type pullRequestStates,
} from '../../../domain/pullRequests/pullRequestQueries.ts';
import { assigneeLabel, authorLabel, labelNames, momentAndOrder } from './filterLabels.ts';
import { pullRequestsList } from './filteredLists.ts';
import type { Filters } from './filters.ts';

export const usualPullRequestQuery: PullRequestQuery = { state: 'open' };

export function currentPullRequestQuery(filters: Filters): PullRequestQuery {
  return filters.get(pullRequestsList, PullRequestQuery) ?? usualPullRequestQuery;
}

export function pullRequestQueryLabels(query: PullRequestQuery): string[] {
  const { state, base, milestone_number: milestone, reviewer } = query;
  return [
    ...(state === undefined || state === 'all' ? [] : [pullRequestStateLabel(state)]),
    ...labelNames(query),
    ...(base === undefined ? [] : [l10n.t('into {0}', base)]),
    ...(milestone === undefined ? [] : [l10n.t('milestone {0}', milestone)]),
    ...assigneeLabel(query.assignee),
    ...(reviewer === undefined
      ? []
      : [reviewer === '@me' ? l10n.t('to review by me') : l10n.t('to review by {0}', reviewer)]),
    ...authorLabel(query.author),
    ...momentAndOrder(query, pullRequestMoments),
  ];
}

type PullRequestState = (typeof pullRequestStates)[number];

const stateLabels: Readonly<Record<PullRequestState, () => string>> = {
  open: () => l10n.t('open'),
  closed: () => l10n.t('closed'),
  merged: () => l10n.t('merged'),
  locked: () => l10n.t('locked'),
  all: () => l10n.t('all'),
};

export const pullRequestStateLabel = (state: PullRequestState): string => stateLabels[state]();
