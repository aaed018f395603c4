import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isOwnRequest } from '../../test/service/ownRequest.ts';

export interface Gate {
  /** The address that lets a browser in. Nobody can guess it; it is another one at each start. */
  readonly address: string;
  readonly close: () => void;
}

/** The page to which a host leads back after a sign-in. It holds nothing, and only notes its address in the browser. */
const callback = /^\/callback(\?|$)/;

/**
 * Listens on loopback in front of `socket`, where an editor without a password listens, and lets in only the browser
 * that was at `address` before. So neither web pages nor other users of this computer reach the editor.
 */
export async function openGate(socket: string, port: number): Promise<Gate> {
  const secret = crypto.randomUUID();
  const entry = `/start/${secret}`;
  // A browser sends cookies to all ports of a computer.
  const cookie = `sourcehost-start-${port}=${secret}`;
  const isIn = ({ headers }: IncomingMessage): boolean =>
    (headers.cookie ?? '').split('; ').includes(cookie) &&
    ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']);
  const passOn = ({ method, url: path, headers }: IncomingMessage) => {
    const cookies = (headers.cookie ?? '').split('; ').filter((one) => one !== cookie);
    return send({ socketPath: socket, method, path, headers: { ...headers, cookie: cookies.join('; ') } });
  };

  const server = createServer((request, response) => {
    if (!isOwnRequest(request)) refuse(response);
    else if (request.url === entry) welcome(response, cookie);
    else if (!isIn(request) && !(request.method === 'GET' && callback.test(request.url ?? ''))) refuse(response);
    else {
      const passed = passOn(request);
      passed.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      response.on('close', () => passed.destroy());
      request.pipe(passed);
    }
  });
  server.on('upgrade', (request: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => client.destroy());
    if (!isOwnRequest(request) || !isIn(request)) {
      client.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const passed = passOn(request);
    passed.on('error', () => client.destroy());
    passed.on('response', () => client.destroy());
    passed.on('upgrade', (answer, editor, editorHead) => {
      const fields = answer.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n`);
      client.write(editorHead);
      editor.write(head);
      client.pipe(editor).pipe(client);
      editor.on('error', () => client.destroy());
      for (const [one, other] of [
        [client, editor],
        [editor, client],
      ] as const)
        one.on('close', () => other.destroy());
    });
    passed.end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    address: `${origin}${entry}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Goes on by a page, not by a redirect: a browser that comes from elsewhere would not send the cookie there. */
function welcome(response: ServerResponse, cookie: string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'set-cookie': `${cookie}; HttpOnly; SameSite=Strict; Path=/`,
  });
  response.end('<!doctype html><meta charset="utf-8"><title>Sourcehost</title><script>location.replace("/")</script>');
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('Open the address that “npm start” prints.\n');
}
