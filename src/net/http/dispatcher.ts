import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { Agent, EnvHttpProxyAgent, Pool, request, type buildConnector, type Dispatcher } from 'undici';
import { orCancelled } from '../../core/async.ts';
import type { Log } from '../../core/log.ts';
import { bypass } from './bypass.ts';
import { trusted } from './certificates.ts';
import { Connector } from './connector.ts';
import type { NetworkLimits } from './limits.ts';
import { proxyOf, type NetworkOptions, type Proxy } from './options.ts';
import { ProxyError } from './networkFailure.ts';

interface UndiciRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body: string | Readable | undefined;
  readonly signal: AbortSignal;
}

export interface ConnectionPool {
  /** Calls `onStart` when the request has a connection and its sending begins. Throws the errors of undici. */
  request(url: URL, options: UndiciRequest, onStart: () => void): Promise<Dispatcher.ResponseData>;
  /** Accepts no new requests; requests in flight finish. */
  close(): Promise<void>;
  destroy(): Promise<void>;
}

type Tls = buildConnector.BuildOptions & { readonly secureContext: SecureContext };

/** Opens no connection before the first request. Throws a Failure if the address of the proxy is invalid. */
export async function createConnections(
  options: NetworkOptions,
  limits: NetworkLimits,
  log: Log,
): Promise<ConnectionPool> {
  const proxy = proxyOf(options);
  const tls: Tls = {
    secureContext: await trusted(options.env.NODE_EXTRA_CA_CERTS, log),
    rejectUnauthorized: options.strictSSL,
    timeout: limits.connect,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.min(1000, limits.connect),
  };
  return new UndiciConnections(tls, proxy, limits);
}

class UndiciConnections implements ConnectionPool {
  readonly #direct: Dispatcher;
  readonly #proxied: Dispatcher | undefined;
  readonly #goesDirect: (hostname: string) => boolean;
  readonly #connector: Connector;

  constructor(tls: Tls, proxy: Proxy | undefined, limits: NetworkLimits) {
    const shared = {
      connections: limits.connections,
      keepAliveTimeout: limits.idle,
      keepAliveMaxTimeout: limits.idle,
      // The caller limits the exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#connector = new Connector(tls);
    const { connect } = this.#connector;
    this.#direct = new Agent({ ...shared, connect });
    this.#goesDirect = bypass(proxy?.noProxy ?? '');
    this.#proxied =
      proxy &&
      new EnvHttpProxyAgent({
        ...shared,
        httpProxy: proxy.url,
        httpsProxy: proxy.url,
        noProxy: proxy.noProxy,
        connect,
        requestTls: tls,
        ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
        clientFactory: (url) => new ProxyPool(url, { connect, headersTimeout: limits.connect }),
      });
  }

  async request(url: URL, options: UndiciRequest, onStart: () => void): Promise<Dispatcher.ResponseData> {
    const proxied = this.#goesDirect(url.hostname) ? undefined : this.#proxied;
    const stopWaiting = this.#connector.startWaiting();
    const dispatcher = (proxied ?? this.#direct).compose(
      (dispatch) => (parts, handler) =>
        dispatch(
          parts,
          observed(handler, () => {
            stopWaiting();
            onStart();
          }),
        ),
    );
    try {
      // undici tells an abort only when the request has a connection.
      return await orCancelled(request(url, { ...options, body: options.body ?? null, dispatcher }), options.signal);
    } finally {
      stopWaiting();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#direct.close(), this.#proxied?.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied?.destroy()]);
  }
}

/** `handler`, with what undici lacks. */
function observed(handler: Dispatcher.DispatchHandler, onStart: () => void): Dispatcher.DispatchHandler {
  /** Bytes of the body; not a number if the response has no length. */
  let left = NaN;
  return {
    onRequestStart: (...args) => {
      onStart();
      handler.onRequestStart?.(...args);
    },
    onResponseStart: (controller, status, headers, text) => {
      left = Number(headers['content-length']);
      handler.onResponseStart?.(controller, status, headers, text);
    },
    onResponseData: (controller, chunk) => {
      left -= chunk.byteLength;
      handler.onResponseData?.(controller, chunk);
      // undici throws if the host ends a connection that is paused after its last byte (nodejs/undici#5360).
      if (left <= 0) controller.resume();
    },
    onResponseEnd: (...args) => {
      // undici frees the connection one turn later; the next request can then use it.
      setImmediate(() => setImmediate(() => handler.onResponseEnd?.(...args)));
    },
    onResponseError: (...args) => handler.onResponseError?.(...args),
  };
}

/** Connections to a proxy. Their failures differ from the failures of the host behind it. */
class ProxyPool extends Pool {
  override connect(options: Omit<Dispatcher.ConnectOptions, 'origin'>): Promise<Dispatcher.ConnectData>;
  override connect(options: Omit<Dispatcher.ConnectOptions, 'origin'>, callback: ConnectCallback): void;
  override connect(options: Omit<Dispatcher.ConnectOptions, 'origin'>): Promise<Dispatcher.ConnectData> {
    return super.connect(options).catch((error: unknown) => {
      throw new ProxyError('no connection to the proxy', { cause: error });
    });
  }
}

type ConnectCallback = (error: Error | null, data: Dispatcher.ConnectData) => void;
