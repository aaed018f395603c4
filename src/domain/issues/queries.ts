import * as v from 'valibot';
import {
  filterDirection as direction,
  filterMoment,
  filterOrder,
  filterText as text,
  filterTexts,
  listParams,
  queriedLogin,
  type NamedQuery,
} from '../queries/query.ts';

/** Filters of lists. Each field has the name and meaning of the API. */

/** GET /user/repos */
export const RepositoryFilter = v.object({
  visibility: v.optional(v.picklist(['public', 'private', 'all'])),
  affiliation: text,
  sort: v.optional(v.picklist(['created', 'updated', 'pushed', 'full_name'])),
  direction,
  q: text,
});
export type RepositoryFilter = v.InferOutput<typeof RepositoryFilter>;

/** GET /orgs/{org}/repos */
export const OrganizationFilter = v.object({ type: v.optional(v.picklist(['all', 'public', 'private'])) });
export type OrganizationFilter = v.InferOutput<typeof OrganizationFilter>;

/** GET /users/orgs */
export const OrganizationsFilter = v.object({ admin: v.optional(v.boolean()) });
export type OrganizationsFilter = v.InferOutput<typeof OrganizationsFilter>;

/** GET …/milestones */
export const MilestoneFilter = v.object({ state: v.optional(v.picklist(['open', 'closed', 'all'])) });
export type MilestoneFilter = v.InferOutput<typeof MilestoneFilter>;

export const groupings = ['milestone', 'label', 'assignee'] as const;

/** GET …/issues. `assignee` and `creator` may be `@me`. */
export const IssueQuery = v.strictObject({
  name: text,
  state: v.optional(v.picklist(['open', 'closed', 'all'])),
  labels: filterTexts,
  milestone: text,
  assignee: text,
  creator: text,
  sort: filterOrder,
  direction,
  since: filterMoment,
  created_at: filterMoment,
  created_after: filterMoment,
  created_before: filterMoment,
  updated_after: filterMoment,
  updated_before: filterMoment,
  groupBy: v.optional(v.picklist(groupings)),
});
export type IssueQuery = v.InferOutput<typeof IssueQuery>;

export type SavedQuery = NamedQuery<IssueQuery>;

export const issueMoments = [
  'since',
  'created_at',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const;

/** `login` replaces `@me`. @throws Failure `signedOut` if `@me` is used without `login` */
export function issueParams(query: IssueQuery, login: string | undefined, now = Date.now()) {
  const { state, milestone } = query;
  return {
    state,
    milestone,
    assignee: queriedLogin(query.assignee, login),
    creator: queriedLogin(query.creator, login),
    ...listParams(query, now),
  };
}
