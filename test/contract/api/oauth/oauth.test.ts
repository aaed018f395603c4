import assert from 'node:assert/strict';
import { authorizeAddress, exchangeCode, refreshToken, type OAuthClient } from '../../../../src/api/oauth/oauth.ts';
import { createPkce } from '../../../../src/api/oauth/pkce.ts';
import { rejection } from '../../../kit/rejection.ts';
import { Clients } from '../../kit/clients.ts';

describe('OAuth at the service', () => {
  const redirectUri = 'http://127.0.0.1:51789/callback';
  const { signal } = new AbortController();
  const clients = Clients.ofSuite();
  let client: OAuthClient;
  before(() => {
    const { url, clientId, clientSecret } = clients.service;
    client = { authUrl: url, clientId, clientSecret };
  });

  /** Opens the authorize address like a browser, chooses carol, and grants or denies access. */
  async function callback(
    decision: 'grant' | 'deny',
    more: Partial<OAuthClient> = {},
    challenge?: string,
  ): Promise<URL> {
    const address = authorizeAddress(
      { ...client, ...more },
      { redirectUri, scopes: ['all_user', 'all_issue'], state: 'a+b&c', challenge },
    );
    const page = await fetch(address);
    assert.equal(page.status, 200);
    const body = new URLSearchParams({
      ...Object.fromEntries(new URL(address).searchParams),
      login: 'carol',
      decision,
    });
    const answer = await fetch(`${client.authUrl}/oauth/authorize`, { method: 'POST', body, redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }
  const exchange = (code: string, more: Partial<OAuthClient> = {}) =>
    exchangeCode(clients.fetch, { ...client, ...more }, { code, redirectUri }, signal);
  const whose = async (token: string) => {
    const credentials = { token: () => Promise.resolve(token), renew: () => Promise.resolve(undefined) };
    return (await clients.as(undefined, { credentials }).users.self({})).login;
  };

  it('gets a token from the authorize page with either form of the root', async () => {
    for (const authUrl of [client.authUrl, `${client.authUrl}/oauth/`]) {
      const back = await callback('grant', { authUrl });
      assert.equal(`${back.origin}${back.pathname}`, redirectUri);
      assert.equal(back.searchParams.get('state'), 'a+b&c');
      const token = await exchange(back.searchParams.get('code') ?? '', { authUrl });
      assert.deepEqual([token.scope, token.expires_in], ['all_user all_issue', 1_296_000]);
      assert.equal(await whose(token.access_token), 'carol');
    }
  });

  it('rejects a code with a missing or wrong PKCE verifier', async () => {
    const { verifier, challenge } = await createPkce();
    for (const given of [undefined, (await createPkce()).verifier]) {
      const code = (await callback('grant', {}, challenge)).searchParams.get('code') ?? '';
      const refused = exchangeCode(clients.fetch, client, { code, redirectUri, verifier: given }, signal);
      assert.equal((await rejection(refused, 'signedOut')).reason, 'codeRefused');
    }
    const code = (await callback('grant', {}, challenge)).searchParams.get('code') ?? '';
    const token = await exchangeCode(clients.fetch, client, { code, redirectUri, verifier }, signal);
    assert.equal(await whose(token.access_token), 'carol');
  });

  it('distinguishes a used code from a wrong client', async () => {
    const code = (await callback('grant')).searchParams.get('code') ?? '';
    assert.equal((await rejection(exchange(code, { clientSecret: 'wrong-secret' }))).reason, 'clientRefused');
    await exchange(code);
    const again = await rejection(exchange(code), 'signedOut');
    assert.equal(again.reason, 'codeRefused');
  });

  it('renews with or without a new refresh token, until the grant is revoked', async () => {
    const first = await exchange((await callback('grant')).searchParams.get('code') ?? '');
    const renew = (token: string | undefined) => refreshToken(clients.fetch, client, token ?? '', signal);
    const second = await renew(first.refresh_token);
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal(await whose(second.access_token), 'carol');
    await rejection(whose(first.access_token), 'signedOut');
    await rejection(renew(first.refresh_token), 'signedOut');
    clients.service.set({ habits: { rotation: false } });
    const third = await renew(second.refresh_token);
    assert.equal(third.refresh_token, undefined);
    assert.equal(await whose((await renew(second.refresh_token)).access_token), 'carol');
  });

  it('throws other failures than signedOut for a renewal without an answer about the grant', async () => {
    const first = await exchange((await callback('grant')).searchParams.get('code') ?? '');
    const renew = () => refreshToken(clients.fetch, client, first.refresh_token ?? '', signal);
    for (const [fault, kind] of [
      [{ kind: 'error', status: 500 }, 'broken'],
      [{ kind: 'html', status: 502 }, 'broken'],
      [{ kind: 'throttled', seconds: 60 }, 'throttled'],
      [{ kind: 'truncated' }, 'unreadable'],
      [{ kind: 'reset', at: 'headers' }, 'unreachable'],
      [{ kind: 'redirect', to: 'https://example.org/' }, 'refused'],
    ] as const) {
      clients.service.fail({ operation: 'oauth.token', fault, times: 1 });
      await rejection(renew(), kind);
    }
  });
});
