import type { Storage } from '../../src/core/storage.ts';
import { memoryStorage } from './memoryStorage.ts';

/** A disk that delays lookups of a `kind` of objects until `release`, except the first `quick` ones. */
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
