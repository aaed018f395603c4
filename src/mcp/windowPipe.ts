import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { TypedVariable } from '../tools/resources/completions.ts';
import { privateFile } from '../net/disk/privateFiles.ts';
import { onMessage, sendMessage } from './jsonLines.ts';
import { Greeting, WindowRequest, windowVariables, type WindowReply } from './windowMessages.ts';

type Reply = Omit<WindowReply, 'id'>;

/** What the window does for a program. Nothing rejects. */
export interface PipeCalls {
  /** Runs a tool of this window, which asks the user before a change. */
  readonly call: (tool: string, input: unknown, signal: AbortSignal) => Promise<Reply>;
  readonly read: (uri: string, signal: AbortSignal) => Promise<Reply>;
  readonly complete: (variable: TypedVariable, signal: AbortSignal) => Promise<Reply>;
}

export interface WindowPipe {
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Milliseconds that a connection has to send the key. */
const greetingLimit = 5_000;

/** A socket in a private folder (Windows: a named pipe). A connection begins with the key; no token passes it. */
export async function listenForTools(calls: PipeCalls, log: Log): Promise<WindowPipe> {
  const key = randomBytes(32).toString('hex');
  const isWindows = process.platform === 'win32';
  // Its mode is 0700. The path of a socket must be short, so it is not in the folder of the extension.
  const folder = isWindows ? undefined : await mkdtemp(join(tmpdir(), 'sourcehost-'));
  const path = folder === undefined ? `\\\\.\\pipe\\sourcehost-${randomUUID()}` : join(folder, 'mcp');
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => log.debug(`the connection of an MCP server failed: ${messageOf(error)}`));
    serve(socket, calls, key);
  });
  await listening(server, path);
  if (folder !== undefined) await chmod(path, privateFile);
  return {
    environment: { [windowVariables.path]: path, [windowVariables.key]: key },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
      // Synchronous, because the extension host does not wait for promises when it ends.
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve());
  });
  // Later errors are those of single connections.
  server.on('error', () => undefined);
}

function serve(socket: Socket, calls: PipeCalls, key: string): void {
  const running = new Map<number, AbortController>();
  let isKnown = false;
  const limit = setTimeout(() => socket.destroy(), greetingLimit);
  socket.on('close', () => {
    clearTimeout(limit);
    for (const one of running.values()) one.abort();
  });
  onMessage(socket, (message) => {
    if (!isKnown) {
      clearTimeout(limit);
      isKnown = v.is(Greeting, message) && isSame(message.key, key);
      if (!isKnown) socket.destroy();
    } else if (!v.is(WindowRequest, message)) socket.destroy();
    else if (message.kind === 'cancel') running.get(message.id)?.abort();
    else void answer(socket, calls, message, running);
  });
}

async function answer(
  socket: Socket,
  calls: PipeCalls,
  request: Exclude<WindowRequest, { kind: 'cancel' }>,
  running: Map<number, AbortController>,
): Promise<void> {
  const { id } = request;
  const abort = new AbortController();
  running.set(id, abort);
  const reply = await replyTo(calls, request, abort.signal);
  running.delete(id);
  sendMessage(socket, { id, ...reply } satisfies WindowReply);
}

async function replyTo(
  calls: PipeCalls,
  request: Exclude<WindowRequest, { kind: 'cancel' }>,
  signal: AbortSignal,
): Promise<Reply> {
  switch (request.kind) {
    case 'call':
      return await calls.call(request.tool, request.given, signal);
    case 'read':
      return await calls.read(request.uri, signal);
    case 'complete':
      return await calls.complete(request.variable, signal);
  }
}

function isSame(candidate: string, key: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
