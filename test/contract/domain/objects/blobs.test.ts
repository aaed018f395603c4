import assert from 'node:assert/strict';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { slowDisk } from '../../../kit/slowDisk.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

const path = 'README.md';

describe('RemoteRef.read', () => {
  let service: Service;

  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  afterEach(() => {
    assert.deepEqual(service.violations, []);
    service.heal();
  });

  it('requests a blob once for two concurrent reads', async () => {
    const { storage, release } = slowDisk('blob', 1);
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

  it('continues the request for the second reader after the first one cancelled', async () => {
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

  it('aborts the request after all readers cancelled', async () => {
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
