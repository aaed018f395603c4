import type { Fetch, FetchInit } from '../../api/http/fetch.ts';
import { isFailure, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

/** `sourcehost.network`. */
export type NetworkMode = 'auto' | 'undici' | 'editor';

export interface Transports {
  readonly undici: Fetch;
  readonly editor: Fetch;
}

export interface FallbackFetch {
  readonly fetch: Fetch;
  /** Starts with undici again, for all origins. */
  readonly reset: () => void;
}

/**
 * The transport of `mode`. `auto`: undici, and if it cannot connect, the editor’s fetch. The transport that worked for
 * an origin is used until it cannot connect. A request that may have reached the service is repeated only if it is a
 * GET.
 */
export function createFallbackFetch(transports: Transports, mode: () => NetworkMode, log: Log): FallbackFetch {
  const byEditor = new Set<string>();
  const fetch: Fetch = async (url, init) => {
    const chosen = mode();
    if (chosen !== 'auto') return transports[chosen](url, init);
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    const first = byEditor.has(origin) ? 'editor' : 'undici';
    const second = first === 'undici' ? 'editor' : 'undici';
    try {
      return await transports[first](url, init);
    } catch (error) {
      if (!mayRepeat(error, init)) throw error;
      byEditor.delete(origin);
      log.info(`${error.message}: trying again by ${second}`);
      const reply = await transports[second](url, init).catch((again: unknown) => {
        // Both failed before sending: the error of undici is more precise.
        throw isFailure(again) && again.sent === false && first === 'undici' ? error : again;
      });
      if (second === 'editor') byEditor.add(origin);
      return reply;
    }
  };
  return { fetch, reset: () => byEditor.clear() };
}

function mayRepeat(error: unknown, { method }: FetchInit): error is Failure {
  if (!isFailure(error, 'unreachable', 'timeout')) return false;
  return error.sent === false || (method === 'GET' && error.kind === 'unreachable');
}
