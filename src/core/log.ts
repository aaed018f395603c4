import { hiddenCharacter } from './hidden.ts';

/**
 * Log of the layers below the editor; the log channel of the editor implements it. Never log tokens or file contents.
 */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silent: Log = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

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
 * `message` as one line that is safe in any terminal. Line breaks, escape codes, bidirectional marks and other control
 * characters are replaced by visible signs, so that untrusted text cannot imitate a log line. Credentials are not
 * logged; as a second safeguard they are masked here.
 */
export function lineOf(message: string): string {
  return withoutCredentials(message.replaceAll(/\r\n?|\n/g, ' ⏎ ').replaceAll(hiddenCharacter, '\ufffd'));
}

/** `text` in which `***` stands for what looks like a credential, for example in an address. */
export function withoutCredentials(text: string): string {
  return text
    .replaceAll(
      /\b(bearer|access_token|refresh_token|client_secret|private[-_]token|password)(["':=\s]{1,9})[^\s"'&,;]+/gi,
      '$1$2***',
    )
    .replaceAll(/(?<=:\/\/)[^\s/?#@]{1,300}@/g, '***@');
}
