import type { Log } from '../../src/core/log.ts';

/** A log that keeps its lines. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  readonly trace = (message: string): void => void this.lines.push(message);
  readonly debug = this.trace;
  readonly info = this.trace;
  readonly warn = this.trace;
  readonly error = this.trace;
}
