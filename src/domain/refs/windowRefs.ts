import { isObject } from '../../core/text.ts';
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

/**
 * The refs that this window was switched to, by repository. An address without a ref stands for the ref of its
 * repository here; without one, for the default branch.
 */
export class WindowRefs {
  readonly #windowMemory: WindowMemory | undefined;
  readonly #now: () => number;
  readonly #refs: Map<string, WindowRef>;

  /** `windowMemory`: the storage of the window; undefined: nothing is persisted. */
  constructor(windowMemory?: WindowMemory, now = Date.now) {
    this.#windowMemory = windowMemory;
    this.#now = now;
    this.#refs = read(windowMemory?.get(stored));
  }

  /** Undefined: the default branch. */
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

function read(value: unknown): Map<string, WindowRef> {
  const refs = new Map<string, WindowRef>();
  for (const [key, one] of Object.entries(isObject(value) ? value : {})) {
    if (!isObject(one) || typeof one.ref !== 'string' || one.ref === '' || typeof one.since !== 'number') continue;
    refs.set(key, { ref: one.ref, since: one.since });
  }
  return refs;
}
