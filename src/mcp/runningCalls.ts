import { delay } from '../core/async.ts';

export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Resolves when no request is running, after `limit` milliseconds at the latest. */
  async ended(limit: number): Promise<void> {
    const end = new AbortController();
    const late = delay(limit, end.signal).catch(() => undefined);
    const all = async (): Promise<void> => {
      while (this.#running.size > 0) await Promise.allSettled(this.#running);
    };
    await Promise.race([late, all()]);
    end.abort();
  }
}
