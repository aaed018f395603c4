import * as v from 'valibot';
import {
  filterDirection,
  filterMoment,
  filterOrder,
  filterText,
  filterTexts,
  listParams,
  queriedLogin,
} from '../queries/query.ts';

export const pullRequestStates = ['open', 'closed', 'merged', 'locked', 'all'] as const;

/** GET …/pulls. Each field has the name and meaning of the API. `author`, `assignee` and `reviewer` may be `@me`. */
export const PullRequestQuery = v.strictObject({
  name: filterText,
  state: v.optional(v.picklist(pullRequestStates)),
  author: filterText,
  assignee: filterText,
  reviewer: filterText,
  labels: filterTexts,
  base: filterText,
  milestone_number: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  sort: filterOrder,
  direction: filterDirection,
  since: filterMoment,
  created_after: filterMoment,
  created_before: filterMoment,
  updated_after: filterMoment,
  updated_before: filterMoment,
  merged_after: filterMoment,
  merged_before: filterMoment,
});
export type PullRequestQuery = v.InferOutput<typeof PullRequestQuery>;

export const pullRequestMoments = [
  'since',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'merged_after',
  'merged_before',
] as const;

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
