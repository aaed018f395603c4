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

/**
 * `message` as one line that any terminal can show: escape codes, what reorders text and other control characters are
 * made visible, so that nobody's words pass for a line of the log. Credentials never get here, but in case: masked.
 */
export function lineOf(message: string): string {
  return message
    .replaceAll(/\r\n?|\n/g, ' ⏎ ')
    .replaceAll(unseen, '\ufffd')
    .replaceAll(
      /\b(bearer|access_token|refresh_token|client_secret|private-token|password)(["':=\s]{1,9})[^\s"'&,;]+/gi,
      '$1$2***',
    );
}

const unseen = /(?![\t-\n])(?![\ufe0e-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;
