import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Budget } from '../../../../src/api/throttle/budget.ts';
import { createApi, type Api } from '../../../../src/api/client/client.ts';
import { authorizeAddress } from '../../../../src/api/oauth/oauth.ts';
import { silent } from '../../../../src/core/log.ts';
import { Clients } from '../../../../src/domain/session/clients.ts';
import { grantedSession } from '../../../../src/domain/session/identify.ts';
import type { Session } from '../../../../src/domain/session/session.ts';
import { hostFromSettings } from '../../../../src/domain/session/hostSettings.ts';
import { Renewal } from '../../../../src/domain/session/renewal.ts';
import { Vault } from '../../../../src/domain/session/vault.ts';
import { createNetwork } from '../../../../src/net/http/network.ts';
import * as transports from '../../../../src/net/http/onDemand.ts';
import { createStorage } from '../../../../src/net/disk/storage.ts';
import { Keyring } from '../../../kit/memorySecrets.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import { suiteService } from '../../kit/suiteService.ts';
import * as onDemand from '../../../../src/domain/session/onDemand.ts';

const load = (): Promise<typeof onDemand> => Promise.resolve(onDemand);

const redirectUri = 'http://127.0.0.1:51789/callback';

describe('session at the service', () => {
  const service = suiteService();
  const network = createNetwork({
    load: () => Promise.resolve(transports),
    settings: () => ({ mode: 'undici', strictSSL: true, env: {} }),
    editorFetch: globalThis.fetch,
    log: silent,
  });
  const { fetch } = network;
  after(() => network.dispose());
  beforeEach(() => service.reset());

  const host = (): ReturnType<typeof hostFromSettings> =>
    hostFromSettings({ id: 'local', name: 'Local', apiUrl: service.url, authUrl: service.url });
  const client = (): Parameters<Clients['put']>[1] & { authUrl: string } => {
    const { clientId, clientSecret, url } = service;
    return { clientId, clientSecret, redirectUri, authUrl: url };
  };

  /** Grants or denies access on the page; the query of the redirect. */
  const grant = async (decision: 'grant' | 'deny'): Promise<URLSearchParams> => {
    const address = new URL(authorizeAddress(client(), { redirectUri, scopes: ['all_user'], state: 's' }));
    address.searchParams.set('login', 'alice');
    address.searchParams.set('decision', decision);
    const answer = await globalThis.fetch(`${service.url}/oauth/authorize`, {
      method: 'POST',
      body: address.searchParams,
      redirect: 'manual',
    });
    return new URL(answer.headers.get('location') ?? '').searchParams;
  };

  const signIn = async (code: string): Promise<Session> => {
    const request = { client: client(), code, redirectUri, scopes: ['all_user'] };
    return await grantedSession({ fetch, log: silent }, host(), request, AbortSignal.timeout(10_000));
  };

  it('begins with a code, which is valid once', async () => {
    const code = (await grant('grant')).get('code') ?? '';
    const session = await signIn(code);
    assert.equal(session.login, 'alice');
    assert.deepEqual(session.granted, ['all_user']);
    assert.equal((await rejection(signIn(code), 'refused')).reason, 'codeRefused');
    assert.equal((await rejection(signIn('made up'), 'refused')).reason, 'codeRefused');
    assert.deepEqual(service.violations, []);
  });

  it('does not begin after a denial or with a wrong secret', async () => {
    assert.equal((await grant('deny')).get('error'), 'access_denied');
    const code = (await grant('grant')).get('code') ?? '';
    const request = { client: { ...client(), clientSecret: 'wrong' }, code, redirectUri, scopes: [] };
    const failed = grantedSession({ fetch, log: silent }, host(), request, AbortSignal.timeout(10_000));
    assert.equal((await rejection(failed, 'refused')).reason, 'clientRefused');
  });

  it('stays valid in several windows with a rotating refresh token and tokens of one second', async () => {
    await using folder = await temporaryFolder();
    service.set({ operation: 'oauth.token', habits: { expiresIn: 1, rotation: true } });
    const keyring = new Keyring();
    keyring.delay = 30;
    const open = (): { vault: Vault; api: Api } => {
      const storage = createStorage(folder.path);
      const secrets = keyring.window();
      const vault = new Vault(secrets, (work) => storage.lock('sessions/index', {}, work), silent);
      const renewal = new Renewal({ vault, clients: new Clients(secrets), host, fetch, storage, load, log: silent });
      const credentials = renewal.credentials(() => vault.get('local/alice all_user'));
      return {
        vault,
        api: createApi({ apiUrl: service.url, fetch, credentials, budget: new Budget(0), log: silent }),
      };
    };
    const windows = [open(), open(), open()];
    await new Clients(keyring.window()).put(host(), client());
    await windows[0]?.vault.put(await signIn((await grant('grant')).get('code') ?? ''));
    await pause(100);
    const end = Date.now() + 4_000;
    const work = windows.map(async ({ api }) => {
      let calls = 0;
      for (; Date.now() < end; calls += 1) {
        const users = await Promise.all([api.users.self({}), api.users.emails({})]);
        assert.equal(users[0].login, 'alice');
        await pause(20);
      }
      return calls;
    });
    for (const calls of await Promise.all(work)) assert.ok(calls > 10, `only ${calls} calls`);
    const renewals = service.requests.filter(({ operation }) => operation === 'oauth.token');
    assert.ok(
      renewals.every(({ status }) => status === 200),
      JSON.stringify(renewals.map(({ status }) => status)),
    );
    assert.ok(renewals.length >= 4 && renewals.length <= 8, `${renewals.length} renewals`);
    assert.deepEqual(service.violations, []);
  });
});
