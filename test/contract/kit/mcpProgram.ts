import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { root } from '../../../scripts/kit/paths.ts';
import { lazily } from '../../../src/core/async.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { Service } from '../../service/handle.ts';

/** Builds the MCP server, for this process of the tests. Resolves with its file. */
export const mcpProgram = lazily(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sourcehost-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const args = ['esbuild.mjs', '--mcp', `--outdir=${folder}`];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  return join(folder, 'mcp.cjs');
});

/** The variables of each server: its folder of temporary files, and where Node keeps its compiled code for the next one. */
export async function mcpEnvironment(folder: string): Promise<Readonly<Record<string, string>>> {
  const compiled = join(dirname(await mcpProgram()), 'compiled');
  return { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, NODE_COMPILE_CACHE: compiled };
}

export interface McpClientOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The answer of the user to each question; undefined: the client cannot ask. */
  readonly answer?: (question: string) => boolean;
  /** The protocol: that of 2026, where the client repeats a call with the answer, or an older one. */
  readonly protocol?: 'auto' | 'legacy';
}

export interface McpResult {
  readonly text: string;
  readonly isError: boolean;
}

/** A client of the SDK, with the MCP server in a process of its own. */
export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  /** The questions to the user so far. */
  readonly questions: readonly string[];
  readonly pid: number;
  /** Calls a tool by its name without `sourcehost_`. */
  readonly call: (tool: string, given: object) => Promise<McpResult>;
  /** As `call`: the fenced lines of the result. The call must succeed. */
  readonly rows: (tool: string, given: object) => Promise<string[]>;
  /** Ends the client. Resolves with the log of the server. */
  readonly end: () => Promise<string>;
  /** The temporary folder of the server. */
  readonly folder: string;
}

/** Starts the MCP server for `service` with the token of alice. */
export async function mcpClient(service: Service, options: McpClientOptions = {}): Promise<McpClient> {
  const { args = ['--repos', 'alice/website'], env, answer, protocol = 'legacy' } = options;
  const folder = await temporaryFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await mcpProgram(), ...args],
    env: {
      ...(await mcpEnvironment(folder.path)),
      ...(env ?? { SOURCEHOST_API_URL: service.url, SOURCEHOST_TOKEN: service.token('alice') }),
    },
    stderr: 'pipe',
  });
  const { stderr } = transport;
  assert.ok(stderr instanceof Readable);
  const log = text(stderr);
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer === undefined ? {} : { elicitation: {} }, versionNegotiation: { mode: protocol } },
  );
  const questions: string[] = [];
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return answer(params.message) ? { action: 'accept', content: { agree: true } } : { action: 'decline' };
    });
  await client.connect(transport);
  const call = async (tool: string, given: object): Promise<McpResult> => {
    const { content, isError = false } = await client.callTool({ name: `sourcehost_${tool}`, arguments: { ...given } });
    const [first] = content;
    assert.ok(first?.type === 'text');
    return { text: first.text, isError };
  };
  const end = async (): Promise<string> => {
    await client.close();
    return await log;
  };
  return {
    client,
    questions,
    pid: transport.pid ?? 0,
    folder: folder.path,
    call,
    rows: async (tool, given) => {
      const result = await call(tool, given);
      assert.ok(!result.isError, result.text);
      return result.text.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.slice(2)] : []));
    },
    end,
    async [Symbol.asyncDispose]() {
      await end();
      await folder[Symbol.asyncDispose]();
    },
  };
}
