import { window, type LogOutputChannel } from 'vscode';
import { lineOf, type Log } from '../../../core/log.ts';

/** The output channel `Sourcehost`. Texts of a service are safe in it. */
export interface LogChannel extends Log {
  show(): void;
  /** The last lines about failures, oldest first, each with its time. */
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
    trace: (message) => channel.trace(lineOf(message)),
    debug: (message) => channel.debug(lineOf(message)),
    info: (message) => channel.info(/ failed: /.test(message) ? remember(lineOf(message)) : lineOf(message)),
    warn: (message) => channel.warn(remember(lineOf(message))),
    error: (message) => channel.error(remember(lineOf(message))),
    show: () => channel.show(true),
    failures: () => [...failures],
    dispose: () => channel.dispose(),
  };
}

const mostFailures = 30;
