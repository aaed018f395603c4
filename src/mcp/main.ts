import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { delay } from '../core/async.ts';
import { messageOf } from '../core/errors.ts';
import { lineOf, type Log } from '../core/log.ts';
import { oneLine } from '../core/text.ts';
import { sharesDomain } from '../domain/hosts/gitAddress.ts';
import type { Host } from '../domain/hosts/hosts.ts';
import { toolsIn } from '../tools/table.ts';
import { hints, instructions } from './agentTexts.ts';
import { readArguments, usage, type McpOptions } from './options.ts';
import { RunningCalls } from './runningCalls.ts';
import { createServer, type ServedParts } from './server.ts';
import { createServices } from './services.ts';
import { serviceResources, serviceTools } from './serviceTools.ts';
import { takesToken, targetHost, tokenVariable } from './targetHost.ts';
import { version } from './version.ts';

/** Milliseconds that calls have to end after the client closed the standard input. */
const answerLimit = 1_000;
/** Milliseconds after which the program ends although something is still running. */
const endLimit = 1_000;

/** The texts of the skills: the build puts them here. */
declare const SKILLS: readonly string[];

const exitCodes = { failed: 1, wrongUsage: 2 };

function main(): void {
  const log = stderrLog();
  const start = readArguments(process.argv.slice(2));
  if (start.kind === 'print') {
    process.stdout.write(start.what === 'help' ? usage : `${version}\n`);
    return;
  }
  if (start.kind === 'wrong') {
    refuseStart(start.message);
    return;
  }
  const { options } = start;
  const target = hostOf(options);
  if (target !== undefined) serveHost(target, options, log);
}

interface Target {
  readonly host: Host;
  /** Empty: none. */
  readonly token: string;
  /** How the user signs in. */
  readonly signIn: string;
}

function hostOf(options: McpOptions): Target | undefined {
  const { env } = process;
  const apiUrl = options.apiUrl ?? (env.SOURCEHOST_API_URL === '' ? undefined : env.SOURCEHOST_API_URL);
  try {
    const host = targetHost(options.host, apiUrl);
    const variable = tokenVariable(host);
    const [own, common] = [env[variable]?.trim() ?? '', env.SOURCEHOST_TOKEN?.trim() ?? ''];
    const takesCommon = takesToken(host, apiUrl);
    const signIn = hints.signedOut(own === '' && takesCommon ? 'SOURCEHOST_TOKEN' : variable, sharesDomain(host));
    if (own !== '' || common === '' || takesCommon) return { host, token: own === '' ? common : own, signIn };
    const advice = `If you have a token of its API, put it into ${variable}. Else leave SOURCEHOST_TOKEN out.`;
    refuseStart(`SOURCEHOST_TOKEN is not sent to ${host.apiUrl}. ${advice}`);
    return undefined;
  } catch (error) {
    refuseStart(`--host or --api-url: ${messageOf(error)}`);
    return undefined;
  }
}

function refuseStart(message: string): void {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = exitCodes.wrongUsage;
}

function serveHost({ host, token, signIn }: Target, options: McpOptions, log: Log): void {
  const { repos, write, toolsets, requestsPerMinute } = options;
  const folder = ownFolder();
  if (folder === undefined) return;
  const { services, stop } = createServices({
    host,
    token,
    repos,
    requestsPerMinute,
    environment: process.env,
    folder,
    log,
  });
  const names = repos.length === 0 ? 'no repository, because --repos names none,' : repos.join(', ');
  log.info(`version ${version}, for ${names} at ${host.webUrl}, ${write ? 'with --write' : 'read-only'}`);
  if (process.stdin.isTTY) log.info('waits for an MCP client on the standard input; Ctrl-C ends it');
  const tools = toolsIn(toolsets).filter(({ effect }) => write || effect === 'read');
  const [call, resources] = [serviceTools(services, tools, signIn), serviceResources(services, tools, signIn)];
  serve({ call, resources, tools, mayChange: write, log, stop });
}

/** A folder for the files of this process, which only its user can read. It is removed when the process ends. */
function ownFolder(): string | undefined {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'sourcehost-mcp-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    return folder;
  } catch (error) {
    process.stderr.write(`The temporary folder cannot be used: ${messageOf(error)}\n`);
    process.exitCode = exitCodes.failed;
    return undefined;
  }
}

interface Serving extends Omit<ServedParts, 'instructions' | 'skills'> {
  readonly mayChange: boolean;
  readonly log: Log;
  readonly stop: () => Promise<void>;
}

/** Ends with its client. Calls that came before the end of the input are still answered, if they end soon. */
function serve({ call, resources, tools, mayChange, log, stop }: Serving): void {
  const calls = new RunningCalls();
  const served: ServedParts = {
    call: (mcpCall) => calls.run(() => call(mcpCall)),
    resources: {
      read: (...args) => calls.run(() => resources.read(...args)),
      complete: (...args) => calls.run(() => resources.complete(...args)),
    },
    tools,
    instructions: instructions(mayChange),
    skills: SKILLS,
  };
  const input = new PassThrough();
  const transport = new StdioServerTransport(input, process.stdout);
  const connection = serveStdio(() => createServer(served), {
    transport,
    onerror: (error) => log.warn(connectionError(error)),
  });
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(), endLimit).unref();
    // The calls that this ends log what they have done.
    const closed = connection.close().then(() => calls.ended(endLimit));
    void Promise.allSettled([closed, stop()]).then(() => process.exit());
  };
  const endSoon = async (): Promise<void> => {
    // Messages that came with the end of the input begin their calls first.
    await delay(20);
    await calls.ended(answerLimit);
    await delay(20);
    end();
  };
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    end();
  };
  process.stdin.pipe(input, { end: false });
  process.stdin.on('end', () => void endSoon()).on('error', end);
  process.stdout.on('error', end);
  // A client that is gone reads no log.
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** Of a message with another shape, the SDK lists all that is wrong with it. */
const connectionError = (error: Error): string =>
  error.name.endsWith('ZodError') ? 'a message of the client is not of JSON-RPC' : oneLine(error.message, 500);

/** Writes to the standard error output, which MCP clients show as the log of the server. */
function stderrLog(): Log {
  const write = (level: string, message: string): void => void process.stderr.write(`${level} ${lineOf(message)}\n`);
  return {
    trace: () => undefined,
    debug: () => undefined,
    info: (message) => write('info', message),
    warn: (message) => write('warning', message),
    error: (message) => write('error', message),
  };
}

main();
