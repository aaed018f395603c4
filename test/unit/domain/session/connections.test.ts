import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { silent } from '../../../../src/core/log.ts';
import type { Host } from '../../../../src/domain/hosts/hosts.ts';
import { Clients } from '../../../../src/domain/session/clients.ts';
import { EnvironmentSession } from '../../../../src/domain/session/environment.ts';
import { Renewal } from '../../../../src/domain/session/renewal.ts';
import { SessionConnections } from '../../../../src/domain/session/sessionConnections.ts';
import { Sessions } from '../../../../src/domain/session/sessions.ts';
import { Vault } from '../../../../src/domain/session/vault.ts';
import { FakeFetch } from '../../../kit/fakeFetch.ts';
import { Keyring } from '../../../kit/memorySecrets.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { aHost, aSession } from '../../../kit/sessions.ts';
import * as onDemand from '../../../../src/domain/session/onDemand.ts';

const load = (): Promise<typeof onDemand> => Promise.resolve(onDemand);

const other = aHost({ id: 'other', name: 'Other', apiUrl: 'https://other.test', authUrl: 'https://other.test' });
const atOther = { host: 'other', apiOrigin: 'https://other.test', authOrigin: 'https://other.test' };

describe('SessionConnections', () => {
  let hosts: Host[];
  let service: FakeFetch;
  let vault: Vault;
  let sessions: Sessions;
  let connections: SessionConnections;
  let preferred: string | undefined;
  let environment: { token: string | undefined; host: string | undefined; apiUrl: string | undefined };
  let told: number;
  let isDown: boolean;
  let hostsChanged: Emitter<void>;
  let preferenceChanged: Emitter<void>;

  beforeEach(() => {
    hostsChanged = new Emitter();
    preferenceChanged = new Emitter();
    hosts = [aHost(), other];
    preferred = undefined;
    told = 0;
    isDown = false;
    service = new FakeFetch(() => (isDown ? new Error('no network') : { body: { id: '1', login: 'alice' } }));
    const { fetch } = service;
    const storage = memoryStorage();
    const secrets = new Keyring().window();
    vault = new Vault(secrets, (work) => work(), silent);
    const clients = new Clients(secrets);
    const host = (id: string): Host | undefined => hosts.find((one) => one.id === id);
    const parts = { fetch, log: silent, storage, host, load };
    const renewal = new Renewal({ ...parts, vault, clients });
    environment = { token: undefined, host: 'local', apiUrl: 'https://api.test' };
    const brought = new EnvironmentSession(environment, { ...parts, hosts: () => hosts });
    const onDidChangeHosts = hostsChanged.event;
    sessions = new Sessions({ vault, clients, renewal, environment: brought, hosts: () => hosts, onDidChangeHosts });
    connections = new SessionConnections({
      sessions,
      fetch,
      log: silent,
      requestsPerMinute: () => 50,
      preferred: () => Promise.resolve(preferred),
      onDidChangePreferred: preferenceChanged.event,
      onRenamed: () => undefined,
      load,
    });
    connections.onDidChange(() => (told += 1));
  });

  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const authorization = async (host: string, login?: string): Promise<string | undefined> => {
    const { api } = await connections.connect(host, login);
    await api.users.get({ username: 'x' });
    return service.last.headers.authorization;
  };

  it('lists the accounts without a request', async () => {
    await vault.put(aSession());
    await vault.put(aSession({ ...atOther, login: 'bob' }));
    assert.deepEqual(
      (await connections.accounts()).map(({ label }) => label),
      ['alice (Local)', 'bob (Other)'],
    );
    assert.deepEqual(
      (await connections.accounts('other')).map(({ id }) => id),
      ['other/bob'],
    );
    assert.equal(service.sent.length, 0);
  });

  it('connects anonymously if no account is signed in', async () => {
    const { account } = await connections.connect('local');
    assert.equal(account, undefined);
    assert.equal(await authorization('local'), undefined);
  });

  it('uses the named account, else the preferred one, else the first one', async () => {
    await vault.put(aSession({ login: 'bob', token: 'b' }));
    await vault.put(aSession({ token: 'a' }));
    assert.equal(await authorization('local'), 'Bearer a');
    assert.equal(await authorization('local', 'bob'), 'Bearer b');
    preferred = 'bob';
    assert.equal(await authorization('local'), 'Bearer b');
    preferred = 'somebody else';
    assert.equal(await authorization('local'), 'Bearer a');
  });

  it('rejects an unknown host and an unknown account', async () => {
    assert.equal((await rejection(connections.connect('none'), 'missing')).field, 'host');
    await rejection(connections.connect('local', 'alice'), 'signedOut');
  });

  it('never sends a token to an origin other than its own', async () => {
    await vault.put(aSession());
    const { api } = await connections.connect('local');
    hosts = [aHost({ apiUrl: 'https://evil.test' })];
    hostsChanged.fire();
    assert.deepEqual(await connections.accounts(), []);
    await rejection(api.users.self({}), 'signedOut');
    assert.equal(await authorization('local'), undefined);
    assert.ok(service.sent.every(({ headers }) => headers.authorization === undefined));
  });

  it('gives git the token only for the git origins that are stored with the session', async () => {
    const account = { host: 'local', login: 'alice' };
    const [before, evil] = ['https://web.test', 'https://evil.test'];
    await vault.put(aSession({ gitOrigins: [before, 'https://api.test'] }));
    hosts = [aHost({ webUrl: evil })];
    hostsChanged.fire();
    assert.equal(await sessions.gitToken(account, evil), undefined);
    assert.equal(await sessions.gitToken(account, before), 'token-1');
    assert.equal(await sessions.gitToken({ ...account, login: 'bob' }, before), undefined);
    // A session of an older version has no git origins: only its API and sign-in origins count.
    await vault.put(aSession());
    assert.equal(await sessions.gitToken(account, before), undefined);
    assert.equal(await sessions.gitToken(account, evil), undefined);
    assert.equal(await sessions.gitToken(account, 'https://auth.test'), 'token-1');
    assert.equal(await sessions.gitToken(account, 'https://api.test'), 'token-1');
    vault.end(aSession());
    assert.equal(await sessions.gitToken(account, 'https://api.test'), undefined);
  });

  it('shares one budget per account', async () => {
    await vault.put(aSession());
    await vault.put(aSession({ login: 'bob' }));
    const alice = await connections.connect('local', 'alice');
    assert.equal((await connections.connect('local', 'alice')).budget, alice.budget);
    hosts = [aHost({ name: 'Renamed' })];
    assert.equal((await connections.connect('local', 'alice')).budget, alice.budget);
    assert.notEqual((await connections.connect('local', 'bob')).budget, alice.budget);
  });

  it('uses a renewed token, and sends nothing after sign-out', async () => {
    await vault.put(aSession());
    const { api } = await connections.connect('local');
    await vault.put(aSession({ token: 'token-2' }));
    await api.users.self({});
    assert.equal(service.last.headers.authorization, 'Bearer token-2');
    await sessions.remove('local/alice');
    await rejection(api.users.self({}), 'signedOut');
    assert.equal(service.sent.length, 1);
  });

  it('fires onDidChange for added and removed accounts, not for renewed or ended tokens', async () => {
    await vault.put(aSession());
    await connections.accounts();
    await settle();
    told = 0;
    await vault.put(aSession({ token: 'token-2' }));
    vault.end(aSession({ token: 'token-2' }));
    await settle();
    assert.equal(told, 0);
    assert.equal((await connections.accounts()).length, 1, 'what is on screen stays');
    await vault.put(aSession({ token: 'token-3' }));
    await settle();
    assert.equal(told, 1, 'who is back is told of');
    await vault.put(aSession({ login: 'bob' }));
    await settle();
    assert.equal(told, 2);
    await sessions.removeAccount('local/bob');
    await settle();
    assert.equal(told, 3);
    hosts = [aHost()];
    hostsChanged.fire();
    await settle();
    assert.equal(told, 4);
    preferenceChanged.fire();
    await settle();
    assert.equal(told, 4, 'there is one account');
  });

  it('tells which hosts changed, with the account that was used before', async () => {
    const changes: (readonly (readonly [string, string | undefined])[])[] = [];
    connections.onDidChange((changed) => changes.push([...changed]));
    await vault.put(aSession());
    await connections.accounts();
    await vault.put(aSession({ login: 'bob' }));
    await settle();
    preferred = 'bob';
    preferenceChanged.fire();
    await settle();
    assert.equal(connections.isSignedOut('local', 'alice'), false);
    await sessions.removeAccount('local/bob');
    await settle();
    assert.equal(connections.isSignedOut('local', 'bob'), true);
    assert.deepEqual(changes.slice(-3), [[['local', 'alice']], [['local', 'alice']], [['local', 'bob']]]);
  });

  it('tells once that a host answers again, which another host does not', async () => {
    const returned: string[] = [];
    connections.onDidReturn((host) => returned.push(host));
    const ask = async (host: string): Promise<unknown> =>
      (await connections.connect(host)).api.users.get({ username: 'x' }, { once: true });
    isDown = true;
    await rejection(ask('local'), 'unreachable');
    isDown = false;
    await ask('other');
    assert.deepEqual(returned, []);
    await ask('local');
    await ask('local');
    assert.deepEqual(returned, ['local']);
  });

  it('rejects the sign-out of an environment token before any question is shown', async () => {
    environment.token = 'outside';
    await assert.rejects(sessions.checkRemovable('local/alice'), { kind: 'refused', reason: 'environmentToken' });
    await vault.put(aSession());
    await sessions.checkRemovable('local/alice');
    await assert.rejects(sessions.removeAccount('local/alice'), { reason: 'environmentToken' });
    assert.equal((await vault.sessions()).size, 0, 'what could be removed is');
    await vault.put(aSession({ login: 'bob' }));
    await sessions.checkRemovable('local/bob');
  });

  it('removes all sessions of an account, or of a host together with its client secret', async () => {
    await vault.put(aSession());
    await vault.put(aSession({ scopes: ['x'] }));
    await vault.put(aSession({ ...atOther, login: 'bob' }));
    const told: string[] = [];
    sessions.onDidRemoveAccount(({ host, login }) => told.push(`${host}/${login}`));
    await sessions.removeAccount('local/alice');
    assert.deepEqual(told, ['local/alice']);
    assert.deepEqual(
      (await connections.accounts()).map(({ id }) => id),
      ['other/bob'],
    );
    await sessions.removeHost('other');
    assert.deepEqual(await connections.accounts(), []);
    assert.equal((await vault.sessions()).size, 0);
  });
});
