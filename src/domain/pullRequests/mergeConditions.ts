import type { PullRequest } from '../../api/record/pullRequest.ts';

/** What a merge still needs. */
export interface MergeCondition {
  /** The name of the API, without `_passed`. */
  readonly name: string;
  /** The sentence of the host; untrusted text. Undefined: it says none. */
  readonly reason: string | undefined;
}

/** A sentence has several words, or is in a language without blanks. A code of the host is none. */
const sentence = /\S\s+\S|[^\p{ASCII}]/u;

/** What stands in the way of a merge of an open pull request. Undefined: the host does not tell. */
export function unmetConditions({ state, mergeable_state: told }: PullRequest): readonly MergeCondition[] | undefined {
  if (state !== 'open') return [];
  const conditions = Object.entries(told ?? {}).filter(([name]) => name.endsWith('_passed'));
  if (conditions.length === 0) return told?.state === true ? [] : undefined;
  return conditions.flatMap(([key, isMet]) => {
    const reason = told?.reason[key];
    const isSaid = reason !== undefined && sentence.test(reason);
    return isMet === false ? [{ name: key.replace(/_passed$/, ''), reason: isSaid ? reason : undefined }] : [];
  });
}

/** Whether others may merge it now, but not this account. */
export const isReadyButNotByMe = ({ state, mergeable_state: told }: PullRequest): boolean =>
  state === 'open' && told?.state === false && told.status_without_user_auth === true;
