import { AsyncLocalStorage } from 'node:async_hooks';
import type { Storage } from '../../src/core/storage.ts';

interface Step {
  readonly window: number;
  /** False while another process holds a lock. */
  readonly isPossible: () => boolean;
  readonly run: () => void;
}

/** One file of the disk was replaced or removed. */
export interface Mutation<T> {
  readonly name: string;
  readonly before: Uint8Array<ArrayBuffer> | undefined;
  readonly after: Uint8Array<ArrayBuffer> | undefined;
  /** The current work of the window, as passed to `during`. */
  readonly cause: T | undefined;
}

/** A disk that processes share. Every access waits until the test releases it. */
export class StepDisk<T> {
  readonly files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; modified: number }>();
  readonly #steps: Step[] = [];
  readonly #locks = new Map<string, number>();
  readonly #dead = new Set<number>();
  readonly #cause = new AsyncLocalStorage<T>();
  readonly #onMutation: (mutation: Mutation<T>) => void;

  constructor(onMutation: (mutation: Mutation<T>) => void) {
    this.#onMutation = onMutation;
  }

  /** Runs `work` and records it as the cause of the file changes within it. */
  during<R>(cause: T, work: () => Promise<R>): Promise<R> {
    return this.#cause.run(cause, work);
  }

  /** Releases one access; false if none can run. `choose` returns a number below the given one. */
  step(choose: (count: number) => number): boolean {
    const possible = this.#steps.filter(({ isPossible }) => isPossible());
    const step = possible[choose(possible.length)];
    if (step === undefined) return false;
    this.#steps.splice(this.#steps.indexOf(step), 1);
    step.run();
    return true;
  }

  /** Drops the pending accesses of a window, as a kill does, and frees its locks. */
  kill(window: number): void {
    this.#dead.add(window);
    for (const [name, owner] of this.#locks) if (owner === window) this.#locks.delete(name);
    const others = this.#steps.filter((step) => step.window !== window);
    this.#steps.splice(0, Infinity, ...others);
  }

  /** The storage of a process. `window` is its unique name. */
  storage(window: number): Storage {
    const access = <R>(work: () => R, isPossible = (): boolean => true): Promise<R> =>
      new Promise((resolve) => {
        if (!this.#dead.has(window)) this.#steps.push({ window, isPossible, run: () => resolve(work()) });
      });
    const mutate = (name: string, after: Uint8Array<ArrayBuffer> | undefined): Promise<void> => {
      const cause = this.#cause.getStore();
      return access(() => {
        const before = this.files.get(name)?.bytes;
        if (after === undefined) this.files.delete(name);
        else this.files.set(name, { bytes: after, modified: Date.now() });
        this.#onMutation({ name, before, after, cause });
      });
    };
    return {
      read: (name) => access(() => this.files.get(name)?.bytes.slice()),
      write: (name, bytes) => mutate(name, new Uint8Array(bytes)),
      remove: (name) => mutate(name, undefined),
      touch: () => Promise.resolve(),
      list: (folder) =>
        access(() =>
          [...this.files]
            .filter(([name]) => name.startsWith(`${folder}/`))
            .map(([name, { bytes, modified }]) => ({ name, size: bytes.length, modified })),
        ),
      lock: async (name, _options, work) => {
        await access(
          () => this.#locks.set(name, window),
          () => !this.#locks.has(name),
        );
        try {
          return await work();
        } finally {
          if (this.#locks.get(name) === window) this.#locks.delete(name);
        }
      },
    };
  }
}
