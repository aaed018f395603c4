import { IssueQuery, MilestoneFilter } from '../../../domain/tracker/queries.ts';
import type { Filters } from './filters.ts';

// The names under which the lists of the views keep what narrows them.
export const issuesList = 'issues';
export const milestonesList = 'milestones';

/** What the issues view shows where nobody chose otherwise. */
export const usualQuery: IssueQuery = { state: 'open' };

export function currentQuery(filters: Filters): IssueQuery {
  return filters.get(issuesList, IssueQuery) ?? usualQuery;
}

export function milestoneFilter(filters: Filters): { readonly state: 'open' | 'closed' | 'all' } {
  return { state: filters.get(milestonesList, MilestoneFilter)?.state ?? 'open' };
}
