import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Budget } from '../../../../src/api/throttle/budget.ts';
import { createApi, type Api } from '../../../../src/api/client/client.ts';
import { silent } from '../../../../src/core/log.ts';
import type { Storage } from '../../../../src/core/storage.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { Clients } from '../../../../src/domain/session/clients.ts';
import type { SessionSecrets } from '../../../../src/domain/session/sessionSecrets.ts';
import { Renewal } from '../../../../src/domain/session/renewal.ts';
import type { Session } from '../../../../src/domain/session/session.ts';
import { Vault } from '../../../../src/domain/session/vault.ts';
import { FakeFetch, type Given, type Sent } from '../../../kit/fakeFetch.ts';
import { Keyring } from '../../../kit/memorySecrets.ts';
import { memoryStorage, MemoryDisk } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { runs } from '../../../kit/runs.ts';
import { aHost, aSession } from '../../../kit/sessions.ts';
import * as onDemand from '../../../../src/domain/session/onDemand.ts';

const load = (): Promise<typeof onDemand> => Promise.resolve(onDemand);

const hour = 3_600_000;
const id = 'local/alice';

/** A service with rotating refresh tokens. A token that is sent twice ends the session, as the standard advises. */
class Rotating {
  #count = 1;
  #refresh = 'refresh-1';
  #token = 'token-1';
  ended = false;
  rotates = true;
  /** Replaces the answer of the token endpoint. */
  trouble: Given | Error | undefined;
  readonly #fetch = new FakeFetch((sent) => this.#answer(sent));
  readonly fetch = this.#fetch.fetch;

  sent(part: string): readonly Sent[] {
    return this.#fetch.sent.filter(({ url }) => url.includes(part));
  }

  /** Invalidates the access token. */
  expire(): void {
    this.#token = 'none';
  }

  #answer(sent: Sent): Given | Error {
    if (sent.url === 'https://auth.test/oauth/token') return this.trouble ?? this.#renew(sent);
    const good = sent.headers.authorization === `Bearer ${this.#token}`;
    return good ? { body: { login: 'alice', id: '1' } } : { status: 401, body: { message: '401 Unauthorized' } };
  }

  #renew({ body }: Sent): Given {
    const form = new URLSearchParams(body);
    if (this.ended || form.get('refresh_token') !== this.#refresh || form.get('client_secret') !== 'secret') {
      this.ended = true;
      return { status: 400, body: { error: 'invalid_grant', error_description: 'The refresh token is invalid.' } };
    }
    this.#count += 1;
    this.#token = `token-${this.#count}`;
    if (this.rotates) this.#refresh = `refresh-${this.#count}`;
    const created_at = new Date(Date.now() - 5 * hour).toISOString();
    return { body: { access_token: this.#token, expires_in: 3600, refresh_token: this.#refresh, created_at } };
  }
}

interface Window {
  readonly vault: Vault;
  readonly renewal: Renewal;
  readonly api: Api;
}

class Profile {
  readonly service = new Rotating();
  readonly keyring = new Keyring();
  readonly disk = new MemoryDisk();
  host: Host = aHost();
  now = 1_000_000;

  async signIn(change: Partial<Session> = {}): Promise<void> {
    const { vault } = this.open();
    await new Clients(this.keyring.window()).put(this.host, {
      clientId: 'client',
      clientSecret: 'secret',
      redirectUri: undefined,
    });
    await vault.put(aSession(change));
  }

  open(secrets: SessionSecrets = this.keyring.window(), storage: Storage = memoryStorage(this.disk)): Window {
    const { fetch } = this.service;
    const vault = new Vault(secrets, (work) => storage.lock('index', {}, work), silent);
    const clients = new Clients(secrets);
    const host = (): Host => this.host;
    const renewal = new Renewal({ vault, clients, host, fetch, storage, load, log: silent, now: () => this.now });
    const credentials = renewal.credentials(() => vault.get(id));
    const api = createApi({ apiUrl: 'https://api.test', fetch, credentials, budget: new Budget(0), log: silent });
    return { vault, renewal, api };
  }
}

describe('Renewal', () => {
  let profile: Profile;
  beforeEach(async () => {
    profile = new Profile();
    await profile.signIn();
  });

  it('renews the token after a rejected call, and repeats the call once', async () => {
    const { api } = profile.open();
    profile.service.expire();
    assert.equal((await api.users.self({})).login, 'alice');
    assert.equal(profile.service.sent('/user').length, 2);
    assert.equal(profile.service.sent('/oauth/token').length, 1);
  });

  it('renews once before the token ends, for all concurrent calls', async () => {
    const { api } = profile.open();
    profile.now += hour - 60_000;
    await Promise.all(Array.from({ length: 10 }, () => api.users.self({})));
    assert.equal(profile.service.sent('/oauth/token').length, 1);
    assert.equal(profile.service.sent('/user').length, 10);
  });

  it('renews once for all windows and calls that are rejected together', async () => {
    const times = fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(times, fc.boolean(), fc.nat({ max: 20 }), async (calls, ahead, delay) => {
        profile = new Profile();
        profile.keyring.delay = delay;
        await profile.signIn();
        const windows = calls.map(() => profile.open());
        await Promise.all(windows.map(({ vault }) => vault.sessions()));
        if (ahead) profile.now += hour;
        else profile.service.expire();
        const work = windows.flatMap(({ api }, index) =>
          Array.from({ length: 1 + (calls[index] ?? 0) }, () => api.users.self({})),
        );
        const users = await Promise.all(work);
        assert.ok(users.every(({ login }) => login === 'alice'));
        assert.equal(profile.service.sent('/oauth/token').length, 1);
        assert.ok(!profile.service.ended);
      }),
      runs(40),
    );
  });

  it('never sends a used refresh token from a window that cannot see the new one', async () => {
    const blind = profile.open(profile.keyring.snapshot());
    const { api } = profile.open();
    for (let count = 0; count < 3; count += 1) {
      profile.service.expire();
      await api.users.self({});
    }
    const failure = await rejection(blind.api.users.self({}), 'signedOut');
    assert.equal(failure.reason, 'renewedElsewhere');
    assert.equal(profile.service.sent('/oauth/token').length, 3);
    assert.equal((await api.users.self({})).login, 'alice');
    assert.equal((await blind.vault.get(id))?.ended, undefined);
  });

  it('keeps the session if the service is unreachable or fails', async () => {
    const { api, vault } = profile.open();
    profile.service.expire();
    for (const trouble of [
      new TypeError('offline'),
      { status: 503 },
      { status: 429 },
      { status: 418, body: '<html>' },
    ]) {
      profile.service.trouble = trouble;
      const failure = await rejection(api.users.self({}));
      if (trouble instanceof Error) assert.equal(failure.kind, 'unreachable');
      const session = await vault.get(id);
      assert.ok(session !== undefined && session.ended !== true, JSON.stringify(trouble));
    }
    profile.service.trouble = undefined;
    assert.equal((await api.users.self({})).login, 'alice');
  });

  it('uses the current token if an early renewal fails, and waits before it renews again', async () => {
    const { api } = profile.open();
    profile.service.trouble = { status: 503 };
    profile.now += hour - 60_000;
    for (let count = 0; count < 5; count += 1) assert.equal((await api.users.self({})).login, 'alice');
    assert.equal(profile.service.sent('/oauth/token').length, 1);
    profile.service.trouble = undefined;
    profile.now += 31_000;
    await api.users.self({});
    assert.equal(profile.service.sent('/oauth/token').length, 2);
  });

  it('marks the session as ended after a final refusal, and sends nothing more', async () => {
    const [one, other] = [profile.open(), profile.open()];
    profile.service.expire();
    profile.service.ended = true;
    const first = await rejection(one.api.users.self({}), 'signedOut');
    assert.equal(first.reason, 'sessionEnded', 'in the same words from the first call on');
    const sent = profile.service.sent('').length;
    assert.equal((await rejection(one.api.users.self({}), 'signedOut')).reason, 'sessionEnded');
    assert.equal(profile.service.sent('').length, sent);
    assert.equal((await rejection(other.api.users.self({}), 'signedOut')).reason, 'sessionEnded');
    assert.equal(profile.service.sent('/oauth/token').length, 1, 'other windows need not ask');
    assert.equal((await one.vault.get(id))?.ended, true);
    await one.vault.put(aSession({ token: 'new' }));
    assert.equal((await one.vault.get(id))?.ended, undefined);
  });

  it('works with a clock that is an hour fast or slow', async () => {
    for (const jump of [hour, -hour]) {
      profile = new Profile();
      await profile.signIn();
      const { api, vault } = profile.open();
      profile.now += jump;
      assert.equal((await api.users.self({})).login, 'alice');
      profile.service.expire();
      assert.equal((await api.users.self({})).login, 'alice');
      const renewed = await vault.get(id);
      assert.equal(renewed?.receivedAt, profile.now);
      const before = profile.service.sent('/oauth/token').length;
      await api.users.self({});
      assert.equal(profile.service.sent('/oauth/token').length, before, 'a fresh token counts as fresh');
    }
  });

  it('keeps the refresh token if the service sends no new one', async () => {
    profile.service.rotates = false;
    const { api } = profile.open();
    for (let count = 0; count < 3; count += 1) {
      profile.service.expire();
      await api.users.self({});
    }
    assert.ok(!profile.service.ended);
  });

  it('needs a client secret and the sign-in address of the session', async () => {
    profile.service.expire();
    profile.host = aHost({ authUrl: 'https://evil.test' });
    await rejection(profile.open().api.users.self({}), 'signedOut');
    const entered = { clientId: 'client', clientSecret: 'secret', redirectUri: undefined };
    await new Clients(profile.keyring.window()).put(profile.host, entered);
    await rejection(profile.open().api.users.self({}), 'signedOut');
    profile.host = aHost({ apiUrl: 'https://evil.test' });
    await rejection(profile.open().api.users.self({}), 'signedOut');
    profile.host = aHost();
    await new Clients(profile.keyring.window()).remove('local');
    const { api, vault } = profile.open();
    await rejection(api.users.self({}), 'signedOut');
    assert.equal(profile.service.sent('/oauth/token').length, 0);
    assert.equal((await vault.get(id))?.ended, undefined);
  });

  it('needs a refresh token', async () => {
    await profile.signIn({ kind: 'personal', refreshToken: undefined });
    profile.service.expire();
    const { api, vault } = profile.open();
    await rejection(api.users.self({}), 'signedOut');
    assert.equal(profile.service.sent('/oauth/token').length, 0);
    assert.equal((await vault.get(id))?.ended, undefined);
  });

  it('stops if the session was removed meanwhile, in this window or another', async () => {
    const [one, other] = [profile.open(), profile.open()];
    await one.vault.sessions();
    profile.service.expire();
    const renewing = profile.open().renewal.credentials(() => one.vault.get(id));
    await other.vault.remove(id);
    assert.equal(await renewing.renew('token-1'), undefined);
    const gone = one.renewal.credentials(() => Promise.resolve(undefined));
    assert.equal(await gone.renew('token-1'), undefined);
    await rejection(gone.token(), 'signedOut');
    assert.equal(profile.service.sent('/oauth/token').length, 0);
  });

  it('returns the newer token if the rejected one is outdated', async () => {
    const { vault, renewal } = profile.open();
    assert.equal(await renewal.credentials(() => vault.get(id)).renew('an older one'), 'token-1');
    assert.equal(profile.service.sent('/oauth/token').length, 0);
  });

  it('returns no token of another origin after a sign-in there', async () => {
    const { vault, renewal } = profile.open();
    const before = aSession();
    await vault.put(aSession({ token: 'token-9', apiOrigin: 'https://evil.test' }));
    assert.equal(await renewal.credentials(() => Promise.resolve(before)).renew('token-1'), undefined);
    const due = { ...before, receivedAt: profile.now - 2 * hour };
    assert.equal(await renewal.credentials(() => Promise.resolve(due)).token(), 'token-1');
    assert.equal(profile.service.sent('/oauth/token').length, 0);
  });

  it('ends the session for a refused grant, not for a refused client', async () => {
    const cases = [
      [{ error: 'invalid_client', error_description: 'unknown client' }, undefined],
      [{ error_message: 'refresh_token is invalid' }, true],
      [{}, undefined],
    ] as const;
    const tried = cases.map(async ([body, ends]) => {
      const own = new Profile();
      await own.signIn();
      own.service.expire();
      own.service.trouble = { status: 400, body };
      const { api, vault } = own.open();
      await rejection(api.users.self({}), 'signedOut');
      assert.equal((await vault.get(id))?.ended, ends, JSON.stringify(body));
    });
    await Promise.all(tried);
  });

  it('works without a lock and without a disk', async () => {
    const storage = memoryStorage(profile.disk);
    const broken = (): Promise<never> => Promise.reject(new Error('read-only'));
    const { api } = profile.open(undefined, { ...storage, lock: broken, write: broken, read: broken });
    profile.service.expire();
    assert.equal((await api.users.self({})).login, 'alice');
  });

  it('stores tokens only in the secret storage', async () => {
    const { api } = profile.open();
    profile.service.expire();
    await api.users.self({});
    const kept = [...profile.disk.files]
      .map(([name, { bytes }]) => `${name} ${new TextDecoder().decode(bytes)}`)
      .join();
    assert.ok(kept !== '');
    assert.ok(!/token-|refresh-|secret/.test(kept), kept);
    const urls = profile.service.sent('').map(({ url }) => url);
    assert.ok(!/token-|refresh-|secret/.test(urls.join(' ')));
  });
});
