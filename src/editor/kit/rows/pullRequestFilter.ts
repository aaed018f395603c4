import { l10n } from 'vscode';
import {
  pullRequestMoments,
  PullRequestQuery,
  type pullRequestStates,
} from '../../../domain/pullRequests/pullRequestQueries.ts';
import { assigneeLabel, authorLabel, labelNames, momentAndOrder } from './filterLabels.ts';
import { pullRequestsList } from './filteredLists.ts';
import type { Filters } from './filters.ts';

/** The default filter of the view Pull Requests. */
export const usualPullRequestQuery: PullRequestQuery = { state: 'open' };

export function currentPullRequestQuery(filters: Filters): PullRequestQuery {
  return filters.get(pullRequestsList, PullRequestQuery) ?? usualPullRequestQuery;
}

/** The filter of a list of pull requests, as texts. */
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

export function pullRequestStateLabel(state: (typeof pullRequestStates)[number]): string {
  switch (state) {
    case 'open':
      return l10n.t('open');
    case 'closed':
      return l10n.t('closed');
    case 'merged':
      return l10n.t('merged');
    case 'locked':
      return l10n.t('locked');
    case 'all':
      return l10n.t('all');
  }
}
