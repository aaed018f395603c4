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

interface SharingOptions {
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | SharedPriority | undefined;
}

/** Shares equal requests in flight. The shared request has the highest priority of its callers. */
export class SharedRequests<Key, T> {
  #running = new Coalesce<Key, T>();
  #account = new AbortController();
  readonly #priorities = new Map<Key, SharedPriority>();

  /** The account changed: what runs, or waits for the limit of the former account, is asked again for the one of now. */
  restart(): void {
    this.#running = new Coalesce();
    this.#account.abort();
    this.#account = new AbortController();
  }

  async run(key: Key, work: (shared: SharedOptions) => Promise<T>, options: SharingOptions): Promise<T> {
    const { signal: account } = this.#account;
    try {
      return await this.#share(key, work, options, account);
    } catch (error) {
      if (!account.aborted || options.signal?.aborted === true) throw error;
      return await this.run(key, work, options);
    }
  }

  #share(
    key: Key,
    work: (shared: SharedOptions) => Promise<T>,
    { signal, priority }: SharingOptions,
    account: AbortSignal,
  ): Promise<T> {
    const start = async (whole: AbortSignal): Promise<T> => {
      const sharedPriority = new SharedPriority();
      sharedPriority.join(priority);
      this.#priorities.set(key, sharedPriority);
      try {
        return await work({ signal: AbortSignal.any([whole, account]), priority: sharedPriority });
      } finally {
        if (this.#priorities.get(key) === sharedPriority) this.#priorities.delete(key);
      }
    };
    const result = this.#running.run(key, start, signal);
    if (signal?.aborted !== true) this.#priorities.get(key)?.join(priority);
    return result;
  }
}
