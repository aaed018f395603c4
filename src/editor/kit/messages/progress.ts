import { ProgressLocation } from 'vscode';
import type { Event } from '../../../core/emitter.ts';
import { formatPercent, formatSize } from './format.ts';
import { questions } from './questions.ts';
import { showProgress } from './show.ts';

export interface RequestDelay {
  /** For example `Waiting for the limit of GitCode (12 s)`; undefined while no request waits. */
  readonly sentence: string | undefined;
  readonly onDidChange: Event<void>;
}

export type Report = (message: string, increment?: number) => void;

/** Runs `work` with a progress notification. While requests wait, the notification shows the reason. */
export async function withNotification<T>(
  title: string,
  delay: RequestDelay,
  cancel: () => void,
  work: (report: Report) => Promise<T>,
): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return await showProgress(options, async (report, token) => {
    let own = '';
    token.onCancellationRequested(cancel);
    if (token.isCancellationRequested) cancel();
    const show = (): void => report({ message: delay.sentence ?? own });
    const listening = delay.onDidChange(show);
    if (delay.sentence !== undefined) show();
    try {
      return await work((text, increment) => {
        own = text;
        const message = delay.sentence ?? own;
        report(increment === undefined ? { message } : { message, increment });
      });
    } finally {
      listening.dispose();
    }
  });
}

/** Reports per cent if the size is known, else megabytes. */
export function percentOf(report: (text: string) => void): (done: number, total: number | undefined) => void {
  return (done, total) =>
    report(total === undefined || total === 0 ? formatSize(done) : formatPercent(Math.floor((100 * done) / total)));
}

/** Milliseconds before the notification of a running command is shown. */
const shownAfter = 1_500;

/** Shows a notification with a cancel button while a command runs without a question and without its own progress. */
export class WorkingNotice {
  readonly #show: (until: Promise<void>) => void;
  readonly #listening = questions.onDidChange(() => this.#update());
  #pauses = 0;
  #ended = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hide: (() => void) | undefined;

  constructor(title: string, delay: RequestDelay, cancel: () => void) {
    this.#show = (until) => void withNotification(title, delay, cancel, () => until);
    this.#update();
  }

  async without<T>(work: Promise<T>): Promise<T> {
    this.#pauses += 1;
    this.#update();
    try {
      return await work;
    } finally {
      this.#pauses -= 1;
      this.#update();
    }
  }

  dispose(): void {
    this.#ended = true;
    this.#listening.dispose();
    this.#update();
  }

  #update(): void {
    if (this.#ended || this.#pauses > 0 || questions.areOpen) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#hide?.();
      this.#hide = undefined;
      return;
    }
    this.#timer ??= setTimeout(() => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      this.#hide = () => resolve(undefined);
      this.#show(promise.then(() => {}));
    }, shownAfter);
  }
}
