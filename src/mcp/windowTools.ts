import { connect } from 'node:net';
import * as v from 'valibot';
import { parseJson } from '../core/text.ts';
import { refusals } from './agentTexts.ts';
import { onMessage, sendMessage } from './jsonLines.ts';
import type { ResourceReader } from './resources.ts';
import { textResult, type ToolCaller } from './toolCaller.ts';
import { WindowReply, type WindowRequest } from './windowMessages.ts';

interface Address {
  readonly path: string;
  readonly key: string;
}

interface WindowParts {
  readonly call: ToolCaller;
  readonly resources: ResourceReader;
}

type RequestWithoutId = DistributiveOmit<Exclude<WindowRequest, { kind: 'cancel' }>, 'id'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The window of this program runs the tools and asks the user. `onEnd`: once, when the connection ends. */
export function windowTools({ path, key }: Address, onEnd: () => void): WindowParts {
  const socket = connect(path);
  const pending = new Map<number, (reply: Reply) => void>();
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

  const ask = async (request: RequestWithoutId, signal: AbortSignal): Promise<Reply> => {
    if (socket.destroyed) return closed;
    last += 1;
    const id = last;
    const cancel = (): void => send({ kind: 'cancel', id });
    signal.addEventListener('abort', cancel, { once: true });
    const reply = new Promise<Reply>((resolve) => pending.set(id, resolve));
    send({ ...request, id });
    const answer = await reply;
    signal.removeEventListener('abort', cancel);
    return answer;
  };
  return {
    call: async ({ tool, input, signal }) => {
      const { text, isError } = await ask({ kind: 'call', tool, given: input }, signal);
      return textResult(text, isError);
    },
    resources: {
      read: async (uri, signal) => {
        const { text, isError } = await ask({ kind: 'read', uri }, signal);
        if (isError) throw new Error(text);
        return v.parse(Resource, parseJson(text));
      },
      complete: async (variable, signal) => {
        const { text, isError } = await ask({ kind: 'complete', variable: { ...variable } }, signal);
        return isError ? [] : v.parse(v.array(v.string()), parseJson(text));
      },
    },
  };
}

const Resource = v.union([
  v.object({ mimeType: v.string(), text: v.string() }),
  v.object({ mimeType: v.string(), blob: v.string() }),
]);

type Reply = Omit<WindowReply, 'id'>;

const closed = { text: refusals.windowClosed, isError: true };
