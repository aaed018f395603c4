import type { Fetch, FetchInit, FetchReply } from '../../api/http/fetch.ts';
import { isFailure, type Failure } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

/** Milliseconds after a failure of the editor in which it is not tried again for the origin. */
const editorPause = 60_000;

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
 * GET, and not by the editor if undici worked for the origin before. After a failure of the editor, undici alone is used
 * for a minute: longer than a request with its retries takes.
 */
export function createFallbackFetch(transports: Transports, mode: () => NetworkMode, log: Log): FallbackFetch {
  const byEditor = new Set<string>();
  const byUndici = new Set<string>();
  /** By origin: the time until which the editor is not tried. */
  const editorFailed = new Map<string, number>();
  const mayUseEditor = (origin: string, { sent }: Failure): boolean =>
    (editorFailed.get(origin) ?? 0) < Date.now() && (sent === false || !byUndici.has(origin));
  const fetch: Fetch = async (url, init) => {
    const chosen = mode();
    if (chosen !== 'auto') return transports[chosen](url, init);
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    const first = byEditor.has(origin) ? 'editor' : 'undici';
    const second = first === 'undici' ? 'editor' : 'undici';
    const send = async (by: 'undici' | 'editor'): Promise<FetchReply> => {
      try {
        const reply = await transports[by](url, init);
        (by === 'editor' ? byEditor : byUndici).add(origin);
        return reply;
      } catch (error) {
        if (by === 'editor' && mayRepeat(error, init)) editorFailed.set(origin, Date.now() + editorPause);
        throw error;
      }
    };
    try {
      return await send(first);
    } catch (error) {
      if (!mayRepeat(error, init) || (second === 'editor' && !mayUseEditor(origin, error))) throw error;
      byEditor.delete(origin);
      log.info(`${error.message}: trying again by ${second}`);
      return await send(second).catch((again: unknown) => {
        // Both failed before sending: the error of undici is more precise.
        throw isFailure(again) && again.sent === false && first === 'undici' ? error : again;
      });
    }
  };
  const reset = (): void => {
    for (const cache of [byEditor, byUndici, editorFailed]) cache.clear();
  };
  return { fetch, reset };
}

function mayRepeat(error: unknown, { method }: FetchInit): error is Failure {
  if (!isFailure(error, 'unreachable', 'timeout')) return false;
  return error.sent === false || (method === 'GET' && error.kind === 'unreachable');
}
