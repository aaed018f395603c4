import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/errors.ts';
import { checkApi, checkSignInPages, propose, readWebAddress } from '../../../../src/domain/session/hostCheck.ts';
import { FakeFetch, type Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const proposalOf = (text: string, taken: readonly string[] = []): ReturnType<typeof propose> => {
  const url = readWebAddress(text);
  assert.ok(url);
  return propose(url, taken);
};

describe('propose and readWebAddress', () => {
  it('derive the API, sign-in and web roots of a host from a web address', () => {
    const proposal = proposalOf('git.example.org/some/group');
    assert.deepEqual(proposal, {
      id: 'git.example.org',
      name: 'git.example.org',
      webUrl: 'https://git.example.org',
      apiUrls: ['https://api.git.example.org', 'https://git.example.org'],
      authUrl: 'https://git.example.org',
    });
    assert.equal(proposalOf('https://www.gitcode.com').apiUrls[0], 'https://api.gitcode.com');
    assert.equal(proposalOf('https://api.gitcode.com/api/v5').webUrl, 'https://gitcode.com');
    assert.equal(proposalOf('https://api.gitcode.com').apiUrls[0], 'https://api.gitcode.com');
    assert.deepEqual(proposalOf('http://127.0.0.1:8080').apiUrls, ['http://127.0.0.1:8080']);
    assert.deepEqual(proposalOf('http://localhost:8080/x').apiUrls, ['http://localhost:8080']);
    assert.equal(proposalOf('https://git.example.org:8443').authUrl, 'https://git.example.org:8443');
  });

  it('propose an unused id', () => {
    assert.equal(proposalOf('gitcode.com', ['gitcode.com', 'gitcode.com-2']).id, 'gitcode.com-3');
    assert.equal(proposalOf('http://[::1]:8080').id, '1');
    assert.equal(proposalOf('http://[::]:8080').id, 'host');
  });

  it('return undefined for text that is no web address', () => {
    for (const text of ['', ' ', 'ssh://git@x.test', 'file:///etc', 'https://', 'a b']) {
      assert.equal(readWebAddress(text), undefined, text);
    }
  });
});

describe('checkApi', () => {
  const check = (given: Given | Error): Promise<unknown> =>
    checkApi(new FakeFetch(() => given).fetch, 'https://api.test');

  it('accepts an answer that demands a sign-in, with any status', async () => {
    await check({ status: 401, body: { message: '401 Unauthorized' } });
    await check({ status: 403, body: { error_message: 'forbidden' } });
    await check({ status: 404, body: { error_code: 404, error_message: 'token not found' } });
    await check({ status: 400, body: { error_code: 401, error_message: '请先登录' } });
    await check({ status: 200, body: { login: 'alice', id: 1 } });
  });

  it('rejects every other answer as notTheApi', async () => {
    const others: Given[] = [
      { status: 200, body: '<html></html>' },
      { status: 404, body: '<html>openresty</html>' },
      { status: 404, body: { message: '404 Not Found' } },
      { status: 200, body: { name: 'another API' } },
      { status: 302, headers: { location: 'https://login.test' } },
      { status: 401, body: 'Unauthorized' },
    ];
    for (const given of others)
      assert.equal((await rejection(check(given), 'unreadable')).reason, 'notTheApi', JSON.stringify(given));
  });

  it('throws the reason of an unreachable host', async () => {
    const expired = new Failure('unreachable', 'expired', { reason: 'tlsExpired' });
    assert.equal((await rejection(check(expired), 'unreachable')).reason, 'tlsExpired');
    assert.equal((await rejection(check({ status: 503 }))).kind, 'broken');
  });

  it('sends no token, and rejects plain http to another computer without a request', async () => {
    const fake = new FakeFetch(() => ({ status: 401, body: {} }));
    await checkApi(fake.fetch, 'https://api.test');
    assert.equal(fake.last.headers.authorization, undefined);
    assert.equal((await rejection(checkApi(fake.fetch, 'http://api.test'))).reason, 'notSafe');
    assert.equal(fake.sent.length, 1);
  });
});

describe('checkSignInPages', () => {
  it('accepts an error page and a redirect to a login page', async () => {
    for (const status of [200, 302, 400, 401, 422]) {
      const fake = new FakeFetch(() => ({ status, headers: { location: '/login' } }));
      await checkSignInPages(fake.fetch, 'https://auth.test');
    }
  });

  it('throws noSignInPages if the pages do not exist', async () => {
    const fake = new FakeFetch(() => ({ status: 404 }));
    assert.equal((await rejection(checkSignInPages(fake.fetch, 'https://auth.test'))).reason, 'noSignInPages');
    const broken = new FakeFetch(() => ({ status: 502 }));
    const failure = await rejection(checkSignInPages(broken.fetch, 'https://auth.test'), 'broken');
    assert.equal(failure.reason, 'noSignInPages');
  });
});
