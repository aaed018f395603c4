import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { authorizeAddress, exchangeCode, refreshToken } from '../../../../src/api/oauth/oauth.ts';
import { createPkce } from '../../../../src/api/oauth/pkce.ts';
import type { Failure } from '../../../../src/core/errors.ts';
import { FakeFetch, type Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';

const client = { authUrl: 'https://auth.test', clientId: 'id', clientSecret: 'secret-0123456789' };
const redirect = 'http://127.0.0.1:5000/callback';
const record = {
  access_token: 'at',
  expires_in: '1296000',
  refresh_token: 'rt',
  scope: 'all_user',
};
const { signal } = new AbortController();

function exchange(answer: Given | Error, authUrl = client.authUrl) {
  const net = new FakeFetch(() => answer);
  return {
    net,
    token: exchangeCode(net.fetch, { ...client, authUrl }, { code: 'code-0123456789', redirectUri: redirect }, signal),
  };
}
const refresh = (answer: Given | Error): Promise<Failure> => {
  const net = new FakeFetch(() => answer);
  return rejection(refreshToken(net.fetch, client, 'refresh-0123456789', signal));
};

describe('OAuth', () => {
  it('builds the authorize address for every form of the configured root', () => {
    for (const authUrl of [
      'https://auth.test',
      'https://auth.test/',
      'https://auth.test/oauth',
      'https://auth.test/oauth/',
    ]) {
      const url = new URL(
        authorizeAddress(
          { authUrl, clientId: 'my id' },
          { redirectUri: redirect, scopes: ['all_user', 'all_issue'], state: 's+1' },
        ),
      );
      assert.equal(url.origin + url.pathname, 'https://auth.test/oauth/authorize');
      assert.deepEqual(Object.fromEntries(url.searchParams), {
        client_id: 'my id',
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'all_user all_issue',
        state: 's+1',
      });
      assert.ok(!url.href.includes('+'));
    }
    assert.ok(!authorizeAddress(client, { redirectUri: redirect, scopes: [], state: 's' }).includes('scope'));
  });

  it('exchanges a code for the token record, with all inputs in the form', async () => {
    const { net, token } = exchange({ body: record });
    assert.deepEqual(await token, { ...record, expires_in: 1296000 });
    assert.equal(net.last.url, 'https://auth.test/oauth/token');
    assert.equal(net.last.method, 'POST');
    assert.equal(net.last.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(net.last.body)), {
      grant_type: 'authorization_code',
      code: 'code-0123456789',
      redirect_uri: redirect,
      client_id: 'id',
      client_secret: client.clientSecret,
    });
  });

  it('sends the PKCE challenge with the authorization and the verifier with the exchange', async () => {
    const { verifier, challenge } = await createPkce();
    assert.match(verifier, /^[\w.~-]{43,128}$/);
    assert.equal(challenge, createHash('sha256').update(verifier).digest('base64url'));
    assert.notEqual((await createPkce()).verifier, verifier);
    const asked = new URL(authorizeAddress(client, { redirectUri: redirect, scopes: [], state: 's', challenge }));
    assert.equal(asked.searchParams.get('code_challenge'), challenge);
    assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    assert.ok(!asked.href.includes(verifier));
    const net = new FakeFetch(() => ({ status: 400, body: { error: `no: ${verifier}` } }));
    const failure = await rejection(
      exchangeCode(net.fetch, client, { code: 'code-0123456789', redirectUri: redirect, verifier }, signal),
    );
    assert.equal(new URLSearchParams(net.last.body).get('code_verifier'), verifier);
    assert.equal(failure.serverMessage, 'no: …');
  });

  it('renews a token with and without a new refresh token', async () => {
    const net = new FakeFetch(() => ({ body: { access_token: 'at' } }));
    const token = await refreshToken(net.fetch, client, 'rt-0', signal);
    assert.deepEqual([token.access_token, token.refresh_token, token.expires_in], ['at', undefined, undefined]);
    const { grant_type, refresh_token } = Object.fromEntries(new URLSearchParams(net.last.body));
    assert.deepEqual([grant_type, refresh_token], ['refresh_token', 'rt-0']);
  });

  it('reports an ended session only for a definite answer about the grant', async () => {
    const ended = [
      { status: 400, body: { error: 'invalid_grant', error_description: 'used' } },
      { status: 200, body: { error: 'invalid_grant' } },
      { status: 401, body: { message: '401 Unauthorized' } },
      { status: 404, body: { error_code: 404, error_message: 'token not found' } },
    ];
    for (const answer of ended) {
      const failure = await refresh(answer);
      assert.deepEqual([failure.kind, failure.reason], ['signedOut', 'codeRefused'], JSON.stringify(answer));
    }
    const kept: readonly [Given | Error, string][] = [
      [{ status: 500, body: { error: 'invalid_grant' } }, 'broken'],
      [{ status: 429, body: '' }, 'throttled'],
      [{ status: 404, body: '<html>' }, 'missing'],
      [{ status: 302, headers: { location: 'https://other.test' } }, 'refused'],
      [{ status: 200, body: '<html>' }, 'unreadable'],
      [{ status: 200, body: {} }, 'unreadable'],
      [new Error('reset'), 'unreachable'],
    ];
    for (const [answer, kind] of kept) assert.equal((await refresh(answer)).kind, kind, JSON.stringify(answer));
  });

  it('distinguishes a wrong client from a refused code', async () => {
    for (const error of ['invalid_client', 'unauthorized_client']) {
      const failure = await refresh({ status: 401, body: { error, error_description: 'unknown client' } });
      assert.deepEqual(
        [failure.kind, failure.reason, failure.serverMessage],
        ['refused', 'clientRefused', 'unknown client'],
      );
    }
    assert.equal((await refresh({ body: { error: 'access_denied' } })).serverMessage, 'access_denied');
  });

  it('sends a secret only over https or to localhost', async () => {
    for (const authUrl of ['http://auth.test', 'ftp://auth.test', 'nowhere']) {
      const { net, token } = exchange({ body: record }, authUrl);
      assert.equal((await rejection(token, 'refused')).field, 'authUrl');
      assert.equal(net.sent.length, 0);
    }
    await exchange({ body: record }, 'http://127.0.0.1:8080').token;
  });

  it('removes every secret from failures', async () => {
    const failure = await rejection(
      exchange({ status: 400, body: { error: `bad code-0123456789 for ${client.clientSecret}` } }).token,
    );
    assert.equal(failure.serverMessage, 'bad … for …');
    const thrown = await rejection(exchange(new Error(`cannot send ${client.clientSecret}`)).token);
    assert.ok(!`${thrown.message}${thrown.stack ?? ''}`.includes(client.clientSecret));
  });
});
