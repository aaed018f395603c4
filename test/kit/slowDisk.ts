import type { Storage } from '../../src/core/storage.ts';
import { memoryStorage } from './memoryStorage.ts';

/** A disk on which looking for a `kind` of objects takes until `release`, but for the first `quick` looks. */
export function slowDisk(kind: string, quick: number): { readonly storage: Storage; readonly release: () => void } {
  const storage = memoryStorage();
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  let looks = 0;
  const read: Storage['read'] = async (name) => {
    const found = await storage.read(name);
    if (!name.includes(`/${kind}/`)) return found;
    looks += 1;
    if (looks > quick) await released;
    return found;
  };
  return { storage: { ...storage, read }, release: () => resolve(undefined) };
}
