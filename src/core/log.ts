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

// eslint-disable-next-line no-control-regex -- control characters are what is replaced
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
