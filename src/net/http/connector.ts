import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';

/** Connects while requests wait. undici does not tell for which, so pending ones are aborted when no request waits. */
export class Connector {
  readonly #options: buildConnector.BuildOptions;
  readonly #waiting = new Set<symbol>();
  readonly #connecting = new Set<AbortController>();
  /** The last TLS session by host name, which shortens the next handshake. undici shares it only within one `buildConnector`. */
  readonly #sessions = new Map<string, Buffer>();

  constructor(options: buildConnector.BuildOptions) {
    this.#options = options;
  }

  /** Notes that a request waits for a connection, until the result is called: it has one, failed or was given up. */
  startWaiting(): () => void {
    const request = Symbol('request');
    this.#waiting.add(request);
    return () => {
      this.#waiting.delete(request);
      if (this.#waiting.size > 0) return;
      for (const attempt of this.#connecting) attempt.abort();
    };
  }

  readonly connect: buildConnector.connector = (target, callback) => {
    // undici reconnects after the abort of a request, although no request waits.
    if (this.#waiting.size === 0) {
      queueMicrotask(() => callback(new Error('no request waits for this connection'), null));
      return;
    }
    const attempt = new AbortController();
    const name = target.servername ?? target.hostname;
    const connect = buildConnector({ ...this.#options, session: this.#sessions.get(name), signal: attempt.signal });
    this.#connecting.add(attempt);
    connect(target, (...result) => {
      this.#connecting.delete(attempt);
      const [, socket] = result;
      if (socket instanceof TLSSocket) socket.on('session', (session) => this.#sessions.set(name, session));
      callback(...result);
    });
  };
}
