import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { createServer as createTlsSocketServer } from 'node:tls';
import type { Certificate } from './certificates.ts';

/** A server on a free port of this computer, closed at the end of its scope: `await using server = await serve(…)`. */
export interface Served extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  /** Number of all connections so far. */
  readonly connections: () => number;
}

export function serve(
  listener: (...exchange: Parameters<RequestListener>) => unknown,
  tls?: Certificate,
  host?: string,
): Promise<Served> {
  return listen(tls === undefined ? createServer(listener) : createTlsServer(tls, listener), host);
}

/** A TCP server: `accept` receives each connection. */
export function serveSockets(accept: (socket: Socket) => unknown, tls?: Certificate): Promise<Served> {
  return listen(tls === undefined ? createTcpServer(accept) : createTlsSocketServer(tls, accept));
}

async function listen(server: TcpServer, host = '127.0.0.1'): Promise<Served> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    sockets,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface ServedProxy extends Served {
  /** The requested destinations, as `host:port`. */
  readonly tunnels: readonly string[];
  /** The received Proxy-Authorization headers. */
  readonly credentials: readonly (string | undefined)[];
}

interface ProxyOptions {
  /** The real end of a tunnel to `host:port`: a port of this computer, or the status of a refusal. */
  readonly route: (target: string) => number | { readonly status: number };
  /** The required Proxy-Authorization header. */
  readonly wants?: string;
}

/** An HTTP proxy that opens tunnels (CONNECT) to servers of this computer under any name. */
export async function serveProxy({ route, wants }: ProxyOptions): Promise<ServedProxy> {
  const tunnels: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server: Server = createServer((_, response) => void response.writeHead(400).end());
  server.on('connect', (request, socket: Socket) => {
    const header = request.headers['proxy-authorization'];
    tunnels.push(request.url!);
    credentials.push(header);
    socket.on('error', () => undefined);
    const target = wants !== undefined && wants !== header ? { status: 407 } : route(request.url!);
    if (typeof target === 'object') {
      socket.end(`HTTP/1.1 ${target.status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const inner = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      inner.pipe(socket).pipe(inner);
    });
    inner.on('error', () => socket.destroy());
    socket.on('close', () => inner.destroy());
  });
  return { ...(await listen(server)), tunnels, credentials };
}
