import type { Issue } from '../../api/record/issue.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures, OptionalCall } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

/**
 * Reads a pull request. A 404 is about the pull request if the repository lists pull requests, or has them turned off.
 * @throws Failure `unsupported` if the host has no pull requests; `missing`
 */
export async function findPullRequest(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<PullRequest> {
  const { api, host } = connection;
  try {
    return await api.pullRequests.get({ ...inApi(name), number }, options);
  } catch (error) {
    const isAbsent = isFailure(error, 'missing') || (error instanceof Failure && error.status === 405);
    if (!isAbsent) throw error;
    const page = webAddress(host, name, 'merge_requests', number);
    const send = (): Promise<unknown> => api.pullRequests.list({ ...inApi(name), per_page: 1 }, options);
    await features.call(connection, pullRequestListCall(name, { page, send, options }));
    throw error;
  }
}

/** As `findPullRequest`, and sends nothing to a host that is known to list no pull requests. */
export async function findMentionedPullRequest(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<PullRequest> {
  const page = webAddress(connection.host, name, 'merge_requests', number);
  await features.require(connection.host, 'pullRequests.list', page);
  return await findPullRequest(features, connection, name, number, options);
}

/** @throws Failure `unsupported` (reason `noOperation`) if the host does not tell them; `missing` */
export async function pullRequestsOfIssue(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<readonly PullRequest[]> {
  const at = { ...inApi(name), number };
  const { items } = await features.call(connection, {
    operation: 'pullRequests.ofIssue',
    page: webAddress(connection.host, name, 'issues', number),
    send: (api) => api.pullRequests.ofIssue(at, options),
    find: (api) => api.issues.get(at, options),
  });
  return items;
}

/** The first page. @throws Failure `unsupported` (reason `noOperation`) if the host does not tell them; `missing` */
export async function issuesOfPullRequest(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<readonly Issue[]> {
  const at = { ...inApi(name), number };
  const { items } = await features.call(connection, {
    operation: 'pullRequests.issues',
    page: webAddress(connection.host, name, 'merge_requests', number),
    send: (api) => api.pullRequests.issues(at, options),
    find: (api) => api.pullRequests.get(at, options),
  });
  return items;
}

/** A call that lists pull requests. A 404 means that the host has none, unless the repository has them turned off. */
export function pullRequestListCall<T>(
  name: RepositoryName,
  { page, send, options }: Pick<OptionalCall<T>, 'page' | 'send'> & { readonly options: RequestOptions },
): OptionalCall<T> {
  return {
    operation: 'pullRequests.list',
    page,
    send,
    find: async (api) => {
      const { pull_requests_enabled: isEnabled } = await api.repositories.get(inApi(name), options);
      if (isEnabled === false)
        throw new Failure('missing', 'the repository has its pull requests turned off', { status: 404 });
    },
  };
}
