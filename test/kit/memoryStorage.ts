import { cancelled } from '../../src/core/errors.ts';
import { checkName, type Storage } from '../../src/core/storage.ts';

interface Held {
  readonly bytes: Uint8Array<ArrayBuffer>;
  modified: number;
}

/** The state that windows of one profile share. Two `memoryStorage` with the same state are two windows. */
export class MemoryDisk {
  readonly files = new Map<string, Held>();
  readonly locks = new Map<string, Promise<unknown>>();
}

/** Storage in memory with the rules of the storage on disk. */
export function memoryStorage(disk = new MemoryDisk()): Storage {
  const { files, locks } = disk;
  return {
    async read(name) {
      checkName(name);
      const held = files.get(name);
      return Promise.resolve(held && new Uint8Array(held.bytes));
    },
    async write(name, bytes) {
      checkName(name);
      await Promise.resolve();
      files.set(name, { bytes: new Uint8Array(bytes), modified: Date.now() });
    },
    async remove(name) {
      checkName(name);
      await Promise.resolve();
      files.delete(name);
    },
    async touch(name) {
      checkName(name);
      await Promise.resolve();
      const held = files.get(name);
      if (held) held.modified = Date.now();
    },
    async list(folder) {
      if (folder !== '') checkName(folder);
      await Promise.resolve();
      return [...files]
        .filter(([name]) => folder === '' || name.startsWith(`${folder}/`))
        .map(([name, { bytes, modified }]) => ({ name, size: bytes.length, modified }));
    },
    async lock(name, { signal }, work) {
      checkName(name);
      const before = locks.get(name) ?? Promise.resolve();
      const { promise: finished, resolve: release } = Promise.withResolvers<undefined>();
      locks.set(
        name,
        before.then(() => finished),
      );
      try {
        await Promise.race([before, aborted(signal)]);
        return await work();
      } finally {
        release(undefined);
      }
    },
  };
}

/** Rejects when `signal` is aborted, else never settles. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const fail = (): void => reject(cancelled(signal?.reason));
  if (signal?.aborted) fail();
  signal?.addEventListener('abort', fail, { once: true });
  return promise;
}
