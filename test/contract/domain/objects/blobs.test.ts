import assert from 'node:assert/strict';
import { HeldAnswers } from '../../../kit/heldAnswers.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, session } from '../../../kit/remoteFiles.ts';
import { slowDisk } from '../../../kit/slowDisk.ts';
import { until } from '../../../kit/until.ts';
import { suiteService } from '../../kit/suiteService.ts';

const path = 'README.md';

describe('RemoteRef.read', () => {
  const service = suiteService();

  it('requests a blob once for two concurrent reads', async () => {
    const { storage, release } = slowDisk('blob', 1);
    const remote = session(service, { storage }).open('alice/website', 'main');
    await remote.list('');
    const requests = await asked(service, async () => {
      const first = remote.read(path);
      const second = remote.read(path);
      const bytes = await first;
      release();
      assert.deepEqual(await second, bytes);
    });
    assert.deepEqual(requests, ['files.blob']);
  });

  it('continues the request for the second reader after the first one cancelled', async () => {
    const held = new HeldAnswers();
    const remote = session(service, { fetch: held.fetch }).open('alice/website', 'main');
    await remote.list('');
    const abort = new AbortController();
    const requests = await asked(service, async () => {
      const holding = held.hold();
      const first = remote.read(path, { signal: abort.signal });
      const second = remote.read(path);
      const release = await holding;
      abort.abort();
      await rejection(first, 'cancelled');
      release();
      assert.ok((await second).length > 0);
    });
    assert.deepEqual(requests, ['files.blob']);
  });

  it('aborts the request after all readers cancelled', async () => {
    const remote = session(service).open('alice/website', 'main');
    await remote.list('');
    service.fail({ operation: 'files.blob', fault: { kind: 'stalled', at: 'headers' } });
    service.clear();
    const abort = new AbortController();
    const reads = [1, 2].map(() => rejection(remote.read(path, { signal: abort.signal }), 'cancelled'));
    await until(() => service.requests.some(({ operation }) => operation === 'files.blob'));
    abort.abort();
    await Promise.all(reads);
    service.heal();
    assert.ok((await remote.read(path)).length > 0);
  });
});
