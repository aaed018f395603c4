import { PullRequestQuery } from '../../../domain/pullRequests/pullRequestQueries.ts';
import { pullRequestsList } from './filteredLists.ts';
import type { Filters } from './filters.ts';

/** The default filter of the view Pull Requests. */
export const usualPullRequestQuery: PullRequestQuery = { state: 'open' };

export function currentPullRequestQuery(filters: Filters): PullRequestQuery {
  return filters.get(pullRequestsList, PullRequestQuery) ?? usualPullRequestQuery;
}
