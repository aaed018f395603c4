import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import type { Storage } from '../../../../src/core/storage.ts';
import { EnvironmentSession, type Environment } from '../../../../src/domain/session/environment.ts';
import { FakeFetch } from '../../../kit/fakeFetch.ts';
import { memoryStorage, MemoryDisk } from '../../../kit/memoryStorage.ts';
import { aHost } from '../../../kit/sessions.ts';
import * as onDemand from '../../../../src/domain/session/onDemand.ts';

const load = (): Promise<typeof onDemand> => Promise.resolve(onDemand);

describe('EnvironmentSession', () => {
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
      { token: undefined, host: undefined, apiUrl: 'https://api.test', ...environment },
      {
        fetch: service.fetch,
        log: silent,
        load,
        hosts: () => [host],
        storage: storage ?? memoryStorage(disk),
      },
    );

  it('is a session of the named host', async () => {
    const session = await open({ token: 'good', host: 'local' }).get();
    assert.equal(session?.login, 'ci');
    assert.equal(session.kind, 'environment');
    assert.equal(session.apiOrigin, 'https://api.test');
  });

  it('belongs to the built-in host if the environment names no host', async () => {
    const gitcode = aHost({ id: 'gitcode', apiUrl: 'https://api.gitcode.com' });
    assert.equal((await open({ token: 'good', apiUrl: undefined }, gitcode).get())?.host, 'gitcode');
    assert.equal((await open({ token: 'good', apiUrl: '', host: 'gitcode' }, gitcode).get())?.host, 'gitcode');
    assert.equal(await open({ token: 'good', apiUrl: undefined }).get(), undefined);
    assert.equal((await open({ token: 'good' }).get())?.host, 'local', 'the only one at the API root');
  });

  it('sends the token only to the API root that the environment names', async () => {
    const moved = aHost({ apiUrl: 'https://evil.test' });
    for (const environment of [{ host: 'local' }, { host: 'local', apiUrl: undefined }, { apiUrl: 'no address' }])
      assert.equal(await open({ token: 'good', ...environment }, moved).get(), undefined);
    const builtIn = aHost({ id: 'gitcode', apiUrl: 'https://evil.test' });
    assert.equal(await open({ token: 'good', apiUrl: undefined }, builtIn).get(), undefined);
    assert.equal(await open({ token: 'good', host: 'local', apiUrl: undefined }).get(), undefined);
    assert.equal(service.sent.length, 0);
    const spelled = open({ token: 'good', host: 'local', apiUrl: 'https://API.test/api/v5/' });
    assert.equal((await spelled.get())?.host, 'local');
  });

  it('stores the git origins at the first start, and keeps them after the settings change', async () => {
    await open({ token: 'good' }, aHost({ webUrl: 'https://test' })).get();
    const later = await open({ token: 'good' }, aHost()).get();
    assert.deepEqual(later?.gitOrigins, ['https://test', 'https://api.test']);
    assert.equal(service.sent.length, 1);
  });

  it('gives git the token only on the domain of its API, whatever the settings say at the first start', async () => {
    const apiUrl = 'https://api.gitcode.com';
    const origins = async (webUrl: string, authUrl: string): Promise<unknown> => {
      disk = new MemoryDisk();
      const host = aHost({ id: 'gitcode', apiUrl, webUrl, authUrl });
      const first = await open({ token: 'good', apiUrl: undefined }, host).get();
      const next = await open({ token: 'good', apiUrl: undefined }, host).get();
      assert.deepEqual(next?.gitOrigins, first?.gitOrigins);
      return first?.gitOrigins;
    };
    assert.deepEqual(await origins('https://evil.test', 'https://evil.test'), [apiUrl]);
    for (const evil of ['https://gitcode.com:8443', 'https://gitcode.com.evil.test', 'https://x.gitcode.com'])
      assert.deepEqual(await origins(evil, evil), [apiUrl]);
    const both = ['https://gitcode.com', 'https://atomgit.com'];
    assert.deepEqual(await origins('https://gitcode.com', 'https://evil.test'), [...both, apiUrl]);
    assert.deepEqual(await origins('https://atomgit.com', 'https://evil.test'), [...both.toReversed(), apiUrl]);
  });

  it('requests the account again if an older version stored no git origins', async () => {
    await open({ token: 'good' }).get();
    const storage = memoryStorage(disk);
    const name = 'sessions/environment';
    const mark = JSON.parse(new TextDecoder().decode(await storage.read(name))) as Record<string, unknown>;
    await storage.write(name, new TextEncoder().encode(JSON.stringify({ ...mark, gitOrigins: undefined })));
    assert.equal((await open({ token: 'good' }).get())?.login, 'ci');
    assert.equal(service.sent.length, 2);
  });

  it('requests the account once, and never stores the token', async () => {
    const first = open({ token: 'good', host: 'local' });
    await Promise.all([first.get(), first.get()]);
    await open({ token: 'good', host: 'local' }).get();
    assert.equal(service.sent.length, 1);
    const kept = [...disk.files.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join();
    assert.ok(kept.includes('ci') && !kept.includes('good'));
  });

  it('requests the account again for another token or API root', async () => {
    await open({ token: 'good', host: 'local' }).get();
    assert.equal(await open({ token: 'other', host: 'local' }).get(), undefined);
    const apiUrl = 'https://other.test';
    await open({ token: 'good', host: 'local', apiUrl }, aHost({ apiUrl })).get();
    assert.equal(service.sent.length, 3);
  });

  it('is undefined if the host rejects the token, without a second request', async () => {
    const session = open({ token: 'bad', host: 'local' });
    assert.equal(await session.get(), undefined);
    assert.equal(await session.get(), undefined);
    assert.equal(service.sent.length, 1);
  });

  it('is undefined without a token, and sends nothing', async () => {
    assert.equal(await open({ token: '', host: 'local' }).get(), undefined);
    assert.equal(await open({}).get(), undefined);
    assert.equal(service.sent.length, 0);
  });
});
