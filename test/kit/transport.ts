import { text } from 'node:stream/consumers';
import type { Fetch, FetchInit, FetchReply } from '../../src/api/http/fetch.ts';
import { silent } from '../../src/core/log.ts';
import { createConnections } from '../../src/net/http/dispatcher.ts';
import { createUndiciFetch } from '../../src/net/http/fetch.ts';
import { usualLimits, type NetworkLimits } from '../../src/net/http/limits.ts';

/** A separate transport, closed with the test. */
interface Client extends AsyncDisposable {
  readonly get: (url: string, init?: Partial<FetchInit>) => Promise<FetchReply>;
}

/** The transport of the extension, with other limits. */
export async function client(limits: Partial<NetworkLimits> = {}): Promise<Client> {
  const connections = await createConnections({ strictSSL: false, env: {} }, { ...usualLimits, ...limits }, silent);
  const fetch: Fetch = createUndiciFetch(() => Promise.resolve(connections));
  return {
    get: (url, init = {}) => fetch(url, { method: 'GET', headers: {}, signal: new AbortController().signal, ...init }),
    [Symbol.asyncDispose]: () => connections.destroy(),
  };
}

/** The text of an answer; empty without a body. */
export async function body(reply: FetchReply): Promise<string> {
  return reply.body === null ? '' : text(reply.body);
}
