// The executable sourcehost-mcp.
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Host } from '../domain/hosting/hosts.ts';
import { instructions } from './agentTexts.ts';
import { readArguments, usage, type McpOptions } from './options.ts';
import { createServer } from './server.ts';
import { createServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';
import { stderrLog } from './stderrLog.ts';
import { targetHost } from './targetHost.ts';
import type { ToolCaller } from './toolCaller.ts';
import { version } from './version.ts';
import { windowVariables } from './windowMessages.ts';
import { windowTools } from './windowTools.ts';

/** Milliseconds after which the program ends although something is still running. */
const endLimit = 2_000;

const wrongUsage = 2;

function main(): void {
  const { env } = process;
  const log = stderrLog();
  const [path, key] = [env[windowVariables.path], env[windowVariables.key]];
  if (path !== undefined && key !== undefined) {
    serve({ call: windowTools({ path, key }, () => process.exit(0)), mayChange: true, log });
    return;
  }
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
  const host = hostOf(options);
  if (host === undefined) return;
  if (options.repos.length === 0) log.warn('no repository may be used: start with --repos owner/name,…');
  const { services, dispose } = createServices({ host, repos: options.repos, environment: env, log });
  const mayChange = options.write;
  serve({ call: serviceTools(services, mayChange), mayChange, log, dispose });
}

function hostOf({ host }: McpOptions): Host | undefined {
  try {
    const { SOURCEHOST_API_URL: apiUrl = '' } = process.env;
    return targetHost(host, apiUrl === '' ? undefined : apiUrl);
  } catch (error) {
    refuseStart(`--host or SOURCEHOST_API_URL: ${messageOf(error)}`);
    return undefined;
  }
}

function refuseStart(message: string): void {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exitCode = wrongUsage;
}

interface Serving {
  readonly call: ToolCaller;
  readonly mayChange: boolean;
  readonly log: Log;
  readonly dispose?: () => Promise<void>;
}

/** Serves one client over the standard input and output, and ends with it. */
function serve({ call, mayChange, log, dispose }: Serving): void {
  const connection = serveStdio(() => createServer(call, instructions(mayChange)), {
    transport: new StdioServerTransport(process.stdin, process.stdout),
    onerror: (error) => log.warn(messageOf(error)),
  });
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(0), endLimit).unref();
    void Promise.allSettled([connection.close(), dispose?.()]).then(() => process.exit(0));
  };
  process.stdin.on('end', end).on('close', end);
  process.stdout.on('error', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

main();
