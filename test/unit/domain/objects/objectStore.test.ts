import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { silent } from '../../../../src/core/log.ts';
import type { Storage } from '../../../../src/core/storage.ts';
import { ObjectStore } from '../../../../src/domain/objects/objectStore.ts';
import { createStorage } from '../../../../src/net/disk/storage.ts';
import { memoryStorage, MemoryDisk } from '../../../kit/memoryStorage.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const bytes = (size: number, value = 1): Uint8Array<ArrayBuffer> => new Uint8Array(size).fill(value);
const used = (disk: MemoryDisk): number => [...disk.files.values()].reduce((sum, held) => sum + held.bytes.length, 0);

describe('ObjectStore', () => {
  it('finds an object after a restart', async () => {
    await using folder = await temporaryFolder();
    const open = (): ObjectStore =>
      new ObjectStore({ storage: createStorage(folder.path), capacity: () => 1e6, log: silent });
    const first = open();
    first.keep('blob/ab/cd', bytes(100, 7));
    await first.flush();
    assert.deepEqual(await open().find('blob/ab/cd'), bytes(100, 7));
    assert.equal(await open().find('blob/ab/ef'), undefined);
  });

  it('never exceeds the capacity and removes the least recently used objects first', async () => {
    const disk = new MemoryDisk();
    const capacity = 100 * kilobyte;
    const options = { storage: memoryStorage(disk), capacity: () => capacity, log: silent };
    const objects = new ObjectStore(options);
    objects.keep('blob/00/first', bytes(kilobyte));
    await objects.flush();
    for (let number = 0; number < 300; number += 1) {
      objects.keep(`blob/01/${number}`, bytes(kilobyte));
      await objects.flush();
      assert.ok(used(disk) <= capacity);
      if (number % 50 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 2));
        // A later session uses it again.
        assert.ok(await new ObjectStore(options).find('blob/00/first'), `after ${number}`);
      }
    }
    assert.equal(await new ObjectStore(options).find('blob/01/0'), undefined);
    assert.ok(await new ObjectStore(options).find('blob/01/299'));
  });

  it('stays within the capacity with two windows that write', async () => {
    const disk = new MemoryDisk();
    const capacity = 200 * kilobyte;
    const windows = [1, 2].map(
      () => new ObjectStore({ storage: memoryStorage(disk), capacity: () => capacity, log: silent }),
    );
    for (let number = 0; number < 400; number += 1) {
      const objects = windows[number % 2];
      objects?.keep(`blob/02/${number}`, bytes(kilobyte));
      await objects?.flush();
      assert.ok(used(disk) <= capacity, `${used(disk)} bytes`);
    }
  });

  it('keeps complete objects and the capacity if a process is killed while it writes', async () => {
    await using folder = await temporaryFolder();
    const [capacity, size] = [4 * 1024 * kilobyte, 64 * kilobyte];
    for (let run = 0; run < 2; run += 1) {
      const child = fork('test/kit/endlessCache.ts', [folder.path, String(capacity), String(size)]);
      let last = -1;
      child.on('message', (number: number) => {
        last = number;
        if (number === 90 + run) child.kill('SIGKILL');
      });
      await once(child, 'exit');
      const storage = createStorage(folder.path);
      const kept = await storage.list('objects');
      assert.ok(kept.reduce((sum, entry) => sum + entry.size, 0) <= capacity);
      const objects = new ObjectStore({ storage, capacity: () => capacity, log: silent });
      assert.ok(kept.length > 30);
      for (const { name } of kept) {
        const number = Number(name.split('/').at(-1));
        assert.deepEqual(await objects.find(name.slice('objects/'.length)), bytes(size, number % 251));
      }
      assert.ok(await objects.find(`blob/00/${last}`), 'what was said to be on disk is there');
    }
  });

  it('finds a large object while it is being written', async () => {
    const storage = memoryStorage();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    const slow: Storage = {
      ...storage,
      write: (...args) => released.then(() => storage.write(...args)),
    };
    const objects = new ObjectStore({ storage: slow, capacity: () => 256 * megabyte, log: silent });
    const large = bytes(100 * megabyte);
    objects.keep('blob/aa/large', large);
    assert.equal(await objects.find('blob/aa/large'), large);
    release(undefined);
    await objects.flush();
    assert.equal((await objects.find('blob/aa/large'))?.length, large.length);
  });

  it('does not store an object that is too large for the capacity', async () => {
    const disk = new MemoryDisk();
    const objects = new ObjectStore({ storage: memoryStorage(disk), capacity: () => 10 * kilobyte, log: silent });
    objects.keep('blob/aa/large', bytes(9 * kilobyte));
    await objects.flush();
    assert.equal(disk.files.size, 0);
  });

  it('clears the objects of one host only', async () => {
    const disk = new MemoryDisk();
    const options = { storage: memoryStorage(disk), capacity: () => 1e6, log: silent };
    const objects = new ObjectStore(options);
    for (const host of ['one', 'one.more']) objects.of(host, 'https://api.example').keep('blob/aa/bb', bytes(10));
    await objects.clear('one');
    for (const kept of [objects, new ObjectStore(options)]) {
      assert.equal(await kept.of('one', 'https://api.example').find('blob/aa/bb'), undefined);
      assert.deepEqual(await kept.of('one.more', 'https://api.example').find('blob/aa/bb'), bytes(10));
    }
  });

  it('finds an object that the disk refused, from memory', async () => {
    const storage = memoryStorage();
    const full = {
      ...storage,
      write: () => Promise.reject(new Error('disk full')),
      list: () => Promise.reject(new Error('no')),
    };
    const objects = new ObjectStore({ storage: full, capacity: () => 1e6, log: silent });
    objects.keep('blob/aa/bb', bytes(10));
    await objects.flush();
    assert.deepEqual(await objects.find('blob/aa/bb'), bytes(10));
  });
});
