import assert from 'node:assert/strict';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { removeAttachment } from '../../../../src/domain/releases/attachments.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

const website = { owner: 'alice', repo: 'website' };
const file_name = 'log one.txt';

describe('An attachment of a release', () => {
  let clients: Clients;
  let features: HostFeatures;
  beforeEach(async () => {
    clients = await Clients.start();
    features = new HostFeatures(memoryStorage());
    const api = clients.as('alice');
    await api.releases.create({ ...website, tag_name: 'v9', name: 'Nine', body: '', target_commitish: 'main' });
    for (const name of [file_name, 'kept.txt']) {
      const grant = await api.releases.uploadGrant({ ...website, tag: 'v9', file_name: name });
      await api.upload(grant, new Blob(['text']));
    }
    clients.service.clear();
  });
  afterEach(async () => {
    assert.deepEqual(clients.service.violations, []);
    await clients.close();
  });

  const remove = async (login = 'alice') =>
    await removeAttachment(
      features,
      {
        connection: await session(clients.service, { login, fetch: clients.fetch }).connect(),
        name: { host: 'local', ...website },
      },
      { tag: 'v9', file_name },
      {},
    );
  const attached = async (): Promise<readonly string[]> => {
    const { assets } = await clients.as('alice').releases.byTag({ ...website, tag: 'v9' });
    return assets.filter(({ type }) => type === 'attach').map(({ name }) => name);
  };
  const sent = (): number =>
    clients.service.requests.filter(({ operation }) => operation === 'releaseFiles.remove').length;

  it('is removed, and the others stay', async () => {
    const { assets } = await remove();
    assert.ok(!assets.some(({ name }) => name === file_name));
    assert.deepEqual(await attached(), ['kept.txt']);
    await rejection(remove(), 'missing');
    assert.equal(sent(), 1);
  });

  it('is found to be removed after a lost answer, and reported as kept if the host only said so', async () => {
    const operation = 'releaseFiles.remove';
    clients.service.fail({ operation, times: 1, fault: { kind: 'answer', status: 204 } });
    assert.equal((await rejection(remove(), 'broken')).reason, 'notMade');
    assert.deepEqual(await attached(), [file_name, 'kept.txt']);
    clients.service.fail({ operation, times: 1, fault: { kind: 'reset', at: 'headers', done: true } });
    await remove();
    assert.deepEqual([await attached(), sent()], [['kept.txt'], 2]);
  });

  it('stays where the account may not push, or the host has no operation or no id', async () => {
    await rejection(remove('carol'), 'forbidden');
    clients.habit({ liveFields: false });
    await rejection(remove(), 'unsupported');
    assert.equal(sent(), 1);
    clients.service.calm();
    clients.habit({ optionalOperations: '404' });
    await rejection(remove(), 'unsupported');
    await rejection(remove(), 'unsupported');
    assert.equal(sent(), 2);
    clients.service.calm();
    assert.deepEqual(await attached(), [file_name, 'kept.txt']);
  });
});
