import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { isObject, parseJson } from '../../../src/core/text.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { Service } from '../../service/handle.ts';
import { mcpEnvironment, mcpProgram } from './mcpProgram.ts';

type Message = Readonly<Record<string, unknown>>;

/** The MCP server as a process that gets and sends lines, without the client of the SDK. */
export interface McpProcess extends AsyncDisposable {
  readonly pid: number;
  /** Its temporary folder. */
  readonly folder: string;
  /** Writes to its standard input as it is. */
  readonly write: (text: string) => void;
  /** Sends a request. Returns its id. */
  readonly ask: (method: string, params?: object) => number;
  readonly notify: (method: string, params?: object) => void;
  /** Resolves with the answer to a request. Rejects if the output ends before. */
  readonly answer: (id: number) => Promise<Message>;
  /** Everything that came so far. */
  readonly messages: readonly Message[];
  /** Closes its standard input, or sends it a signal. Resolves with its exit code and log when it has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<{ readonly code: number | null; readonly log: string }>;
}

/** The variables for the server of `service`, with the token of alice. */
export const mcpVariables = (service: Service): Readonly<Record<string, string>> => ({
  SOURCEHOST_API_URL: service.url,
  SOURCEHOST_TOKEN: service.token('alice'),
});

/** Starts the server. Nothing is sent to it. */
export async function mcpProcess(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['--repos', 'alice/website'],
): Promise<McpProcess> {
  const folder = await temporaryFolder();
  const child = spawn(process.execPath, [await mcpProgram(), ...args], {
    env: { ...(await mcpEnvironment(folder.path)), ...env },
    stdio: 'pipe',
  });
  // A server that has ended reads nothing.
  child.stdin.on('error', () => undefined);
  const log = text(child.stderr);
  const exit = once(child, 'exit');
  const messages: Message[] = [];
  let isClosed = false;
  const waiting = new Set<() => void>();
  const notice = (): void => {
    for (const resolve of waiting) resolve();
    waiting.clear();
  };
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => {
    const message = parseJson(line);
    messages.push(isObject(message) ? message : { line });
    notice();
  });
  lines.on('close', () => {
    isClosed = true;
    notice();
  });
  const write = (line: string): void => void child.stdin.write(line);
  const send = (message: object): void => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const end: McpProcess['end'] = async (signal) => {
    if (signal === undefined) child.stdin.end();
    else child.kill(signal);
    await exit;
    return { code: child.exitCode, log: await log };
  };
  return {
    pid: child.pid ?? 0,
    folder: folder.path,
    messages,
    write,
    ask: (method, params = {}) => {
      last += 1;
      send({ id: last, method, params });
      return last;
    },
    notify: (method, params = {}) => send({ method, params }),
    answer: async (id) => {
      for (;;) {
        const found = messages.find((message) => message.id === id && message.method === undefined);
        if (found !== undefined) return found;
        if (isClosed) throw new Error(`the server ended without an answer to ${id}`);
        await new Promise<void>((resolve) => waiting.add(resolve));
      }
    },
    end,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
      await folder[Symbol.asyncDispose]();
    },
  };
}
