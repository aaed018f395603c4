import { Failure, isFailure } from '../../core/errors.ts';
import type { CommitPair } from '../git/gitHistory.ts';
import { gitProblemFailure } from '../git/gitProblem.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import type { PullRequestComparisonParts } from './pullRequestComparison.ts';
import { pullRequestTitle, readPullRequestHead } from './pullRequestHead.ts';

/**
 * Pairs the commits at the head `before` with those of now, by their patches, as `git range-diff` does; oldest first.
 * @throws Failure `missing` (reason `noLookedHead`) if the host no longer has `before`; `refused` without git
 */
export async function readChangesSince(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  { number, before }: { readonly number: string; readonly before: string },
  options: RequestOptions = {},
): Promise<readonly CommitPair[]> {
  const problem = await parts.git.problem(name.host);
  if (problem !== undefined) throw gitProblemFailure(problem);
  const { baseCommit, headCommit } = await readPullRequestHead(parts, connection, name, number, options);
  const { signal } = options;
  try {
    return await parts.fetcher.history(name).versions({ base: baseCommit, before, after: headCommit }, { signal });
  } catch (error) {
    if (!isFailure(error) || error.reason !== 'gitNoCommit') throw error;
    throw new Failure('missing', `the host no longer has ${before}`, {
      reason: 'noLookedHead',
      about: [pullRequestTitle(number), fullName(name)],
      cause: error,
    });
  }
}
