import type { Socket } from 'node:net';
import { parseJson } from '../core/text.ts';

/** Characters of one message. A longer one closes the connection. */
const longestMessage = 16 * 1024 * 1024;

/** Calls `listener` with each message: one JSON value a line. A line that is no JSON closes the connection. */
export function onMessage(socket: Socket, listener: (message: unknown) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = parseJson(line);
      if (message === undefined) socket.destroy();
      if (socket.destroyed) return;
      listener(message);
    }
    if (rest.length > longestMessage) socket.destroy();
  });
}

export function sendMessage(socket: Socket, message: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}
