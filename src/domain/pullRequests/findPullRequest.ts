import type { Issue } from '../../api/record/issue.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures, OptionalCall } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

/** Reads a pull request. @throws Failure `unsupported` if the host does not read them; `missing` */
export async function findPullRequest(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<PullRequest> {
  return await features.call(connection, {
    operation: 'pullRequests.get',
    page: webAddress(connection.host, name, 'merge_requests', number),
    send: (api) => api.pullRequests.get({ ...inApi(name), number }, options),
    find: async (api) => {
      const page = webAddress(connection.host, name, 'merge_requests');
      const send = () => api.pullRequests.list({ ...inApi(name), state: 'all', per_page: 100 }, options);
      const { items } = await features.call(connection, pullRequestListCall(name, { page, send, options }));
      if (!items.some((one) => one.number === number))
        throw new Failure('missing', 'the list has no such pull request', { status: 404 });
    },
  });
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
    find: () => findPullRequest(features, connection, name, number, options),
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
