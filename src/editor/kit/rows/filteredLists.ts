import { IssueQuery, MilestoneFilter } from '../../../domain/issues/queries.ts';
import type { Filters } from './filters.ts';

// Keys under which the filters of the lists are stored.
export const issuesList = 'issues';
export const pullRequestsList = 'pullRequests';
export const milestonesList = 'milestones';

export const usualQuery: IssueQuery = { state: 'open' };

export function currentQuery(filters: Filters): IssueQuery {
  return filters.get(issuesList, IssueQuery) ?? usualQuery;
}

export function milestoneFilter(filters: Filters): { readonly state: 'open' | 'closed' | 'all' } {
  return { state: filters.get(milestonesList, MilestoneFilter)?.state ?? 'open' };
}
