import type { Fetch, FetchInit } from '../../api/http/fetch.ts';
import { Failure } from '../../core/errors.ts';
import { checkRequest } from './check.ts';
import { replyHeaders, sentHeaders } from './headers.ts';
import { networkFailure } from './networkFailure.ts';
import { replyBody } from './replyBody.ts';

/** The editor’s own `fetch`: it knows proxy scripts, the proxy of the system and Kerberos, as undici does not. */
export function createEditorFetch(fetch: typeof globalThis.fetch): Fetch {
  return async (url, init) => {
    const { host } = checkRequest(url, init);
    const left = new AbortController();
    const signal = AbortSignal.any([init.signal, left.signal]);
    const failureOf = (error: unknown, sent?: boolean): Failure =>
      networkFailure(error, { host, signal: init.signal, sent });
    try {
      // The editor does not tell when it has a connection.
      init.onStart?.();
      const response = await fetch(url, {
        method: init.method,
        headers: sentHeaders(init),
        redirect: 'manual',
        signal,
        ...payloadOf(init.body, signal),
      });
      if (response.type === 'opaqueredirect') throw hidden(host, init);
      const { status, headers, body } = response;
      return {
        status,
        headers: replyHeaders((name) => headers.get(name), headers.has('content-encoding')),
        body:
          body &&
          replyBody(
            body,
            (error) => failureOf(error, true),
            () => left.abort(),
          ),
      };
    } catch (error) {
      throw failureOf(error);
    }
  };
}

interface Payload {
  readonly body?: string | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly duplex?: 'half';
  readonly redirect?: 'error';
  readonly window?: null;
}

function payloadOf(body: FetchInit['body'], signal: AbortSignal): Payload {
  if (typeof body !== 'object') return body === undefined ? {} : { body };
  // Node’s fetch continues to read when it is aborted, so the signal ends the stream itself. It also keeps all sent
  // bytes in memory for a redirect or a question to the user, unless both are excluded.
  return {
    body: body.stream().pipeThrough(new TransformStream(), { signal }),
    duplex: 'half',
    redirect: 'error',
    window: null,
  };
}

/** Another transport may repeat a GET, so that is `unreachable`. */
function hidden(host: string, { method }: FetchInit): Failure {
  const detail = { reason: 'redirected', sent: true } as const;
  return new Failure(method === 'GET' ? 'unreachable' : 'refused', `${host}: the editor hides redirects`, detail);
}
