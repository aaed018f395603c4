import assert from 'node:assert/strict';
import type { Storage } from '../../../src/core/storage.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { rejection } from '../../kit/rejection.ts';
import { asked, session } from '../../kit/remoteFiles.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

const path = 'README.md';

/** A disk on which looking for a blob takes until `release`, from the second look on. */
function slowDisk(): { readonly storage: Storage; readonly release: () => void } {
  const storage = memoryStorage();
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  let looks = 0;
  const read: Storage['read'] = async (name) => {
    const found = await storage.read(name);
    if (!name.includes('/blob/')) return found;
    looks += 1;
    if (looks > 1) await released;
    return found;
  };
  return { storage: { ...storage, read }, release: () => resolve(undefined) };
}

describe('the bytes of a file', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(service.violations, []);
    service.heal();
  });

  it('are asked for once, also by who looked for them while they arrived', async () => {
    const { storage, release } = slowDisk();
    const files = session(service, { storage }).open('alice/website', 'main');
    await files.list('');
    const requests = await asked(service, async () => {
      const first = files.read(path);
      const second = files.read(path);
      const bytes = await first;
      release();
      assert.deepEqual(await second, bytes);
    });
    assert.deepEqual(requests, ['files.blob']);
  });

  it('still arrive where the first who asked gave up', async () => {
    const files = session(service).open('alice/website', 'main');
    await files.list('');
    service.set({ latency: 50 });
    const abort = new AbortController();
    const requests = await asked(service, async () => {
      const first = files.read(path, { signal: abort.signal });
      const second = files.read(path);
      setTimeout(() => abort.abort(), 10);
      await rejection(first, 'cancelled');
      assert.ok((await second).length > 0);
    });
    assert.deepEqual(requests, ['files.blob']);
  });

  it('are given up where everybody did', async () => {
    const files = session(service).open('alice/website', 'main');
    await files.list('');
    service.fail({ operation: 'files.blob', fault: { kind: 'stalled', at: 'headers' } });
    const abort = new AbortController();
    const reads = [1, 2].map(() => rejection(files.read(path, { signal: abort.signal }), 'cancelled'));
    setTimeout(() => abort.abort(), 10);
    await Promise.all(reads);
    service.heal();
    assert.ok((await files.read(path)).length > 0);
  });
});
