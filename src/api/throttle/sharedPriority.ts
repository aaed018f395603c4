import { Coalesce } from '../../core/async.ts';
import { Emitter, type Event } from '../../core/emitter.ts';

/** `interactive`: a person waits for it. `background`: takes only what is left over. */
export type Priority = 'interactive' | 'background';

/** The priority of work that several wait for: a person's as soon as a person is among them. */
export class SharedPriority {
  readonly #rose = new Emitter<void>();
  #now: Priority = 'background';

  get now(): Priority {
    return this.#now;
  }

  readonly onDidRise: Event<void> = this.#rose.event;

  /** Somebody waits for it too. */
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

/** How a request that others may wait for too is asked for. */
export interface Shared {
  readonly signal: AbortSignal;
  readonly priority: SharedPriority;
}

/** Equal requests in flight are one, as urgent as the most urgent of those who wait for it. */
export class SharedRequests<Key, T> {
  readonly #running = new Coalesce<Key, T>();
  readonly #urgencies = new Map<Key, SharedPriority>();

  /** Whether somebody waits for it. */
  has(key: Key): boolean {
    return this.#running.has(key);
  }

  run(
    key: Key,
    work: (shared: Shared) => Promise<T>,
    {
      signal,
      priority,
    }: { readonly signal?: AbortSignal | undefined; readonly priority?: Priority | SharedPriority | undefined },
  ): Promise<T> {
    const start = async (whole: AbortSignal): Promise<T> => {
      const urgency = new SharedPriority();
      urgency.join(priority);
      this.#urgencies.set(key, urgency);
      try {
        return await work({ signal: whole, priority: urgency });
      } finally {
        if (this.#urgencies.get(key) === urgency) this.#urgencies.delete(key);
      }
    };
    const result = this.#running.run(key, start, signal);
    if (signal?.aborted !== true) this.#urgencies.get(key)?.join(priority);
    return result;
  }
}
