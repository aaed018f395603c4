import { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { Agent, buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { Log } from '../../core/log.ts';
import { bypass } from './bypass.ts';
import { trusted } from './certificates.ts';
import type { NetworkLimits } from './limits.ts';
import { proxyOf, type NetworkOptions, type Proxy } from './options.ts';
import { ProxyError } from './reasons.ts';
import { releaseAsRead } from '../disk/release.ts';

/** A request's wait for a connection. */
export interface Wait {
  /** It has one, or no longer wants one. */
  over: boolean;
  /** The connection that is made for it. */
  socket?: unknown;
}

/** Connections of undici, made for one set of options. */
export interface ConnectionPool {
  readonly limits: NetworkLimits;
  /** Hands a request to undici. */
  dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler, wait: Wait): void;
  /** Ends a wait, and with it a connection that is still being made for it. */
  giveUp(wait: Wait): void;
  /** Lets requests under way finish, takes no new ones. */
  close(): Promise<void>;
  /** Ends all requests now. */
  destroy(): Promise<void>;
}

type Tls = buildConnector.BuildOptions & { readonly secureContext: SecureContext };

/** Ready to connect; nothing is connected before the first request. Throws a Failure where the proxy's address is none. */
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
  return new TrackedConnections(tls, proxy, limits);
}

class TrackedConnections implements ConnectionPool {
  readonly limits: NetworkLimits;
  readonly #direct: Dispatcher;
  readonly #proxied: Dispatcher | undefined;
  readonly #goesDirect: (hostname: string) => boolean;
  readonly #waiting = new Set<Wait>();
  /** For whom undici acts right now. */
  #acting: Wait | undefined;

  constructor(tls: Tls, proxy: Proxy | undefined, limits: NetworkLimits) {
    this.limits = limits;
    const shared = {
      connections: limits.connections,
      keepAliveTimeout: limits.idle,
      keepAliveMaxTimeout: limits.idle,
      headersTimeout: limits.headers,
      bodyTimeout: limits.stall,
    };
    const connect = this.#tracked(buildConnector(tls));
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

  dispatch(options: Agent.DispatchOptions, handler: Dispatcher.DispatchHandler, wait: Wait): void {
    const { hostname } = new URL(String(options.origin));
    const dispatcher = this.#proxied === undefined || this.#goesDirect(hostname) ? this.#direct : this.#proxied;
    this.#waiting.add(wait);
    // undici connects during dispatch or, for a streamed body, in the microtask that dispatch queues.
    queueMicrotask(() => (this.#acting = wait));
    this.#acting = wait;
    try {
      dispatcher.dispatch(options, handler);
    } finally {
      this.#acting = undefined;
      queueMicrotask(() => (this.#acting = undefined));
    }
  }

  giveUp(wait: Wait): void {
    wait.over = true;
    if (wait.socket instanceof Socket) wait.socket.destroy(new Error('given up'));
  }

  async close(): Promise<void> {
    await Promise.all([this.#direct.close(), this.#proxied?.close()]);
  }

  async destroy(): Promise<void> {
    await Promise.all([this.#direct.destroy(), this.#proxied?.destroy()]);
  }

  /**
   * Notes which socket a connector makes for whom: it returns the socket, which its type does not say. undici connects
   * again for a request that was aborted; nobody needs that.
   */
  #tracked(connector: (...call: Parameters<buildConnector.connector>) => unknown): buildConnector.connector {
    return (options, callback) => {
      for (const wait of this.#waiting) if (wait.over) this.#waiting.delete(wait);
      if (this.#waiting.size === 0) {
        queueMicrotask(() => callback(new Error('nobody waits for this connection'), null));
        return;
      }
      const socket = connector(options, callback);
      if (this.#acting) this.#acting.socket = socket;
      if (socket instanceof Socket) releaseAsRead(socket);
    };
  }
}

/** Connections to a proxy, whose failures are told apart from those of the host behind it. */
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
