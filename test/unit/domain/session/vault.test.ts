import assert from 'node:assert/strict';
import { silent } from '../../../../src/core/log.ts';
import { Vault } from '../../../../src/domain/session/vault.ts';
import { Keyring } from '../../../kit/memorySecrets.ts';
import { memoryStorage, MemoryDisk } from '../../../kit/memoryStorage.ts';
import { until } from '../../../kit/until.ts';
import { aSession } from '../../../kit/sessions.ts';

/** Opens vaults of several windows that share one profile. */
class Profile {
  readonly keyring = new Keyring();
  readonly #disk = new MemoryDisk();

  open(secrets = this.keyring.window()): Vault {
    const storage = memoryStorage(this.#disk);
    return new Vault(secrets, (work) => storage.lock('index', {}, work), silent);
  }
}

const ids = async (vault: Vault): Promise<string[]> => [...(await vault.sessions()).keys()].sort();

describe('Vault', () => {
  it('returns stored sessions after a restart', async () => {
    const profile = new Profile();
    await profile.open().put(aSession());
    assert.deepEqual(await profile.open().get('local/alice'), aSession());
  });

  it('fires onDidChange in other windows for added, changed and removed sessions, and not without a change', async () => {
    const profile = new Profile();
    const [one, other] = [profile.open(), profile.open()];
    assert.deepEqual(await ids(other), []);
    let told = 0;
    other.onDidChange(() => (told += 1));
    await one.put(aSession());
    await until(async () => (await ids(other)).length === 1);
    assert.deepEqual(await ids(other), ['local/alice']);
    await one.put(aSession({ token: 'token-2' }));
    await until(async () => (await other.get('local/alice'))?.token === 'token-2');
    const before = told;
    await other.refresh();
    assert.equal(told, before);
    await one.remove('local/alice');
    await until(async () => (await ids(other)).length === 0);
    assert.doesNotMatch(profile.keyring.texts.join(), /token-/);
  });

  it('keeps all sessions of windows that sign in and out concurrently', async () => {
    const profile = new Profile();
    const windows = Array.from({ length: 5 }, () => profile.open());
    await Promise.all(windows.map((vault, index) => vault.put(aSession({ login: `user-${index}` }))));
    await Promise.all([windows[0]?.remove('local/user-0'), windows[1]?.put(aSession({ login: 'late' }))]);
    const expected = ['local/late', 'local/user-1', 'local/user-2', 'local/user-3', 'local/user-4'];
    assert.deepEqual(await ids(profile.open()), expected);
  });

  it('does not restore a session that is removed during a read', async () => {
    const profile = new Profile();
    const vault = profile.open();
    await vault.put(aSession());
    await Promise.all([vault.refresh(), vault.remove('local/alice'), vault.refresh()]);
    assert.deepEqual(await ids(vault), []);
  });

  it('keeps a session in memory without a keyring, and fires onDidFail', async () => {
    const profile = new Profile();
    profile.keyring.broken = true;
    const vault = profile.open();
    let failed = 0;
    vault.onDidFail(() => (failed += 1));
    await vault.put(aSession());
    assert.equal((await vault.get('local/alice'))?.token, 'token-1');
    assert.ok(failed > 0);
    await vault.remove('local/alice');
    assert.equal(await vault.get('local/alice'), undefined);
  });

  it('returns the sessions again after a locked keyring is unlocked', async () => {
    const profile = new Profile();
    await profile.open().put(aSession());
    profile.keyring.broken = true;
    const vault = profile.open();
    assert.deepEqual(await ids(vault), []);
    profile.keyring.broken = false;
    assert.deepEqual(await ids(vault), ['local/alice']);
  });

  it('keeps a session in memory if the keyring drops it silently', async () => {
    const secrets = new Keyring().window();
    const vault = new Profile().open({ ...secrets, store: () => Promise.resolve() });
    await vault.put(aSession());
    assert.equal((await vault.get('local/alice'))?.token, 'token-1');
  });

  it('ignores damaged sessions', async () => {
    const profile = new Profile();
    await profile.open().put(aSession());
    const secrets = profile.keyring.window();
    await secrets.store('session:local/alice', '{"broken":');
    assert.deepEqual(await ids(profile.open()), []);
    await secrets.store('sessions', 'nonsense');
    assert.deepEqual(await ids(profile.open()), []);
  });
});
