import { window, type LogOutputChannel } from 'vscode';
import type { Log } from '../../core/log.ts';

/** The output channel `Sourcehost`, safe for what a service may send. */
export interface LogChannel extends Log {
  show(): void;
  /** The last lines about what failed, oldest first, each with its time. */
  failures(): readonly string[];
  dispose(): void;
}

export function createLog(): LogChannel {
  const channel: LogOutputChannel = window.createOutputChannel('Sourcehost', { log: true });
  const failures: string[] = [];
  const remember = (message: string): string => {
    failures.push(`${new Date().toISOString()} ${message}`);
    if (failures.length > mostFailures) failures.shift();
    return message;
  };
  return {
    trace: (message) => channel.trace(safe(message)),
    debug: (message) => channel.debug(safe(message)),
    info: (message) => channel.info(/ failed: /.test(message) ? remember(safe(message)) : safe(message)),
    warn: (message) => channel.warn(remember(safe(message))),
    error: (message) => channel.error(remember(safe(message))),
    show: () => channel.show(true),
    failures: () => [...failures],
    dispose: () => channel.dispose(),
  };
}

const mostFailures = 30;

/** Terminal escape codes and other control characters are made visible; credentials never get here, but in case: masked. */
function safe(message: string): string {
  return (
    message
      // eslint-disable-next-line no-control-regex -- control characters are what is replaced
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
      .replace(
        /\b(bearer|access_token|refresh_token|client_secret|private-token|password)(["':=\s]+)[^\s"'&,;]+/gi,
        '$1$2***',
      )
  );
}
