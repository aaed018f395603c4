import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import type { Storage } from '../../../../src/core/storage.ts';
import type { Host } from '../../../../src/domain/hosts.ts';
import { EnvironmentSession, type Environment } from '../../../../src/domain/session/environment.ts';
import { FakeFetch } from '../../../kit/fakeFetch.ts';
import { memoryStorage, MemoryDisk } from '../../../kit/memoryStorage.ts';
import { aHost } from '../../../kit/sessions.ts';

describe('a token of the environment', () => {
  let disk: MemoryDisk;
  let service: FakeFetch;
  beforeEach(() => {
    disk = new MemoryDisk();
    service = new FakeFetch(({ headers }) =>
      headers.authorization === 'Bearer good' ? { body: { login: 'ci' } } : { status: 401, body: {} },
    );
  });

  const open = (environment: Partial<Environment>, host = aHost(), storage?: Storage): EnvironmentSession =>
    new EnvironmentSession(
      { token: undefined, host: undefined, ...environment },
      {
        fetch: service.fetch,
        log: silent,
        host: (id): Host | undefined => (id === host.id ? host : undefined),
        storage: storage ?? memoryStorage(disk),
      },
    );

  it('is a session of its host', async () => {
    const session = await open({ token: 'good', host: 'local' }).get();
    assert.equal(session?.login, 'ci');
    assert.equal(session.kind, 'environment');
    assert.equal(session.apiOrigin, 'https://api.test');
  });

  it('is for the built-in host where no other is named', async () => {
    assert.equal((await open({ token: 'good' }, aHost({ id: 'gitcode' })).get())?.host, 'gitcode');
    assert.equal(await open({ token: 'good' }).get(), undefined);
  });

  it('needs one request ever, and is kept nowhere', async () => {
    const first = open({ token: 'good', host: 'local' });
    await Promise.all([first.get(), first.get()]);
    await open({ token: 'good', host: 'local' }).get();
    assert.equal(service.sent.length, 1);
    const kept = [...disk.files.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join();
    assert.ok(kept.includes('ci') && !kept.includes('good'));
  });

  it('is asked for again where it or its host is another one', async () => {
    await open({ token: 'good', host: 'local' }).get();
    assert.equal(await open({ token: 'other', host: 'local' }).get(), undefined);
    await open({ token: 'good', host: 'local' }, aHost({ apiUrl: 'https://other.test' })).get();
    assert.equal(service.sent.length, 3);
  });

  it('is none where the host cannot be asked; not asked again at once', async () => {
    const session = open({ token: 'bad', host: 'local' });
    assert.equal(await session.get(), undefined);
    assert.equal(await session.get(), undefined);
    assert.equal(service.sent.length, 1);
  });

  it('is none where the variable is empty', async () => {
    assert.equal(await open({ token: '', host: 'local' }).get(), undefined);
    assert.equal(await open({}).get(), undefined);
    assert.equal(service.sent.length, 0);
  });
});
