/** Where layers below the editor write; the editor's log channel implements it. Never a token, never file contents. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silent: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** The same log with every line prefixed by the name of the part that writes. */
export function named(log: Log, name: string): Log {
  return {
    trace: (message) => log.trace(`[${name}] ${message}`),
    debug: (message) => log.debug(`[${name}] ${message}`),
    info: (message) => log.info(`[${name}] ${message}`),
    warn: (message) => log.warn(`[${name}] ${message}`),
    error: (message) => log.error(`[${name}] ${message}`),
  };
}
