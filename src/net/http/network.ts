import type { ExchangeLimits, Fetch } from '../../api/http/fetch.ts';
import type { Disposable } from '../../core/emitter.ts';
import { lazily } from '../../core/async.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { ConnectionPool } from './dispatcher.ts';
import { createFallbackFetch, type NetworkMode } from './fallback.ts';
import { usualLimits, type NetworkLimits } from './limits.ts';
import type { NetworkOptions } from './options.ts';
import type * as transports from './onDemand.ts';

export interface NetworkSettings extends NetworkOptions {
  readonly mode: NetworkMode;
}

export interface Network extends Disposable {
  readonly fetch: Fetch;
  /** Must be called when settings change: requests in flight finish, new requests connect again. */
  reset(): void;
}

interface NetworkParts {
  /** Read with the first request and after every reset. */
  readonly settings: () => NetworkSettings;
  readonly editorFetch: typeof globalThis.fetch;
  readonly log: Log;
  readonly limits?: NetworkLimits;
  readonly exchangeLimits?: ExchangeLimits | undefined;
  readonly load: () => Promise<typeof transports>;
}

/** Sends requests to the service. Each transport is loaded and configured with the first request that needs it. */
export function createNetwork(parts: NetworkParts): Network {
  const { settings, editorFetch, log, limits = usualLimits, load } = parts;
  let current: Promise<ConnectionPool> | undefined;
  const open = async (): Promise<ConnectionPool> => {
    const { createConnections } = await load();
    return createConnections(settings(), limits, log);
  };
  const leave = (how: (connections: ConnectionPool) => Promise<void>): void => {
    const left = current;
    current = undefined;
    left?.then(how).catch((error: unknown) => log.debug(`connections were not closed: ${messageOf(error)}`));
  };
  const { fetch, reset } = createFallbackFetch(
    {
      undici: loadedAtFirstUse(async () => (await load()).createUndiciFetch(() => (current ??= open()))),
      editor: loadedAtFirstUse(async () => (await load()).createEditorFetch(editorFetch)),
    },
    () => settings().mode,
    log,
  );
  return {
    fetch: Object.assign(fetch, { limits: parts.exchangeLimits }),
    reset: () => {
      reset();
      leave((connections) => connections.close());
    },
    dispose: () => leave((connections) => connections.destroy()),
  };
}

function loadedAtFirstUse(load: () => Promise<Fetch>): Fetch {
  const loaded = lazily(load);
  return async (url, init) => await (await loaded())(url, init);
}
