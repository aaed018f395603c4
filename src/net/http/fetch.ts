import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Fetch, FetchInit } from '../../api/http/fetch.ts';
import { throwIfCancelled, type Failure } from '../../core/errors.ts';
import { checkRequest } from './check.ts';
import type { ConnectionPool } from './dispatcher.ts';
import { replyHeaders, sentHeaders } from './headers.ts';
import { networkFailure } from './networkFailure.ts';
import { replyBody } from './replyBody.ts';

/** `Fetch` by undici. Each request gets the current connections, because settings may have replaced them. */
export function createUndiciFetch(connections: () => Promise<ConnectionPool>): Fetch {
  return async (url, init) => {
    const address = checkRequest(url, init);
    const ready = await connections();
    const { method, signal } = init;
    throwIfCancelled(signal);
    let sent = false;
    const body = typeof init.body === 'object' ? Readable.from(init.body.stream(), { objectMode: false }) : init.body;
    const failureOf = (error: unknown): Failure => networkFailure(error, { host: address.host, signal, sent });
    try {
      const reply = await ready.request(address, { method, headers: headersOf(init), body, signal }, () => {
        sent = true;
        init.onStart?.();
      });
      const gzip = hasBody(reply) && /^(x-)?gzip$/i.test(valueOf(reply.headers, 'content-encoding') ?? '');
      const whole: Readable = gzip ? pipeline(reply.body, createGunzip(), () => undefined) : reply.body;
      // An error before the first read is not an uncaught one: the reader gets it.
      whole.on('error', () => undefined);
      return {
        status: reply.statusCode,
        headers: replyHeaders((name) => valueOf(reply.headers, name), gzip),
        body: replyBody(whole, failureOf, () => whole.destroy()),
      };
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** False where nothing can be decoded: some proxies name an encoding there too. */
function hasBody({ statusCode, headers }: { readonly statusCode: number; readonly headers: ReplyHeaders }): boolean {
  return ![204, 205, 304].includes(statusCode) && valueOf(headers, 'content-length') !== '0';
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
