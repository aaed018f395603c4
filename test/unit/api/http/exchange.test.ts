import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { fakeApi, token } from '../../../kit/fakeApi.ts';
import type { Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const me = { body: { login: 'me' } };
const to = (location: string, status = 302): Given => ({ status, headers: { location }, body: 'moved' });
const branch = { owner: 'o', repo: 'r', refs: 'main', branch_name: 'b' };
const file = { owner: 'o', repo: 'r', tag: 'v1', file_name: 'a.zip' };

describe('redirects', () => {
  it('are followed, with the token within the origin of the API', async () => {
    const { api, net } = fakeApi((_, count) => (count === 1 ? to('/elsewhere?x=1') : me));
    await api.users.self({});
    assert.equal(net.last.url, 'https://api.test/elsewhere?x=1');
    assert.equal(net.last.headers.authorization, `Bearer ${token}`);
  });

  it('drop the token on the way to another origin, even if they lead back', async () => {
    const steps = [to('https://other.test/a'), to('https://api.test/back'), me];
    const { api, net } = fakeApi((_, count) => steps[count - 1]!);
    await api.users.self({});
    assert.deepEqual(
      net.sent.map(({ url, headers }) => [new URL(url).host, headers.authorization]),
      [
        ['api.test', `Bearer ${token}`],
        ['other.test', undefined],
        ['api.test', undefined],
      ],
    );
  });

  it('count as leading to another origin if the port or scheme differs', async () => {
    const { api, net } = fakeApi((_, count) => (count === 1 ? to('http://127.0.0.1:2/a') : me), {
      apiUrl: 'http://127.0.0.1:1',
    });
    await api.users.self({});
    assert.equal(net.last.headers.authorization, undefined);
  });

  for (const location of [
    'http://api.test/a',
    'http://127.0.0.1/a',
    'https://localhost/a',
    'https://localhost./a',
    'https://[::ffff:127.0.0.1]/a',
    'https://192.168.0.1/a',
    'file:///etc/passwd',
    'http://[',
  ]) {
    it(`are rejected to ${location}`, async () => {
      const { api, net } = fakeApi(() => to(location));
      await rejection(api.users.self({}), 'refused');
      assert.equal(net.sent.length, 1);
    });
  }

  it('are rejected if they have no end', async () => {
    const { api, net } = fakeApi(() => to('/again'));
    await rejection(api.users.self({}), 'refused');
    assert.equal(net.sent.length, 6);
  });

  const address = 'https://api.test/api/v5/repos/o/r/branches';
  const statuses = [301, 302, 303, 307, 308];

  it('repeat a change with its method and body in the repository under its new name', async () => {
    for (const status of statuses) {
      const told: unknown[] = [];
      const steps = [to('/api/v5/repos/o/s/branches', status), to('/api/v5/repos/p/s/branches', status)];
      const { api, net } = fakeApi((_, count) => steps[count - 1] ?? { body: { name: 'b' } }, {
        onRenamed: (renaming) => told.push(renaming),
      });
      await api.branches.create(branch);
      assert.deepEqual(
        net.sent.map(({ url, method, body }) => [url, method, body]),
        ['o/r', 'o/s', 'p/s'].map((name) => [address.replace('o/r', name), 'POST', net.sent[0]?.body]),
      );
      assert.deepEqual(told, [{ from: 'o/r', to: 'p/s' }]);
    }
  });

  for (const location of [
    'https://login.test/',
    '/login',
    '/api/v5/repos/o/r/branches',
    '/api/v5/repos/o/s/tags',
    '/api/v5/repos/o/s/branches?page=1',
    '/api/v5/repositories/12/branches',
    '/api/v5/repos/o/s/branches/b',
    '/other/api/v5/repos/o/s/branches',
  ]) {
    it(`are rejected for a change that they lead to ${location}, with this address`, async () => {
      for (const status of statuses) {
        const { api, net } = fakeApi((_, count) => (count === 1 ? to(location, status) : me));
        const failure = await rejection(api.branches.create(branch), status === 303 ? 'unreadable' : 'refused');
        assert.deepEqual(failure.about, [new URL(location, address).href.replace('?page=1', '')]);
        assert.equal(net.sent.length, 1);
      }
    });
  }

  it('are rejected for a change that they lead to another record or other inputs', async () => {
    const at = { owner: 'o', repo: 'r' };
    const other = fakeApi((_, count) => (count === 1 ? to('/api/v5/repos/o/s/labels/other', 308) : me));
    await rejection(other.api.labels.remove({ ...at, name: 'bug' }), 'refused');
    const bare = fakeApi((_, count) => (count === 1 ? to('/api/v5/repos/o/s/labels/bug', 308) : me));
    await rejection(bare.api.labels.edit({ ...at, original_name: 'bug', name: 'fault' }), 'refused');
    assert.deepEqual([other.net.sent.length, bare.net.sent.length], [1, 1]);
  });

  it('are rejected without a Location header', async () => {
    const { api } = fakeApi(() => ({ status: 302 }));
    await rejection(api.webhooks.remove({ owner: 'o', repo: 'r', id: 1 }), 'refused');
  });
});

describe('downloads', () => {
  it('stream their content with its size, and follow a redirect to another site without the token', async () => {
    const { api, net } = fakeApi((_, count) =>
      count === 1 ? to('https://storage.test/a?sig=1') : { body: 'bytes', headers: { 'content-length': '5' } },
    );
    const { size, body } = await api.releases.download(file);
    assert.equal(size, 5);
    assert.equal(await new Response(body).text(), 'bytes');
    assert.equal(net.last.headers.authorization, undefined);
    assert.equal(net.last.headers.accept, '*/*');
  });

  it('have no size if the content is compressed or has no length', async () => {
    for (const headers of [{}, { 'content-length': '5', 'content-encoding': 'gzip' }]) {
      const { api } = fakeApi(() => ({ body: 'bytes', headers }));
      assert.equal((await api.releases.download(file)).size, undefined);
    }
  });

  it('may be empty', async () => {
    const { api } = fakeApi(() => ({ status: 200 }));
    assert.equal(await new Response((await api.releases.download(file)).body).text(), '');
  });

  it('throw the message of the service if they are refused', async () => {
    const { api } = fakeApi(() => ({ status: 404, body: { error_message: 'no such file' } }));
    assert.equal((await rejection(api.releases.download(file), 'missing')).serverMessage, 'no such file');
  });

  it('fail with a Failure if the connection breaks', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const { api } = fakeApi(() => ({ body }));
    const { body: read } = await api.releases.download(file);
    await rejection(read.getReader().read(), 'unreachable');
  });

  it('end when they are cancelled, and release the connection', async () => {
    let released = false;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => void (released = true) });
    const { api } = fakeApi(() => ({ body }));
    const abort = new AbortController();
    const { body: read } = await api.releases.download(file, { signal: abort.signal });
    setTimeout(() => abort.abort(), 5);
    await rejection(read.getReader().read(), 'cancelled');
    assert.ok(released);

    const given = await fakeApi(() => ({
      body: new ReadableStream({ cancel: () => void (released = false) }),
    })).api.releases.download(file);
    await given.body.cancel();
    assert.ok(!released);
  });

  it('time out when no bytes arrive, but not while the reader pauses', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (c) => c.enqueue(new Uint8Array([1])) });
      const { api } = fakeApi(() => ({ body }));
      const reader = (await api.releases.download(file)).body.getReader();
      mock.timers.tick(600_000);
      assert.deepEqual((await reader.read()).value, new Uint8Array([1]));
      mock.timers.tick(600_000);
      const next = rejection(reader.read(), 'timeout');
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      mock.timers.tick(61_000);
      assert.equal((await next).reason, 'stalled');
    } finally {
      mock.timers.reset();
    }
  });
});
