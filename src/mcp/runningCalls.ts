import { delay } from '../core/async.ts';
import type { ToolCaller } from './toolCaller.ts';

/** Runs calls with `run`, and knows which of them are not answered yet. */
export class RunningCalls {
  readonly #run: ToolCaller;
  readonly #running = new Set<Promise<unknown>>();

  constructor(run: ToolCaller) {
    this.#run = run;
  }

  readonly call: ToolCaller = async (call) => {
    const running = this.#run(call);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  };

  /** Resolves when no call is running, after `limit` milliseconds at the latest. */
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
