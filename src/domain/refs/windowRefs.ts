import * as v from 'valibot';
import { readStored, storedMap } from '../../core/storage.ts';
import { repositoryKey, type RepositoryName } from '../hosts/address.ts';

/** Values that are persisted for one window. `vscode.Memento` has this shape. */
export interface WindowMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** The ref that the addresses of a repository without a ref stand for. */
export interface WindowRef {
  readonly ref: string;
  /** Time of the switch to it, in milliseconds since 1970. */
  readonly since: number;
}

const stored = 'refs';
const Stored = storedMap(v.object({ ref: v.pipe(v.string(), v.nonEmpty()), since: v.number() }));

/** By repository: what an address without a ref stands for in this window; else it is the default branch. */
export class WindowRefs {
  readonly #windowMemory: WindowMemory | undefined;
  readonly #now: () => number;
  readonly #refs: Map<string, WindowRef>;

  /** `windowMemory`: the storage of the window; undefined: nothing is persisted. */
  constructor(windowMemory?: WindowMemory, now = Date.now) {
    this.#windowMemory = windowMemory;
    this.#now = now;
    this.#refs = new Map(readStored(Stored, windowMemory?.get(stored)));
  }

  get(name: RepositoryName): WindowRef | undefined {
    return this.#refs.get(repositoryKey(name));
  }

  /** Counts at once. Resolves when it is persisted. Each switch has a later time than the one before. */
  async set(name: RepositoryName, ref: string): Promise<void> {
    const since = Math.max(this.#now(), (this.get(name)?.since ?? 0) + 1);
    this.#refs.set(repositoryKey(name), { ref, since });
    await this.#windowMemory?.update(stored, Object.fromEntries(this.#refs));
  }
}
