import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Fetch, FetchInit, FetchReply } from '../../api/http/fetch.ts';
import { cancelled, throwIfCancelled, type Failure } from '../../core/errors.ts';
import { checkRequest } from './check.ts';
import type { ConnectionPool } from './dispatcher.ts';
import { replyHeaders, sentHeaders } from './headers.ts';
import { payloadOf } from './payload.ts';
import { networkFailure } from './reasons.ts';
import { ReplyBody } from './replyBody.ts';

/** `Fetch` by undici. Each request gets the current connections, because settings may have replaced them. */
export function createUndiciFetch(connections: () => Promise<ConnectionPool>): Fetch {
  return async (url, init) => {
    const address = checkRequest(url, init);
    const ready = await connections();
    throwIfCancelled(init.signal);
    return await new Exchange(address, init, ready).run();
  };
}

/** One request and its response. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #url: URL;
  readonly #init: FetchInit;
  readonly #answer = Promise.withResolvers<FetchReply>();
  readonly #connections: ConnectionPool;
  /** Set when the request has a connection and its sending begins. */
  #sending: Dispatcher.DispatchController | undefined;
  #upload: Readable | undefined;
  #body: ReplyBody | undefined;
  /** Remaining bytes of the body; undefined if the response has no length. */
  #left = Infinity;

  constructor(url: URL, init: FetchInit, connections: ConnectionPool) {
    this.#url = url;
    this.#init = init;
    this.#connections = connections;
  }

  run(): Promise<FetchReply> {
    const { limits } = this.#connections;
    const { method, body, signal } = this.#init;
    const { origin, pathname, search } = this.#url;
    signal.addEventListener('abort', this.#abort, { once: true });
    try {
      const payload = payloadOf(body);
      if (payload instanceof Readable) this.#upload = payload;
      const headersTimeout = this.#upload === undefined ? limits.headers : limits.stall;
      const headers = headersOf(this.#init);
      const request = { origin, path: pathname + search, method, headers, body: payload, headersTimeout };
      this.#connections.dispatch(request, this);
    } catch (error) {
      this.#settle(this.#failureOf(error));
    }
    return this.#answer.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connections.stopWaiting(this);
    this.#sending = controller;
    if (this.#init.signal.aborted) this.#abort();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    if (status < 200) return;
    const length = valueOf(headers, 'content-length');
    if (length !== null && /^\d+$/.test(length)) this.#left = Number(length);
    const gzip = /^(x-)?gzip$/i.test(valueOf(headers, 'content-encoding') ?? '');
    const body = new ReplyBody(
      {
        // undici throws if the host ends a connection that is paused after its last byte (nodejs/undici#5360).
        pause: () => this.#left > 0 && controller.pause(),
        resume: () => controller.resume(),
        abort: () => controller.abort(new Error('nobody reads on')),
        closed: () => this.#init.signal.removeEventListener('abort', this.#abort),
      },
      gzip,
    );
    this.#body = body;
    this.#answer.resolve({ status, headers: replyHeaders((name) => valueOf(headers, name), gzip), body: body.stream });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#left -= chunk.byteLength;
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    // undici frees the connection one turn later; the next request can then use it.
    setImmediate(() => setImmediate(() => this.#body?.end()));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(this.#failureOf(error));
  }

  readonly #abort = (): void => {
    const failure = cancelled(this.#init.signal.reason);
    this.#settle(failure);
    this.#sending?.abort(failure);
  };

  #settle(failure: Failure): void {
    this.#connections.stopWaiting(this);
    this.#init.signal.removeEventListener('abort', this.#abort);
    this.#answer.reject(failure);
    this.#upload?.destroy();
    this.#body?.fail(failure);
  }

  #failureOf(error: unknown): Failure {
    return networkFailure(error, {
      host: this.#url.host,
      signal: this.#init.signal,
      sent: this.#sending !== undefined,
      uploading: this.#upload?.readableEnded === false,
    });
  }
}

type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

function valueOf(headers: ReplyHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

function headersOf(init: FetchInit): Record<string, string> {
  const headers = sentHeaders(init);
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const compressible = init.method === 'GET' && !names.includes('accept-encoding') && !names.includes('range');
  return compressible ? { ...headers, 'accept-encoding': 'gzip' } : headers;
}
