import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { grantedSession, personalSession } from '../../../../src/domain/session/identify.ts';
import { FakeFetch, type Given } from '../../../kit/fakeFetch.ts';
import { rejection } from '../../../kit/rejection.ts';
import { aHost } from '../../../kit/sessions.ts';

const client = { authUrl: 'https://auth.test', clientId: 'id', clientSecret: 'a secret', redirectUri: undefined };
const { signal } = new AbortController();

describe('personalSession and grantedSession', () => {
  const personal = (given: Given) =>
    personalSession({ fetch: new FakeFetch(() => given).fetch, log: silent }, aHost(), 'a-token', ['b', 'a'], signal);
  const granted = (given: Given) => {
    const grant = { client, code: 'the-code', redirectUri: 'x://y', scopes: [] };
    return grantedSession({ fetch: new FakeFetch(() => given).fetch, log: silent }, aHost(), grant, signal);
  };

  it('return a session with the login of the token', async () => {
    const session = await personal({ body: { login: 'alice' } });
    assert.deepEqual([session.login, session.kind, session.refreshToken], ['alice', 'personal', undefined]);
  });

  it('throw tokenRefused only if the host rejects the token', async () => {
    assert.equal((await rejection(personal({ status: 401, body: {} }), 'signedOut')).reason, 'tokenRefused');
    await rejection(personal({ status: 403, body: { error_message: 'no scopes' } }), 'forbidden');
  });

  it('distinguish a refused code from a refused client and from other failures', async () => {
    const no = (body: object): Given => ({ status: 400, body });
    assert.equal((await rejection(granted(no({ error: 'invalid_grant' })))).reason, 'codeRefused');
    assert.equal((await rejection(granted(no({ error_message: 'wrong client' })))).reason, 'clientRefused');
    assert.equal((await rejection(granted(no({})))).reason, 'codeRefused');
    await rejection(granted({ status: 429, body: { error_code: 429 } }), 'throttled');
    await rejection(granted({ body: { scope: 'x' } }), 'unreadable');
  });
});
