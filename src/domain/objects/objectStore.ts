import { LRUCache } from 'lru-cache';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { nameSegment, type Storage } from '../../core/storage.ts';

export interface ObjectsOptions {
  readonly storage: Storage;
  /** The most that may be kept on disk, in bytes, asked whenever it matters. */
  readonly capacity: () => number;
  readonly log: Log;
}

/** Kept objects of one host. */
export type HostObjects = Pick<Objects, 'find' | 'keep' | 'forget'>;

/** Folder of the storage that all of this is in. */
const folder = 'objects';
const memory = 24 * 1024 * 1024;
/** Small ones cost more memory than they have bytes. */
const mostInMemory = 2_000;
/** Larger ones are read from disk again. */
const largestInMemory = 4 * 1024 * 1024;
/** Full when this part of the capacity is used; other windows that write meanwhile get the rest. */
const full = 0.9;
/** What is left after making room. */
const cleared = 0.7;
/** One that takes more than this part of the capacity is not kept. */
const largest = 0.5;

/**
 * Bytes that never change, by host and name (`blob/ab/cdef…`): in memory, then on disk, where the least recently used ones go
 * out before the capacity is reached. Whoever puts bytes in vouches for them; whoever takes them out checks them, since
 * a computer that loses power can damage what was written last. Never fails: what cannot be kept is fetched again.
 */
export class Objects {
  readonly #storage: Storage;
  readonly #capacity: () => number;
  readonly #log: Log;
  readonly #memory = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    max: mostInMemory,
    maxSize: memory,
    maxEntrySize: largestInMemory,
    sizeCalculation: (bytes) => bytes.length + 100,
  });
  /** What was read or written lately: its time on disk is right. */
  readonly #touched = new LRUCache<string, true>({ max: 5_000 });
  /** On their way to disk: there for whoever asks meanwhile. */
  readonly #unwritten = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Bytes on disk, and how many were written since they were counted; undefined: not counted yet. */
  #used: { bytes: number; fresh: number } | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ storage, capacity, log }: ObjectsOptions) {
    this.#storage = storage;
    this.#capacity = capacity;
    this.#log = log;
  }

  /** The bytes kept under `name`, or undefined. */
  async find(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const held = this.#memory.get(name) ?? this.#unwritten.get(name);
    if (held !== undefined) return held;
    try {
      const stored = await this.#storage.read(`${folder}/${name}`);
      if (stored === undefined) return undefined;
      this.#memory.set(name, stored);
      this.#touch(name);
      return stored;
    } catch (error) {
      this.#log.warn(`cannot read ${name} from the cache: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Keeps `bytes`; on disk a little later, in the order of the calls. */
  keep(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#memory.set(name, bytes);
    this.#touched.set(name, true);
    this.#unwritten.set(name, bytes);
    this.#writing = this.#writing.then(async () => {
      await this.#write(name, bytes);
      if (this.#unwritten.get(name) === bytes) this.#unwritten.delete(name);
    });
  }

  /** Forgets what turned out to be damaged. */
  async forget(name: string): Promise<void> {
    this.#memory.delete(name);
    await this.#storage.remove(`${folder}/${name}`).catch((error: unknown) => this.#log.warn(messageOf(error)));
  }

  /** Those of one host. */
  of(host: string): HostObjects {
    const at = (name: string): string => `${nameSegment(host)}/${name}`;
    return {
      find: (name) => this.find(at(name)),
      keep: (name, bytes) => this.keep(at(name), bytes),
      forget: (name) => this.forget(at(name)),
    };
  }

  /** Removes all those of one host, in memory and on disk. */
  async clear(host: string): Promise<void> {
    const within = nameSegment(host);
    await this.flush();
    for (const names of [this.#memory, this.#touched])
      for (const name of [...names.keys()]) if (name.startsWith(`${within}/`)) names.delete(name);
    this.#used = undefined;
    for (const { name } of await this.#storage.list(`${folder}/${within}`)) await this.#storage.remove(name);
  }

  /** Resolves when everything kept so far is on disk. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const capacity = this.#capacity();
    if (bytes.length > capacity * largest) return;
    try {
      await this.#makeRoom(bytes.length, capacity);
      await this.#storage.write(`${folder}/${name}`, bytes, { durable: false });
    } catch (error) {
      this.#log.warn(`cannot keep ${name} in the cache: ${messageOf(error)}`);
    }
  }

  async #makeRoom(size: number, capacity: number): Promise<void> {
    const used = this.#used;
    // Other windows write too: count again from time to time.
    if (used !== undefined && used.bytes + size <= capacity * full && used.fresh + size <= capacity / 16) {
      used.bytes += size;
      used.fresh += size;
      return;
    }
    const entries = [...(await this.#storage.list(folder))];
    let bytes = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (bytes + size > capacity * full) {
      entries.sort((a, b) => a.modified - b.modified);
      for (const entry of entries) {
        if (bytes + size <= capacity * cleared) break;
        await this.#storage.remove(entry.name);
        bytes -= entry.size;
      }
    }
    this.#used = { bytes: bytes + size, fresh: size };
  }

  #touch(name: string): void {
    if (this.#touched.has(name)) return;
    this.#touched.set(name, true);
    this.#storage.touch(`${folder}/${name}`).catch((error: unknown) => this.#log.debug(messageOf(error)));
  }
}

/** The name of what is known by a sha: spread over folders, as git does. */
export function objectName(kind: 'blob' | 'tree' | 'commit' | 'paths', sha: string): string {
  return `${kind}/${sha.slice(0, 2)}/${sha.slice(2)}`;
}
