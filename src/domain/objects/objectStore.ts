import { LRUCache } from 'lru-cache';
import { SerialQueue } from '../../core/async.ts';
import { entryCache } from '../../core/entryCache.ts';
import { messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { nameSegment, type Storage } from '../../core/storage.ts';
import type { GitObjects } from '../git/gitRepositories.ts';

export interface ObjectStoreOptions {
  readonly storage: Storage;
  /** Largest size on disk in bytes; read at every write. */
  readonly capacity: () => number;
  readonly log: Log;
  /** Objects that git has on this computer. They are read there and never copied into this cache. */
  readonly git?: GitObjects | undefined;
}

export interface HostObjects extends Pick<ObjectStore, 'find' | 'keep' | 'forget'> {
  readonly git?: HostGitObjects | undefined;
}

export interface HostGitObjects {
  readonly read: (sha: string) => ReturnType<GitObjects['read']>;
  readonly stat: (sha: string) => ReturnType<GitObjects['stat']>;
}

const folder = 'objects';
const memory = 24 * 1024 * 1024;
/** Limits the number of small objects, which need more memory than their bytes. */
const mostInMemory = 2_000;
/** Bytes. Larger objects are read from disk each time. */
const largestInMemory = 4 * 1024 * 1024;
/** Share of the capacity at which objects are evicted. The rest is for other windows that write at the same time. */
const full = 0.9;
/** Share of the capacity that is used after an eviction. */
const cleared = 0.7;
/** Share of the capacity; a larger object is not cached. */
const largest = 0.5;

/**
 * Cache of immutable bytes by host and name (`blob/ab/cdef…`), in memory and on disk; the least recently used leave it.
 * The reader verifies them, because a power failure can damage the latest files. Never throws.
 */
export class ObjectStore {
  readonly #storage: Storage;
  readonly #capacity: () => number;
  readonly #log: Log;
  readonly #git: GitObjects | undefined;
  readonly #memory = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    max: mostInMemory,
    maxSize: memory,
    maxEntrySize: largestInMemory,
    sizeCalculation: (bytes) => bytes.length + 100,
  });
  /** Recently read or written names: their modification time on disk is up to date. */
  readonly #touched = entryCache<true>(5_000);
  readonly #unwritten = new Map<string, Uint8Array<ArrayBuffer>>();
  /** `bytes` on disk, of which `fresh` were written since the last count; undefined: not counted yet. */
  #used: { bytes: number; fresh: number } | undefined;
  readonly #writes = new SerialQueue();

  constructor({ storage, capacity, log, git }: ObjectStoreOptions) {
    this.#git = git;
    this.#storage = storage;
    this.#capacity = capacity;
    this.#log = log;
  }

  async find(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const inMemory = this.#memory.get(name) ?? this.#unwritten.get(name);
    if (inMemory !== undefined) return inMemory;
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

  /** Caches `bytes` in memory at once, and on disk in the background in the order of the calls. */
  keep(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#memory.set(name, bytes);
    this.#touched.set(name, true);
    this.#unwritten.set(name, bytes);
    void this.#writes.run(async () => {
      await this.#write(name, bytes);
      if (this.#unwritten.get(name) === bytes) this.#unwritten.delete(name);
    });
  }

  async forget(name: string): Promise<void> {
    this.#memory.delete(name);
    await this.#storage.remove(`${folder}/${name}`).catch((error: unknown) => this.#log.warn(messageOf(error)));
  }

  /** The objects of one host. A host can say which files a commit has, so each API address has its own objects. */
  of(host: string, apiUrl: string): HostObjects {
    const at = (name: string): string => `${nameSegment(host)}/${nameSegment(apiUrl)}/${name}`;
    const git = this.#git;
    return {
      git: git && { read: (sha) => git.read(host, sha), stat: (sha) => git.stat(host, sha) },
      find: (name) => this.find(at(name)),
      keep: (name, bytes) => this.keep(at(name), bytes),
      forget: (name) => this.forget(at(name)),
    };
  }

  async clear(host: string): Promise<void> {
    const within = nameSegment(host);
    await this.flush();
    for (const names of [this.#memory, this.#touched])
      for (const name of [...names.keys()]) if (name.startsWith(`${within}/`)) names.delete(name);
    this.#used = undefined;
    for (const { name } of await this.#storage.list(`${folder}/${within}`)) await this.#storage.remove(name);
  }

  /** Resolves when all objects of earlier `keep` calls are on disk. */
  async flush(): Promise<void> {
    await this.#writes.settled();
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
    // Other windows write too, so the total is counted again from time to time.
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

/** The cache name of a git object, or of a content of Git LFS. Like git, the first two characters of the sha are a folder. */
export function objectName(kind: 'blob' | 'tree' | 'commit' | 'paths' | 'lfs', sha: string): string {
  return `${kind}/${sha.slice(0, 2)}/${sha.slice(2)}`;
}
