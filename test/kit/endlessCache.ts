// Stores one object after another in the given folder, and prints the stored ones, until it is killed.
import { silent } from '../../src/core/log.ts';
import { ObjectStore } from '../../src/domain/objects/objectStore.ts';
import { createStorage } from '../../src/net/disk/storage.ts';

const [folder = '', capacity = '', size = ''] = process.argv.slice(2);
const objects = new ObjectStore({ storage: createStorage(folder), capacity: () => Number(capacity), log: silent });
for (let number = 0; ; number += 1) {
  objects.keep(`blob/00/${number}`, new Uint8Array(Number(size)).fill(number % 251));
  await objects.flush();
  process.send?.(number);
}
