import { lineOf, type Log } from '../core/log.ts';

/** Writes to the standard error output, which MCP clients show as the log of the server. */
export function stderrLog(): Log {
  const write = (level: string, message: string): void => void process.stderr.write(`${level} ${lineOf(message)}\n`);
  return {
    trace: () => undefined,
    debug: () => undefined,
    info: (message) => write('info', message),
    warn: (message) => write('warning', message),
    error: (message) => write('error', message),
  };
}
