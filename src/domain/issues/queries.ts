import * as v from 'valibot';
import {
  filterDirection as direction,
  filterMoment,
  filterText as text,
  listFields,
  listParams,
  queriedLogin,
} from '../queries/query.ts';
import { listKeys, moment, person, type QueryLine } from '../queries/queryLine.ts';

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

export const repositoryLine: QueryLine<RepositoryFilter> = {
  schema: RepositoryFilter,
  keys: {
    q: {},
    visibility: { values: ['public', 'private'] },
    affiliation: { values: ['owner', 'collaborator', 'organization_member', 'enterprise_member', 'admin'] },
    sort: { values: RepositoryFilter.entries.sort.wrapped.options },
    direction: listKeys.direction,
  },
  words: 'q',
};

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
  ...listFields,
  state: v.optional(v.picklist(['open', 'closed', 'all'])),
  milestone: text,
  assignee: text,
  creator: text,
  created_at: filterMoment,
  groupBy: v.optional(v.picklist(groupings)),
});
export type IssueQuery = v.InferOutput<typeof IssueQuery>;

export const issueLine: QueryLine<IssueQuery> = {
  schema: IssueQuery,
  keys: {
    state: { values: IssueQuery.entries.state.wrapped.options },
    assignee: person,
    author: { ...person, field: 'creator' },
    milestone: { values: ['none'], names: 'milestones' },
    ...listKeys,
    created_at: moment,
    group: { field: 'groupBy', values: groupings },
  },
};

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
