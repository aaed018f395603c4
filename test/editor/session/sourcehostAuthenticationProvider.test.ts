import assert from 'node:assert/strict';
import type { AuthenticationProviderAuthenticationSessionsChangeEvent as Change } from 'vscode';
import { Emitter } from '../../../src/core/emitter.ts';
import { silent } from '../../../src/core/log.ts';
import { Clients } from '../../../src/domain/session/clients.ts';
import { EnvironmentSession } from '../../../src/domain/session/environment.ts';
import { Renewal } from '../../../src/domain/session/renewal.ts';
import { Sessions } from '../../../src/domain/session/sessions.ts';
import { Vault } from '../../../src/domain/session/vault.ts';
import { SourcehostAuthenticationProvider } from '../../../src/editor/features/session/sourcehostAuthenticationProvider.ts';
import { FakeFetch } from '../../kit/fakeFetch.ts';
import { Keyring } from '../../kit/memorySecrets.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { aHost, aSession } from '../../kit/sessions.ts';
import * as onDemand from '../../../src/domain/session/onDemand.ts';

const load = (): Promise<typeof onDemand> => Promise.resolve(onDemand);

describe('the authentication provider', () => {
  let vault: Vault;
  let provider: SourcehostAuthenticationProvider;
  let events: Change[];
  let asked: [readonly string[], string | undefined][];

  beforeEach(async () => {
    const { fetch } = new FakeFetch(() => ({ status: 503 }));
    const secrets = new Keyring().window();
    const parts = { fetch, log: silent, storage: memoryStorage(), host: () => aHost(), load };
    vault = new Vault(secrets, (work) => work(), silent);
    const clients = new Clients(secrets);
    const sessions = new Sessions({
      vault,
      clients,
      renewal: new Renewal({ ...parts, vault, clients }),
      environment: new EnvironmentSession(
        { token: undefined, host: undefined, apiUrl: undefined },
        { ...parts, hosts: () => [aHost()] },
      ),
      hosts: () => [aHost()],
      onDidChangeHosts: new Emitter<void>().event,
    });
    asked = [];
    events = [];
    provider = new SourcehostAuthenticationProvider(sessions, async (scopes, host) => {
      asked.push([scopes, host]);
      const session = aSession({ scopes: [...scopes] });
      await vault.put(session);
      return session;
    });
    await provider.getSessions(undefined, {});
    provider.onDidChangeSessions((change) => events.push(change));
  });

  const ids = async (scopes?: readonly string[], account?: string): Promise<string[]> => {
    const options = account === undefined ? {} : { account: { id: account, label: '' } };
    return (await provider.getSessions(scopes, options)).map(({ id }) => id);
  };
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

  it('finds sessions by the set of scopes and by account, without a question', async () => {
    await vault.put(aSession({ scopes: ['b', 'a'] }));
    await vault.put(aSession({ login: 'bob' }));
    assert.deepEqual(await ids(['a', 'b', 'a']), ['local/alice a b']);
    assert.deepEqual(await ids(['a']), []);
    assert.deepEqual(await ids([], 'local/bob'), ['local/bob']);
    assert.deepEqual((await ids([])).length, 2);
    assert.deepEqual(asked, []);
  });

  it('labels an account by login and host', async () => {
    await vault.put(aSession());
    const [session] = await provider.getSessions([], {});
    assert.deepEqual(session, {
      id: 'local/alice',
      accessToken: 'token-1',
      account: { id: 'local/alice', label: 'alice (Local)' },
      scopes: [],
    });
  });

  it('sends events with exactly the added, changed and removed sessions', async () => {
    await vault.put(aSession());
    await vault.put(aSession({ token: 'token-2' }));
    await vault.put(aSession({ token: 'token-2', receivedAt: 5 }));
    await provider.removeSession('local/alice');
    await settle();
    const short = events.map(({ added, changed, removed }) =>
      [added, changed, removed].map((sessions) => (sessions ?? []).map(({ id }) => id)),
    );
    assert.deepEqual(short, [
      [['local/alice'], [], []],
      [[], ['local/alice'], []],
      [[], [], ['local/alice']],
    ]);
  });

  it('lists an ended session but does not return its token', async () => {
    await vault.put(aSession());
    vault.end(aSession());
    assert.deepEqual(await ids(), ['local/alice']);
    assert.deepEqual(await ids([]), []);
  });

  it('signs in to the host of the requested account', async () => {
    const session = await provider.createSession(['x'], { account: { id: 'local/alice', label: '' } });
    assert.deepEqual(asked, [[['x'], 'local']]);
    assert.equal(session.id, 'local/alice x');
    assert.deepEqual(await ids(['x']), ['local/alice x']);
  });
});
