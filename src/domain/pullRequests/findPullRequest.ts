import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
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
    await features.call(connection, {
      operation: 'pullRequests.list',
      page: webAddress(host, name, 'merge_requests', number),
      send: () => api.pullRequests.list({ ...inApi(name), per_page: 1 }, options),
      find: async () => {
        const { pull_requests_enabled: isEnabled } = await api.repositories.get(inApi(name), options);
        if (isEnabled === false)
          throw new Failure('missing', 'the repository has its pull requests turned off', { status: 404 });
      },
    });
    throw error;
  }
}
