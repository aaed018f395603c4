import assert from 'node:assert/strict';
import { Blobs } from '../../../../src/domain/objects/blobs.ts';
import { blobSha } from '../../../../src/domain/objects/gitSha.ts';
import { HeldAnswers } from '../../../kit/heldAnswers.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked, hostId, session } from '../../../kit/remoteFiles.ts';
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

describe('Blobs', () => {
  const service = suiteService();
  const place = { path: 'data.bin', ref: 'main' };
  let bytes: Buffer<ArrayBuffer>;
  let sha: string;
  let address: string | undefined;
  before(async () => {
    const { api } = await session(service).connect();
    const file = await api.files.content({ owner: 'alice', repo: 'samples', ...place });
    if (!('path' in file)) assert.fail('data.bin is a file');
    bytes = Buffer.from(file.content ?? '', 'base64');
    sha = await blobSha(bytes);
    address = file.download_url;
  });

  const start = () => {
    const { objects, connect } = session(service);
    const blobs = new Blobs(objects.of(hostId, service.url));
    const source = { host: hostId, owner: 'alice', repo: 'samples', connect };
    const load = async (reading = {}, name = sha): Promise<Buffer> =>
      Buffer.from(await blobs.load(source, name, place, reading));
    return { blobs, load };
  };
  const answer = (operation: string, json: object): void =>
    service.fail({ operation, fault: { kind: 'answer', status: 200, json } });

  it('loads for a reader with a larger limit what is too large for another one at the same time', async () => {
    const { load } = start();
    const small = rejection(load({ limit: 10 }), 'unreadable');
    const large = load();
    assert.equal((await small).reason, 'tooLarge');
    assert.deepEqual(await large, bytes);
  });

  it('takes the content by path if the blob comes without it', async () => {
    answer('files.blob', { sha, size: bytes.length });
    assert.deepEqual(await asked(service, async () => assert.deepEqual(await start().load(), bytes)), [
      'files.blob',
      'files.content',
    ]);
  });

  it('keeps the limit for a download, with its size told before or not, and tells the progress', async () => {
    answer('files.blob', { sha });
    for (const size of [bytes.length, undefined]) {
      answer('files.content', { sha, path: place.path, size, download_url: address });
      const { load } = start();
      assert.equal((await rejection(load({ limit: bytes.length - 1 }), 'unreadable')).reason, 'tooLarge');
      let received = 0;
      const onProgress = (now: number): void => void (received = now);
      assert.deepEqual(await load({ limit: bytes.length, onProgress }), bytes);
      assert.equal(received, bytes.length);
      service.heal('files.content');
    }
  });

  it('reads an empty file whose size is not told', async () => {
    const { blobs, load } = start();
    const empty = await blobSha(new Uint8Array());
    answer('files.blob', { sha: empty, content: '', encoding: 'base64' });
    assert.equal((await load({}, empty)).length, 0);
    assert.equal(blobs.size(empty), 0);
  });

  it('caches what the service names in its own way under the sha of the bytes', async () => {
    const { blobs, load } = start();
    answer('files.blob', { sha: 'own-name', content: bytes.toString('base64'), encoding: 'base64' });
    assert.deepEqual(await load({}, 'own-name'), bytes);
    assert.deepEqual([await blobs.findSize(sha), await blobs.findSize('own-name')], [bytes.length, undefined]);
  });
});
