import type { Api } from '../../api/client/client.ts';
import type { Repository } from '../../api/record/repository.ts';
import { SharedRequests } from '../../api/throttle/sharedPriority.ts';
import { repositoryKey, type RepositoryName } from './address.ts';
import { inApi, type RequestOptions } from './source.ts';

const running = new WeakMap<Api, SharedRequests<string, Repository>>();

/** Calls at the same time share one request. After a change of the record, call the API instead. */
export async function readRepository(
  api: Api,
  name: RepositoryName,
  options: RequestOptions = {},
): Promise<Repository> {
  const requests = running.get(api) ?? new SharedRequests<string, Repository>();
  running.set(api, requests);
  return await requests.run(repositoryKey(name), (shared) => api.repositories.get(inApi(name), shared), options);
}
