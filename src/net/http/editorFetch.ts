import type { Fetch, FetchInit } from '../../api/http/fetch.ts';
import { Failure } from '../../core/errors.ts';
import type { NetworkReason } from '../../core/failureReason.ts';
import { checkRequest } from './check.ts';
import { replyHeaders, sentHeaders } from './headers.ts';
import type { NetworkLimits } from './limits.ts';
import { networkFailure, type Circumstances } from './reasons.ts';

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/**
 * `Fetch` by the editor’s own `fetch`, which supports more than undici: proxy scripts, the proxy of the system,
 * Kerberos. It has no timeouts, so they are added here.
 */
export function createEditorFetch(
  fetch: typeof globalThis.fetch,
  limits: Pick<NetworkLimits, 'headers' | 'stall'>,
): Fetch {
  return async (url, init) => {
    const { host } = checkRequest(url, init);
    const watch = new Watch(host, init.signal);
    try {
      watch.expect(typeof init.body === 'object' ? limits.stall : limits.headers, 'answerTimeout');
      const response = await fetch(url, {
        method: init.method,
        headers: sentHeaders(init),
        redirect: 'manual',
        signal: watch.signal,
        ...payloadOf(init.body, watch.signal, () => watch.expect(limits.stall, 'stalled')),
      });
      if (response.type === 'opaqueredirect') throw hidden(host);
      const { status, headers } = response;
      return {
        status,
        headers: replyHeaders((name) => headers.get(name), headers.has('content-encoding')),
        body: response.body && watched(response.body, watch, limits.stall),
      };
    } catch (error) {
      throw watch.failureOf(error);
    } finally {
      watch.rest();
    }
  };
}

/** Ends a request that makes no progress. */
class Watch {
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #circumstances: Circumstances;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: string, signal: AbortSignal) {
    this.#circumstances = { host, signal };
    this.signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  /** Aborts the request if `rest` is not called within `time` milliseconds. */
  expect(time: number, reason: NetworkReason): void {
    this.rest();
    const { host } = this.#circumstances;
    this.#timer = setTimeout(() => this.#stop.abort(new Failure('timeout', `${host}: ${reason}`, { reason })), time);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  giveUp(): void {
    this.rest();
    this.#stop.abort();
  }

  failureOf(error: unknown, sent?: boolean): Failure {
    return networkFailure(error, { ...this.#circumstances, sent });
  }
}

function watched(body: Body, watch: Watch, stall: number): Body {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        watch.expect(stall, 'stalled');
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(watch.failureOf(error, true));
        } finally {
          watch.rest();
        }
      },
      cancel() {
        watch.giveUp();
      },
    },
    { highWaterMark: 0 },
  );
}

interface Payload {
  readonly body?: string | Body;
  readonly duplex?: 'half';
  readonly redirect?: 'error';
  readonly window?: null;
}

function payloadOf(body: FetchInit['body'], signal: AbortSignal, onPart: () => void): Payload {
  if (typeof body !== 'object') return body === undefined ? {} : { body };
  const parts = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      onPart();
      controller.enqueue(part);
    },
  });
  // Node’s fetch continues to read when it is aborted, so the signal ends the stream itself. It also keeps all sent
  // bytes in memory for a redirect or a question to the user, unless both are excluded.
  return { body: body.stream().pipeThrough(parts, { signal }), duplex: 'half', redirect: 'error', window: null };
}

function hidden(host: string): Failure {
  return new Failure('unreachable', `${host}: the editor hides redirects`, { reason: 'network', sent: true });
}
