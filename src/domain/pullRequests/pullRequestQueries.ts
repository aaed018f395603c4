import * as v from 'valibot';
import { filterMoment, filterText, listFields, listParams, queriedLogin } from '../queries/query.ts';
import { listKeys, moment, person, type QueryLine } from '../queries/queryLine.ts';

export const pullRequestStates = ['open', 'closed', 'merged', 'locked', 'all'] as const;

/** GET …/pulls. Each field has the name and meaning of the API. `author`, `assignee` and `reviewer` may be `@me`. */
export const PullRequestQuery = v.strictObject({
  ...listFields,
  state: v.optional(v.picklist(pullRequestStates)),
  author: filterText,
  assignee: filterText,
  reviewer: filterText,
  base: filterText,
  milestone_number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  merged_after: filterMoment,
  merged_before: filterMoment,
});
export type PullRequestQuery = v.InferOutput<typeof PullRequestQuery>;

export const pullRequestLine: QueryLine<PullRequestQuery> = {
  schema: PullRequestQuery,
  keys: {
    state: { values: pullRequestStates },
    reviewer: person,
    author: person,
    assignee: person,
    base: { names: 'branches' },
    milestone: { field: 'milestone_number', names: 'milestoneNumbers' },
    ...listKeys,
    merged_after: moment,
    merged_before: moment,
  },
};

/** `login` replaces `@me`. @throws Failure `signedOut` if `@me` is used without `login` */
export function pullRequestParams(query: PullRequestQuery, login: string | undefined, now = Date.now()) {
  const { state, base, milestone_number } = query;
  return {
    state,
    base,
    milestone_number,
    author: queriedLogin(query.author, login),
    assignee: queriedLogin(query.assignee, login),
    reviewer: queriedLogin(query.reviewer, login),
    ...listParams(query, now),
  };
}
