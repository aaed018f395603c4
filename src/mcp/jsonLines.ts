import type { Socket } from 'node:net';
import { parseJson } from '../core/text.ts';

/** Characters of one message. A longer one closes the connection. */
const longestMessage = 16 * 1024 * 1024;

/** Calls `listener` with each message: one JSON value a line. A line that is no JSON closes the connection. */
export function onMessage(socket: Socket, listener: (message: unknown) => void): void {
  // The parts of a message are joined once, at its end.
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding('utf8').on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    parts.push(first);
    length += first.length;
    const rest = others.pop();
    const lines = rest === undefined ? [] : [parts.join(''), ...others];
    if (rest !== undefined) [parts, length] = [[rest], rest.length];
    for (const line of lines) {
      const message = parseJson(line);
      if (message === undefined) socket.destroy();
      if (socket.destroyed) return;
      listener(message);
    }
    if (length > longestMessage) socket.destroy();
  });
}

export function sendMessage(socket: Socket, message: object): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
}
