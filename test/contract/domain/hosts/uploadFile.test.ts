import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { lacksUploads, nameIn, uploadFile, type Uploaded } from '../../../../src/domain/hosts/uploadFile.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

describe('An upload for a text', () => {
  const clients = Clients.ofSuite();
  let features: HostFeatures;
  beforeEach(() => {
    features = new HostFeatures(memoryStorage());
    clients.service.clear();
  });

  const place = async () => ({
    connection: await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo: 'website' },
  });
  const upload = async (name: string, text = 'text', options = {}): Promise<Uploaded> =>
    await uploadFile(features, await place(), new File([text], name), options);
  const sent = (): readonly string[] =>
    clients.service.requests.flatMap(({ operation }) => (operation.startsWith('uploads.') ? [operation] : []));

  it('is a picture or a link, with its name as the text and its progress', async () => {
    let progress = 0;
    const picture = await upload('a [1].png', 'x'.repeat(200_000), { onSent: (bytes: number) => (progress = bytes) });
    assert.equal(picture.markdown, `![a \\[1\\].png](${picture.url})`);
    assert.equal(await (await fetch(picture.url)).text(), 'x'.repeat(200_000));
    assert.ok(progress >= 200_000);
    const log = await upload('log (1).txt');
    assert.equal(log.markdown, `[log (1).txt](${log.url})`);
    assert.match(log.url, /log%20%281%29\.txt$/);
    assert.equal(await (await fetch(log.url)).text(), 'text');
    assert.deepEqual(sent(), ['uploads.picture', 'uploads.file']);
    for (const name of ['__init__.py', 'my_file.txt', '~a~ `b` \\ *c*.txt', '](x) <b>.txt', '名_.txt']) {
      const { markdown } = await upload(name);
      assert.equal(nameIn(markdown), name);
      assert.equal(markdown.includes(`[${name}]`), name === 'my_file.txt', markdown);
    }
    assert.equal(nameIn((await upload('a\u202egnp.txt')).markdown), 'a gnp.txt');
  });

  it('links only to the host itself, whatever address it answers', async () => {
    for (const fileUpload of ['path', 'elsewhere'] as const) {
      clients.habit({ fileUpload });
      const { url } = await upload('a.png');
      assert.ok(url.startsWith(`${clients.service.url}/raw/uploads/`), url);
    }
  });

  it('says that a file is too large, or was not stored', async () => {
    assert.equal((await rejection(upload('a.png', 'x'.repeat(20_000_001)), 'invalid')).reason, 'uploadTooLarge');
    assert.deepEqual(sent(), []);
    clients.habit({ fileUploadLimit: 3 });
    assert.equal((await rejection(upload('a.txt'), 'invalid')).reason, 'hostTooLarge');
    clients.service.calm();
    clients.habit({ fileUpload: 'not stored' });
    assert.equal((await rejection(upload('a.txt'), 'refused')).reason, 'notUploaded');
    clients.service.fail({ operation: 'uploads.file', fault: { kind: 'error', status: 415 }, times: 1 });
    assert.equal((await rejection(upload('a.exe'), 'invalid')).reason, 'uploadType');
    assert.equal(sent().length, 3);
  });

  it('is not sent again after a lost answer or a limit, and says that the file may be there', async () => {
    clients.service.fail({ operation: 'uploads.*', fault: { kind: 'reset', at: 'headers', done: true } });
    assert.equal((await rejection(upload('a.png'), 'unreachable')).reason, 'maybeUploaded');
    clients.service.heal();
    clients.service.fail({ operation: 'uploads.*', fault: { kind: 'throttled', seconds: 1 } });
    assert.notEqual((await rejection(upload('a.png'), 'throttled')).reason, 'maybeUploaded');
    assert.equal(sent().length, 2);
  });

  it('is asked of a host without it once, and a picture goes as a file to a host without pictures', async () => {
    const { host } = (await place()).connection;
    clients.service.set({ operation: 'uploads.picture', habits: { optionalOperations: '404' } });
    assert.match((await upload('a.png')).markdown, /^!\[a\.png\]/);
    assert.match((await upload('a.png')).markdown, /^!\[a\.png\]/);
    assert.deepEqual(sent(), ['uploads.picture', 'uploads.file', 'uploads.file']);
    assert.equal(await lacksUploads(features, host), false);
    features = new HostFeatures(memoryStorage());
    clients.habit({ optionalOperations: '404' });
    clients.service.clear();
    await rejection(upload('a.png'), 'unsupported');
    assert.equal(await lacksUploads(features, host), true);
    await rejection(upload('b.txt'), 'unsupported');
    assert.deepEqual(sent(), ['uploads.picture', 'uploads.file']);
  });
});
