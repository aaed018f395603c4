import assert from 'node:assert/strict';
import { limitedToken } from '../../service/data/people.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { api, record, visitor } from './visitor.ts';

describe('local service: OAuth', () => {
  let service: Service;
  before(async () => (service = await startService()));
  after(() => service.close());
  afterEach(() => service.reset());

  const request = (more: Record<string, string> = {}): URLSearchParams =>
    new URLSearchParams({
      client_id: service.clientId,
      redirect_uri: 'http://127.0.0.1:51789/callback',
      response_type: 'code',
      scope: 'all_user all_projects',
      state: 'a+b&c=d',
      ...more,
    });

  async function decide(decision: string, more?: Record<string, string>): Promise<URL> {
    const body = request({ login: 'carol', decision, ...more });
    const { headers, status } = await visitor(service, undefined)('/oauth/authorize', { method: 'POST', body });
    assert.equal(status, 302);
    return new URL(headers.get('location') ?? '');
  }

  const exchange = (fields: Record<string, string>, headers?: Record<string, string>) =>
    visitor(service, undefined)('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id: service.clientId, client_secret: service.clientSecret, ...fields }),
      ...(headers === undefined ? {} : { headers }),
    });

  it('shows a page with the accounts, and grants a code that is valid once', async () => {
    const page = await visitor(service, undefined)(`/oauth/authorize?${request().toString()}`);
    assert.match(page.text, /<button name="decision" value="grant">Grant<\/button>/);
    assert.match(page.text, /value="xiaoming"/);
    assert.ok(!page.text.includes('<b>Bold'), 'names are escaped');
    const back = await decide('grant');
    assert.equal(back.searchParams.get('state'), 'a+b&c=d');
    const grant = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '' };
    const token = record((await exchange(grant)).json);
    assert.deepEqual(Object.keys(token), ['access_token', 'expires_in', 'refresh_token', 'scope', 'created_at']);
    assert.equal(token.scope, 'all_user all_projects');
    const me = await visitor(service, undefined)(api('/user'), {
      headers: { authorization: `Bearer ${String(token.access_token)}` },
    });
    assert.equal(record(me.json).login, 'carol');
    const again = await exchange(grant);
    assert.deepEqual([again.status, record(again.json).error], [400, 'invalid_grant']);
  });

  it('redirects with an error after a denial, and redirects nowhere that is not allowed', async () => {
    const back = await decide('deny');
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('state'), 'a+b&c=d');
    const ask = visitor(service, undefined);
    for (const redirect_uri of ['https://evil.example/callback', 'javascript:alert(1)', 'nothing'])
      assert.equal((await ask(`/oauth/authorize?${request({ redirect_uri }).toString()}`)).status, 400);
    const editor = await decide('grant', { redirect_uri: 'code-oss://sourcehost.sourcehost/callback?windowId=1' });
    assert.equal(editor.searchParams.get('windowId'), '1');
    service.set({ habits: { redirects: 'registered' } });
    const strict = request({ redirect_uri: 'http://127.0.0.1:1234/callback' });
    assert.equal((await ask(`/oauth/authorize?${strict.toString()}`)).status, 400);
  });

  it('requires the client secret, and does not read JSON', async () => {
    const code = (await decide('grant')).searchParams.get('code') ?? '';
    assert.equal((await exchange({ code, client_secret: 'wrong' })).status, 401);
    const json = {
      grant_type: 'authorization_code',
      code,
      client_id: service.clientId,
      client_secret: service.clientSecret,
    };
    assert.equal((await visitor(service, undefined)('/oauth/token', { method: 'POST', json })).status, 401);
    assert.equal((await exchange({ code })).status, 200);
  });

  it('lets tokens expire, and restricts a token without the scope', async () => {
    service.set({ habits: { expiresIn: 0 } });
    const code = (await decide('grant')).searchParams.get('code') ?? '';
    const token = record((await exchange({ code })).json);
    const as = (value: string) => (path: string) =>
      visitor(service, undefined)(path, { headers: { authorization: `Bearer ${value}` } });
    assert.equal((await as(String(token.access_token))(api('/user'))).status, 401);
    const limited = as(limitedToken);
    assert.equal((await limited(api('/user'))).status, 200);
    const refused = await limited(api('/user/repos'));
    assert.deepEqual([refused.status, record(refused.json).error_code], [400, 403]);
    assert.match(String(record(refused.json).error_message), /^no scopes:/);
  });
});
