import type { Api } from '../../api/client/client.ts';
import { SharedRequests } from '../../api/throttle/sharedPriority.ts';
import { repositoryKey, type RepositoryName } from './address.ts';
import { inApi, type RequestOptions } from './source.ts';

type Read<T> = (api: Api, name: RepositoryName, options?: RequestOptions) => Promise<T>;

/** `read`, where calls at the same time share one request. */
function sharing<T>(read: Read<T>): Read<T> {
  const running = new WeakMap<Api, SharedRequests<string, T>>();
  return async (api, name, options = {}) => {
    const requests = running.get(api) ?? new SharedRequests<string, T>();
    running.set(api, requests);
    return await requests.run(repositoryKey(name), (shared) => read(api, name, shared), options);
  };
}

/** After a change of the record, call the API instead. */
export const readRepository = sharing((api, name, options) => api.repositories.get(inApi(name), options));

/** The newest 100 branches. */
export const newestBranches = sharing((api, name, options) =>
  api.branches.list({ ...inApi(name), sort: 'updated', direction: 'desc', per_page: 100 }, options),
);
