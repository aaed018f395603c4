import { isFailure } from '../../core/errors.ts';
import type { HistoryCommit } from '../git/gitHistory.ts';
import { historyCommit } from '../history/repositoryCommits.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { findPullRequest } from './findPullRequest.ts';
import { readPullRequestRange, type PullRequestComparisonParts } from './pullRequestComparison.ts';
import { pullRequestPage } from './pullRequests.ts';

const perPage = 100;

export interface PullRequestCommitPage {
  readonly commits: readonly HistoryCommit[];
  readonly unreadable: readonly string[];
  readonly hasMore: boolean;
}

/**
 * Reads the commits of a pull request with each call, a page at a time: as the host lists them, or with git, newest
 * first, where it does not. Undefined after the last page. After a failure the page can be requested again.
 */
export function pullRequestCommits(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions = {},
): () => Promise<PullRequestCommitPage | undefined> {
  const { features } = parts;
  const listed = connection.api.pullRequests.commits.all({ ...inApi(name), number }, options).pages();
  const readFromHost = async (): Promise<PullRequestCommitPage | undefined> => {
    const { value: page } = await features.call(connection, {
      operation: 'pullRequests.commits',
      page: pullRequestPage(connection, name, number),
      send: () => listed.next(),
      find: () => findPullRequest(features, connection, name, number, options),
    });
    return page && { commits: page.items.map(historyCommit), unreadable: page.unreadable, hasMore: page.more };
  };
  const readWithGit = commitsByGit(parts, connection, name, number, options);
  let read = readFromHost;
  return async () => {
    try {
      return await read();
    } catch (error) {
      const isLast = read === readWithGit || !isFailure(error, 'unsupported');
      if (isLast || (await parts.git.problem(name.host)) !== undefined) throw error;
      read = readWithGit;
      return await read();
    }
  };
}

function commitsByGit(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): () => Promise<PullRequestCommitPage | undefined> {
  let range: Awaited<ReturnType<typeof readPullRequestRange>> | undefined;
  let skip = 0;
  let isEnd = false;
  return async () => {
    if (isEnd) return undefined;
    range ??= await readPullRequestRange(parts, connection, name, { number }, options);
    const query = { path: '', skip, limit: perPage + 1, without: range.base };
    const { signal } = options;
    const commits = await parts.fetcher.history(name).commits(range.head.headCommit, query, { signal });
    skip += perPage;
    isEnd = commits.length <= perPage;
    return { commits: commits.slice(0, perPage), unreadable: [], hasMore: !isEnd };
  };
}
