import { window } from 'vscode';
import { isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Priority } from '../../api/urgency.ts';
import type { Files } from '../../domain/files.ts';
import { inUse } from './inUse.ts';

/** Milliseconds between looks at where a branch is, while the window has the focus. */
const interval = 3 * 60_000;
/** Milliseconds until the next try where the service cannot be reached; doubles up to the longest. */
const firstRetry = 5_000;
const longestRetry = 60_000;

/**
 * Follows the branches of open repositories: when the window gets the focus, from time to time, when it is asked to,
 * and, after the service could not be reached, until it can be again.
 */
export class Follower {
  readonly #files: Files;
  readonly #log: Log;
  readonly #listeners: { dispose(): void }[];
  #retry = firstRetry;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(files: Files, log: Log) {
    this.#files = files;
    this.#log = log;
    this.#listeners = [
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#look();
      }),
      files.onDidChangeState(({ state }) => {
        if (state?.problem !== undefined) this.#schedule();
      }),
    ];
    this.#schedule();
  }

  /** Looks now, whether or not it is time to. Rejects where that fails. */
  async refresh(): Promise<void> {
    await this.#check('interactive', () => true);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) listener.dispose();
  }

  #look(): void {
    this.#check('background', ({ isDue }) => isDue).catch((error: unknown) => {
      if (!isFailure(error, 'cancelled')) this.#log.debug(`cannot look for changes: ${messageOf(error)}`);
    });
  }

  async #check(priority: Priority, which: (files: ReturnType<Files['at']>) => boolean): Promise<void> {
    const checks = inUse(this.#files)
      .filter(({ files }) => which(files))
      .map(({ files, open }) => files.check(open, { priority }));
    const results = await Promise.allSettled(checks);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) this.#retry = firstRetry;
    this.#schedule();
    if (failed !== undefined) throw failed.reason;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const troubled = this.#files.all().some(({ state }) => state?.problem !== undefined);
    this.#timer = setTimeout(
      () => {
        if (troubled) this.#retry = Math.min(longestRetry, this.#retry * 2);
        if (troubled || window.state.focused) this.#look();
        else this.#schedule();
      },
      troubled ? this.#retry : interval,
    );
  }
}
