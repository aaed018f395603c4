import type { Pages } from '../../api/client/pages.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { isFailure } from '../../core/errors.ts';
import type { PullRequestHead } from '../git/gitRepositories.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { optionalPages } from '../hosts/optionalPages.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';
import { pullRequestListCall } from './findPullRequest.ts';
import { pullRequestParams, type PullRequestQuery } from './pullRequestQueries.ts';
import type { PullRequestRefs } from './pullRequestRefs.ts';

/** Page by page. Rejects as `unsupported` if the host does not list pull requests. `size`: of a page, at most 100. */
export function pullRequestPages(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  query: PullRequestQuery,
  options: RequestOptions,
  size?: number,
): Pages<PullRequest> {
  const { api, host, account } = connection;
  const parameters = { ...inApi(name), ...pullRequestParams(query, account?.login) };
  const all = api.pullRequests.list.all(size === undefined ? parameters : { ...parameters, per_page: size }, options);
  const page = webAddress(host, name, 'merge_requests');
  return optionalPages(features, connection, [all], (send) => pullRequestListCall(name, { page, send, options }));
}

/** Where pull requests are read: the host, or its refs if it does not list them. */
export interface PullRequestSources {
  readonly features: HostFeatures;
  readonly refs: PullRequestRefs;
}

/**
 * The first `limit` pull requests of `query`, with few requests; the heads of all if the host lists none.
 * @throws Failure `unsupported` if git cannot be used either, or cannot tell who `query` names
 */
export async function readPullRequests(
  { features, refs }: PullRequestSources,
  { connection, name }: { readonly connection: Connection; readonly name: RepositoryName },
  query: PullRequestQuery,
  limit: number,
  options: RequestOptions,
): Promise<readonly PullRequest[] | readonly PullRequestHead[]> {
  const pulls: PullRequest[] = [];
  try {
    for await (const one of pullRequestPages(features, connection, name, query, options, Math.min(limit, 100))) {
      pulls.push(one);
      if (pulls.length >= limit) break;
    }
    return pulls;
  } catch (error) {
    const people = [query.author, query.assignee, query.reviewer];
    if (!isFailure(error, 'unsupported') || people.some((one) => one !== undefined)) throw error;
    if ((await refs.problem(name.host)) !== undefined) throw error;
    return (await refs.list(name, options)).slice(0, limit);
  }
}
