import type { Settings } from '../../scripts/editor/settings.ts';
import type { Service } from '../service/handle.ts';

/** The settings that define a local service as the host `local`. */
export function localHost({ url, clientId }: Pick<Service, 'url' | 'clientId'>): Settings {
  return {
    'sourcehost.hosts': [
      { id: 'local', name: 'Local service', apiUrl: url, authUrl: url, webUrl: url, clientId, requestsPerMinute: 0 },
    ],
  };
}
