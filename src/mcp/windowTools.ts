import { connect } from 'node:net';
import * as v from 'valibot';
import { refusals } from './agentTexts.ts';
import { onMessage, sendMessage } from './jsonLines.ts';
import { textResult, type ToolCaller } from './toolCaller.ts';
import { WindowReply, type WindowRequest } from './windowMessages.ts';

interface Address {
  readonly path: string;
  readonly key: string;
}

/**
 * Runs tools in the window that started this program. The window asks the user before a change. `onEnd` is called once,
 * when the connection ends.
 */
export function windowTools({ path, key }: Address, onEnd: () => void): ToolCaller {
  const socket = connect(path);
  const pending = new Map<number, (reply: Omit<WindowReply, 'id'>) => void>();
  let last = 0;
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const resolve of pending.values()) resolve(closed);
    pending.clear();
    onEnd();
  });
  sendMessage(socket, { key });
  onMessage(socket, (message) => {
    if (!v.is(WindowReply, message)) {
      socket.destroy();
      return;
    }
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });
  const send = (request: WindowRequest): void => sendMessage(socket, request);

  return async ({ tool, given, signal }) => {
    if (socket.destroyed) return textResult(closed.text, true);
    last += 1;
    const id = last;
    const cancel = (): void => send({ kind: 'cancel', id });
    signal.addEventListener('abort', cancel, { once: true });
    const reply = new Promise<Omit<WindowReply, 'id'>>((resolve) => pending.set(id, resolve));
    send({ kind: 'call', id, tool, given });
    const { text, isError } = await reply;
    signal.removeEventListener('abort', cancel);
    return textResult(text, isError);
  };
}

const closed = { text: refusals.windowClosed, isError: true };
