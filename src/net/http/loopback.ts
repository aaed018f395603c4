import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Failure, messageOf } from '../../core/errors.ts';
import type { ListenLoopback, LoopbackOptions, LoopbackPage } from '../../core/loopback.ts';
import { errorCode } from '../disk/diskFailure.ts';

/** Listens on this computer for the browser. After closing, a page being sent is completed; other connections end. */
export const listenLoopback: ListenLoopback = async (options) => {
  const quiet = new Set<Socket>();
  const server = createServer({ requestTimeout: 10_000, maxHeaderSize: 32 * 1024 }, (request, response) => {
    quiet.delete(request.socket);
    answer(request, response, options);
  });
  server.on('connection', (socket) => {
    quiet.add(socket);
    socket.on('close', () => quiet.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portFailure(error, options)));
    server.listen({ host: options.host, port: options.port, exclusive: true }, resolve);
  });
  const port = portOf(server.address());
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of quiet) socket.destroy();
    });
  return { port, close };
};

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0;
}

function portFailure(error: Error, { host, port }: LoopbackOptions): Failure {
  const busy = ['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '');
  return new Failure('unreachable', `cannot listen on ${host}, port ${port}: ${messageOf(error)}`, {
    reason: busy ? 'portBusy' : 'network',
    cause: error,
  });
}

function answer(request: IncomingMessage, response: ServerResponse, { path, receive }: LoopbackOptions): void {
  const own = `http://${request.headers.host ?? ''}`;
  const url = URL.canParse(request.url ?? '', own) ? new URL(request.url ?? '', own) : undefined;
  // Rejects another host name that resolves to this computer (DNS rebinding).
  const expected = url !== undefined && isLoopback(url.hostname) && url.pathname === path;
  if (!expected) response.writeHead(404, headers).end();
  else if (request.method !== 'GET') response.writeHead(405, { ...headers, Allow: 'GET' }).end();
  else if (!isNavigation(request)) response.writeHead(403, headers).end();
  else {
    const page = receive(url.searchParams);
    response.writeHead(page.expected ? 200 : 400, headers).end(html(page));
  }
}

/** Rejects a script or picture of a page: only a navigation is the browser. Older browsers do not send the header. */
function isNavigation({ headers: { 'sec-fetch-mode': mode } }: IncomingMessage): boolean {
  return mode === undefined || mode === 'navigate';
}

function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 20vh auto; max-width: 32rem; padding: 0 1rem; text-align: center; }
h1 { font-size: 1.4rem; }`;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
};

function html({ title, message }: LoopbackPage): string {
  return `<!DOCTYPE html>
<html dir="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(message)}</p>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
