import type { PullRequest } from '../../api/record/pullRequest.ts';

/** The branch that a pull request merges: `branch`, or `owner/repo:branch` of a fork. Undefined: the host names none. */
export function headName({ head, from_forked_project: isFork }: PullRequest): string | undefined {
  return isFork === true && head.repo !== undefined
    ? `${head.repo.full_name}:${head.ref ?? ''}`
    : (head.ref ?? head.label);
}
