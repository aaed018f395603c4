import type { SecureContext } from 'node:tls';
import { Agent, EnvHttpProxyAgent, Pool, type buildConnector, type Dispatcher } from 'undici';
import type { Log } from '../../core/log.ts';
import { bypass } from './bypass.ts';
import { trusted } from './certificates.ts';
import { Connector } from './connector.ts';
import type { NetworkLimits } from './limits.ts';
import { proxyOf, type NetworkOptions, type Proxy } from './options.ts';
import { ProxyError } from './reasons.ts';

/** Connections of undici with one set of options. */
export interface ConnectionPool {
  readonly limits: NetworkLimits;
  /** Passes a request to undici. It waits for a connection until `stopWaiting` is called with its `handler`. */
  dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): void;
  /**
   * Must be called when a request has a connection, failed or was given up. Pending connections end once no request
   * waits.
   */
  stopWaiting(handler: Dispatcher.DispatchHandler): void;
  /** Accepts no new requests; requests in flight finish. */
  close(): Promise<void>;
  /** Aborts all requests. */
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
    secureContext: await trusted(options.extraCertificates ?? [], options.env.NODE_EXTRA_CA_CERTS, log),
    rejectUnauthorized: options.strictSSL,
    timeout: limits.connect,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.min(1000, limits.connect),
  };
  return new UndiciConnections(tls, proxy, limits);
}

class UndiciConnections implements ConnectionPool {
  readonly limits: NetworkLimits;
  readonly #direct: Dispatcher;
  readonly #proxied: Dispatcher | undefined;
  readonly #goesDirect: (hostname: string) => boolean;
  readonly #connector: Connector;

  constructor(tls: Tls, proxy: Proxy | undefined, limits: NetworkLimits) {
    this.limits = limits;
    const shared = {
      connections: limits.connections,
      keepAliveTimeout: limits.idle,
      keepAliveMaxTimeout: limits.idle,
      headersTimeout: limits.headers,
      bodyTimeout: limits.stall,
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

  dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const { hostname } = new URL(String(options.origin));
    const dispatcher = this.#proxied === undefined || this.#goesDirect(hostname) ? this.#direct : this.#proxied;
    this.#connector.startWaiting(handler);
    dispatcher.dispatch(options, handler);
  }

  stopWaiting(handler: Dispatcher.DispatchHandler): void {
    this.#connector.stopWaiting(handler);
  }

  async close(): Promise<void> {
    await Promise.all([this.#direct.close(), this.#proxied?.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied?.destroy()]);
  }
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
