import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';

/**
 * Whether a request names a listener of this computer, and is sent by one of its own pages or by no page. Another `Host`
 * is a name that leads here by DNS rebinding. `port`: that of an editor whose proxy passes requests on.
 */
export function isOwnRequest({ headers: { host = '', origin }, socket }: IncomingMessage, port?: number): boolean {
  const ports = [socket.localPort, port].filter((one) => one !== undefined);
  const isNamed = ports.some((one) => host === `127.0.0.1:${one}` || host === `localhost:${one}`);
  return isNamed && (origin === undefined || origin === `http://${host}`);
}

/** A server that answers only its own requests: see `isOwnRequest`. */
export function createOwnServer(answer: RequestListener, port?: number): Server {
  return createServer((request, response) => {
    if (isOwnRequest(request, port)) answer(request, response);
    else response.writeHead(403).end();
  });
}
