import { cancelled, throwIfCancelled } from './errors.ts';

/** Resolves after `ms` milliseconds. Rejects with a `cancelled` Failure if `signal` is aborted first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled(signal.reason));
      return;
    }
    const timer = setTimeout(finish, ms);
    function finish(): void {
      signal?.removeEventListener('abort', abort);
      resolve();
    }
    function abort(): void {
      clearTimeout(timer);
      reject(cancelled(signal?.reason));
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** A promise and the function that resolves it. Node 20, which runs the MCP server, has no `Promise.withResolvers`. */
export function resolvable<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: settle };
}

/** Settles as `promise` does, or rejects with a `cancelled` Failure as soon as `signal` is aborted. */
export function orCancelled<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(cancelled(signal.reason));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Shares equal work in flight: calls with the same key wait for one run. The run is aborted when the signals of all its
 * callers are aborted.
 */
export class Coalesce<Key, T> {
  readonly #running = new Map<Key, { result: Promise<T>; waiting: number; abort: AbortController }>();

  run(key: Key, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted === true) return Promise.reject(cancelled(signal.reason));
    let entry = this.#running.get(key);
    if (entry === undefined) {
      const abort = new AbortController();
      const started = { result: work(abort.signal), waiting: 0, abort };
      const forget = (): void => {
        if (this.#running.get(key) === started) this.#running.delete(key);
      };
      started.result.then(forget, forget);
      this.#running.set(key, started);
      entry = started;
    }
    const shared = entry;
    shared.waiting += 1;
    return orCancelled(shared.result, signal).finally(() => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      if (this.#running.get(key) === shared) this.#running.delete(key);
      shared.abort.abort();
    });
  }
}

/**
 * Applies `work` to every item, at most `limit` at a time. Results are in the order of the items. Rejects with the
 * first failure. Each item has a signal of its own, which is aborted with `signal`: Node warns if much work at a time
 * listens to one signal.
 */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, signal: AbortSignal | undefined) => Promise<R>,
  signal?: AbortSignal,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) {
      throwIfCancelled(signal);
      results[index] = await work(item, signal && AbortSignal.any([signal]));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/**
 * Runs `work` for every item, at most `limit` at a time. After a failure no further item is started. The failure is
 * thrown when the running items have ended, so that a lock around the call covers all of them.
 */
export async function eachLimited<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      await work(item).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/**
 * The results of `work` for every item in the order in which they are ready, at most `limit` at a time. The signal of
 * the running ones is aborted when `signal` is, when the consumer stops, or after the first failure, which is thrown.
 */
export async function* eachAsDone<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, signal: AbortSignal) => Promise<R>,
  signal?: AbortSignal,
): AsyncGenerator<R, void, void> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const running = new Map<number, Promise<{ readonly index: number; readonly result: R }>>();
  const rest = items.entries();
  const start = (): void => {
    const next = rest.next();
    if (next.done === true) return;
    const [index, item] = next.value;
    running.set(
      index,
      work(item, either).then((result) => ({ index, result })),
    );
  };
  try {
    for (let count = 0; count < limit; count += 1) start();
    while (running.size > 0) {
      throwIfCancelled(signal);
      const { index, result } = await Promise.race(running.values());
      running.delete(index);
      start();
      yield result;
    }
  } finally {
    stop.abort();
    await Promise.allSettled(running.values());
  }
}

/**
 * Runs work in the order in which it is asked for, at most `limit` at a time. Each starts in a macrotask of its own, so
 * that other work can run in between.
 */
export class LimitedRunner {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** @throws Failure `cancelled` as soon as `signal` is aborted, also while the work waits */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return await orCancelled(this.#inTurn(work, signal), signal);
  }

  async #inTurn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      throwIfCancelled(signal);
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else setTimeout(next, 0);
    }
  }
}

/** Runs work one after another, in the order in which it is asked for. Work that fails does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  /** Resolves when the work so far has ended. */
  async settled(): Promise<void> {
    await this.#last;
  }
}

export async function collect<T>(values: AsyncIterable<T>, limit = Infinity): Promise<T[]> {
  const collected: T[] = [];
  if (limit <= 0) return collected;
  for await (const value of values) {
    collected.push(value);
    if (collected.length >= limit) break;
  }
  return collected;
}

/** Runs `load` at the first call and shares its result. After a failure the next call runs `load` again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    const attempt = (loading ??= load());
    attempt.catch(() => {
      if (loading === attempt) loading = undefined;
    });
    return attempt;
  };
}
