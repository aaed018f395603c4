import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { RemoteRepositories } from '../../../../src/domain/repositories/remoteRepositories.ts';
import { hostId, session } from '../../../kit/remoteFiles.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

const name = { host: hostId, owner: 'alice', repo: 'samples' };
const file = '.vscode/settings.json';

describe('A host whose API address changes', () => {
  const services: Service[] = [];

  beforeEach(async () => {
    for (const text of ['{"own": 1}', '{"evil": 1}']) {
      const service = await startService();
      services.push(service);
      await service.act({ do: 'push', repository: 'alice/samples', branch: 'main', files: { [file]: text } });
    }
  });
  afterEach(async () => {
    for (const service of services.splice(0)) {
      assert.deepEqual(service.violations, []);
      await service.close();
    }
  });

  it('is read anew at each address, and never from what the other one answered', async () => {
    const storage = memoryStorage();
    const texts: string[] = [];
    const [own, other] = services;
    for (const service of [own, other, own]) {
      const { repositories, objects } = session(service ?? assert.fail(), { storage });
      const remote = repositories.at({ ...name, ref: undefined });
      texts.push(new TextDecoder().decode(await remote.read(file)));
      await remote.flush();
      await objects.flush();
    }
    assert.deepEqual(texts, ['{"own": 1}', '{"evil": 1}', '{"own": 1}']);
  });

  it('is read anew in a window that is open, and what was opened before asks the new address nothing', async () => {
    const storage = memoryStorage();
    const sessions = services.map((service) => session(service, { storage }));
    let [now = assert.fail()] = sessions;
    const connections = { ...now.connections, host: () => now.connections.host(hostId), connect: () => now.connect() };
    const repositories = new RemoteRepositories({ connections, storage, objects: now.objects, log: silent });
    const before = repositories.at({ ...name, ref: 'main' });
    const read = async (): Promise<string> =>
      new TextDecoder().decode(await repositories.at({ ...name, ref: 'main' }).read(file));
    assert.equal(await read(), '{"own": 1}');
    now = sessions[1] ?? assert.fail();
    const sent = services[1]?.requests.length;
    assert.equal((await rejection(before.checkNow({}))).kind, 'missing');
    assert.deepEqual([services[1]?.requests.length, repositories.all()], [sent, []]);
    assert.equal(await read(), '{"evil": 1}');
    now = sessions[0] ?? assert.fail();
    assert.equal(await read(), '{"own": 1}');
    await repositories.forget(hostId);
    assert.deepEqual(repositories.all(), []);
  });
});
