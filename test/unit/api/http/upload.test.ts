import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { BodySource } from '../../../../src/api/http/fetch.ts';
import { fakeApi, token } from '../../../kit/fakeApi.ts';
import { bytesOf } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const content = (text: string): BodySource => ({ size: text.length, stream: () => bytesOf(text, 4) });
const grant = {
  url: 'https://storage.test/a.zip?signature=0123456789abcdef',
  headers: { 'x-credential': 'credential-0123456789', 'Content-Type': 'application/zip' },
};

describe('Api.upload', () => {
  it('sends the bytes with exactly the granted headers, without the token', async () => {
    const { api, net } = fakeApi(() => ({ status: 201 }));
    const seen: [number, number][] = [];
    await api.upload(grant, content('0123456789'), { onProgress: (sent, total) => seen.push([sent, total]) });
    assert.deepEqual(net.last.headers, grant.headers);
    assert.equal(net.last.method, 'PUT');
    assert.equal(net.last.url, grant.url);
    assert.equal(net.last.body, '0123456789');
    assert.deepEqual(seen, [
      [4, 10],
      [8, 10],
      [10, 10],
      [10, 10],
    ]);
  });

  it('drops granted Authorization, Cookie and Host headers for an origin other than the API', async () => {
    const own = { authorization: 'Basic YTpi', COOKIE: 'a=b', Host: 'other.test', 'Proxy-Authorization': 'Basic YTpi' };
    const headers = { ...own, 'x-obs-signature': 'signature-0123456789' };
    const { api, net, log } = fakeApi(() => ({ status: 200 }), { apiUrl: 'https://api.test' });
    await api.upload({ ...grant, headers }, content('x'));
    assert.deepEqual(net.last.headers, { 'x-obs-signature': 'signature-0123456789' });
    assert.ok(log.lines.some((line) => /without the granted headers authorization, cookie, host, proxy/.test(line)));
    await api.upload({ url: 'https://api.test/upload', headers }, content('x'));
    assert.deepEqual(net.last.headers, headers);
  });

  it('accepts a private address if the API has a private address', async () => {
    const { api, net } = fakeApi(() => ({ status: 200 }), { apiUrl: 'https://10.0.0.1' });
    await api.upload({ ...grant, url: 'https://10.0.0.2/a' }, content('x'));
    await rejection(api.upload({ ...grant, url: 'https://127.0.0.1/a' }, content('x')), 'refused');
    assert.equal(net.sent.length, 1);
  });

  for (const url of [
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:127.0.0.1]/',
    'https://a.localhost/',
    'https://localhost./',
    'http://storage.test/',
    'https://127.0.0.1/',
    'ftp://storage.test/',
    'file:///etc/passwd',
    'data:text/plain,x',
    '//storage.test/',
    'https://localhost/',
    'http://[::1]/',
    'http://[',
    'https://u:p@storage.test/',
  ]) {
    it(`rejects ${url}`, async () => {
      const { api, net } = fakeApi(() => ({ status: 201 }));
      await rejection(api.upload({ ...grant, url }, content('x')), 'refused');
      assert.equal(net.sent.length, 0);
    });
  }

  it('accepts another port of localhost if the API is on localhost', async () => {
    const { api, net } = fakeApi(() => ({ status: 200 }), { apiUrl: 'http://127.0.0.1:1' });
    await api.upload({ ...grant, url: 'http://127.0.0.1:2/a' }, content('x'));
    assert.equal(net.sent.length, 1);
  });

  it('is neither repeated nor redirected', async () => {
    for (const status of [500, 302, 429, 401]) {
      const { api, net } = fakeApi(() => ({ status, headers: { location: 'https://other.test/' } }));
      await rejection(api.upload(grant, content('x')));
      assert.equal(net.sent.length, 1);
    }
  });

  it('throws the message of the storage without the granted secrets', async () => {
    const echo = { error_message: `${grant.headers['x-credential']} at ${grant.url} has expired` };
    const { api, log } = fakeApi(() => ({ status: 403, body: echo }));
    const failure = await rejection(api.upload(grant, content('x')), 'refused');
    assert.equal(failure.serverMessage, '… at … has expired');
    for (const text of [failure.message, failure.stack ?? '', ...log.lines])
      for (const secret of [token, grant.headers['x-credential'], 'signature='])
        assert.ok(!text.includes(secret), text);
  });

  it('ends when it is cancelled, when its source fails and when the storage does not read', async () => {
    const { api } = fakeApi(() => 'hang');
    await rejection(api.upload(grant, content('x'), { signal: AbortSignal.timeout(5) }), 'cancelled');
    const broken: BodySource = {
      size: 9,
      stream: () => new ReadableStream({ pull: (c) => c.error(new Error('disk')) }),
    };
    await rejection(api.upload(grant, broken), 'unreachable');

    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      const stuck = rejection(
        fakeApi(() => me, { fetch: () => new Promise(() => {}) }).api.upload(grant, content('x')),
        'timeout',
      );
      mock.timers.tick(95_000);
      await stuck;
    } finally {
      mock.timers.reset();
    }
  });
});

const me = { body: {} };
