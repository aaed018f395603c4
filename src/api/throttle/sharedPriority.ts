import { Coalesce } from '../../core/async.ts';
import { Emitter, type Event } from '../../core/emitter.ts';

/** `interactive`: the user waits for the result. `background`: uses only the rest of the request limit. */
export type Priority = 'interactive' | 'background';

/** The priority of work with several callers: `interactive` for good as soon as one caller is interactive. */
export class SharedPriority {
  readonly #rose = new Emitter<void>();
  #now: Priority = 'background';

  get now(): Priority {
    return this.#now;
  }

  readonly onDidRise: Event<void> = this.#rose.event;

  join(priority: Priority | SharedPriority = 'interactive'): void {
    if (priority instanceof SharedPriority) {
      if (priority.now === 'background') priority.onDidRise(() => this.join());
      this.join(priority.now);
    } else if (priority === 'interactive' && this.#now === 'background') {
      this.#now = priority;
      this.#rose.fire();
    }
  }
}

/** Request options of shared work: `signal` is aborted when all callers have cancelled. */
export interface SharedOptions {
  readonly signal: AbortSignal;
  readonly priority: SharedPriority;
}

/** Shares equal requests in flight. The shared request has the highest priority of its callers. */
export class SharedRequests<Key, T> {
  readonly #running = new Coalesce<Key, T>();
  readonly #priorities = new Map<Key, SharedPriority>();

  run(
    key: Key,
    work: (shared: SharedOptions) => Promise<T>,
    {
      signal,
      priority,
    }: { readonly signal?: AbortSignal | undefined; readonly priority?: Priority | SharedPriority | undefined },
  ): Promise<T> {
    const start = async (whole: AbortSignal): Promise<T> => {
      const sharedPriority = new SharedPriority();
      sharedPriority.join(priority);
      this.#priorities.set(key, sharedPriority);
      try {
        return await work({ signal: whole, priority: sharedPriority });
      } finally {
        if (this.#priorities.get(key) === sharedPriority) this.#priorities.delete(key);
      }
    };
    const result = this.#running.run(key, start, signal);
    if (signal?.aborted !== true) this.#priorities.get(key)?.join(priority);
    return result;
  }
}
