import assert from 'node:assert/strict';
import { Clients } from '../../../../src/domain/session/clients.ts';
import { Keyring } from '../../../kit/memorySecrets.ts';
import { aHost } from '../../../kit/sessions.ts';

const client = { clientId: 'id', clientSecret: 'secret', redirectUri: 'http://127.0.0.1:1/x' };

describe('Clients', () => {
  it('stores a client for later windows, and removes it', async () => {
    const keyring = new Keyring();
    await new Clients(keyring.window()).put(aHost(), client);
    const known = await new Clients(keyring.window()).get(aHost());
    assert.deepEqual(known, { ...client, authUrl: 'https://auth.test' });
    await new Clients(keyring.window()).remove('local');
    assert.equal(await new Clients(keyring.window()).get(aHost()), undefined);
  });

  it('returns a client only for the sign-in address that it was stored with', async () => {
    const clients = new Clients(new Keyring().window());
    await clients.put(aHost(), client);
    assert.equal(await clients.get(aHost({ authUrl: 'https://auth.test.evil' })), undefined);
    assert.equal(await clients.get(aHost({ authUrl: 'https://auth.test:1' })), undefined);
    assert.equal(await clients.get(aHost({ id: 'other' })), undefined);
  });

  it('gives settings precedence over the stored client', async () => {
    const clients = new Clients(new Keyring().window());
    await clients.put(aHost(), client);
    assert.equal(await clients.get(aHost({ clientId: 'another' })), undefined);
    const redirectUri = 'vscode://sourcehost.sourcehost/callback';
    assert.equal((await clients.get(aHost({ redirectUri })))?.redirectUri, redirectUri);
  });

  it('keeps a client in memory without a keyring', async () => {
    const keyring = new Keyring();
    keyring.broken = true;
    const clients = new Clients(keyring.window());
    await clients.put(aHost(), client);
    assert.equal((await clients.get(aHost()))?.clientSecret, 'secret');
  });

  it('returns undefined for damaged data', async () => {
    const good = { authUrl: 'https://auth.test', ...client };
    for (const kept of [
      '{',
      '"x"',
      { ...good, authUrl: 'x' },
      { ...good, clientId: 1 },
      { ...good, clientSecret: null },
    ]) {
      const secrets = new Keyring().window();
      await secrets.store('client:local', typeof kept === 'string' ? kept : JSON.stringify(kept));
      assert.equal(await new Clients(secrets).get(aHost()), undefined, JSON.stringify(kept));
    }
    const secrets = new Keyring().window();
    await secrets.store('client:local', JSON.stringify({ ...good, redirectUri: 5 }));
    assert.equal((await new Clients(secrets).get(aHost()))?.redirectUri, undefined);
  });
});
