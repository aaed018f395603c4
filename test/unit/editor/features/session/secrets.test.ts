import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { SecretStorage } from 'vscode';
import { secretsOf } from '../../../../../src/editor/features/session/secrets.ts';
import { passTime } from '../../../../kit/clockwork.ts';

/** Stores secrets as the editor does in a browser: each change writes all of them, after the next of `delays` (milliseconds). */
class BrowserStorage implements SecretStorage {
  readonly #now = new Map<string, string>();
  readonly #delays: number[];
  /** The secrets that a reload would read. */
  written: Readonly<Record<string, string>> = {};
  writes = 0;

  constructor(...delays: readonly number[]) {
    this.#delays = [...delays];
  }

  readonly onDidChange = () => ({ dispose: () => undefined });

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#now.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#now.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#now.set(key, value);
    return this.#write();
  }

  delete(key: string): Promise<void> {
    this.#now.delete(key);
    return this.#write();
  }

  #write(): Promise<void> {
    const all = Object.fromEntries(this.#now);
    setTimeout(() => {
      this.written = all;
      this.writes += 1;
    }, this.#delays.shift() ?? 0);
    return Promise.resolve();
  }
}

describe('secretsOf', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('keeps all secrets over a reload in a browser that completes an older write last', async () => {
    const storage = new BrowserStorage(30, 5, 5);
    const secrets = secretsOf(storage, true, 60);
    await secrets.store('client:local', 'one');
    await secrets.store('session:1', 'two');
    await secrets.store('sessions', 'three');
    await passTime(45);
    assert.deepEqual(storage.written, { 'client:local': 'one' }, 'the storage has the fault');
    await passTime(60);
    assert.deepEqual(storage.written, { 'client:local': 'one', 'session:1': 'two', sessions: 'three' });
    secrets.dispose();
  });

  it('keeps deleted secrets deleted over a reload in a browser that completes an older write last', async () => {
    const storage = new BrowserStorage(0, 0, 30, 5);
    const secrets = secretsOf(storage, true, 60);
    await secrets.store('session:1', 'one');
    await secrets.store('sessions', '["1"]');
    await secrets.store('sessions', '[]');
    await secrets.delete('session:1');
    await passTime(45);
    assert.deepEqual(storage.written, { 'session:1': 'one', sessions: '[]' }, 'the storage has the fault');
    await passTime(60);
    assert.deepEqual(storage.written, { sessions: '[]' });
    secrets.dispose();
  });

  it('never returns an older value while it stores the secrets again', async () => {
    const storage = new BrowserStorage();
    const secrets = secretsOf(storage, true, 20);
    for (let at = 0; at < 100; at += 1) {
      await secrets.store('session:1', `${at}`);
      await passTime(15 + (at % 10));
      assert.equal(await secrets.get('session:1'), `${at}`);
    }
    await secrets.delete('session:1');
    await passTime(40);
    assert.equal(await secrets.get('session:1'), undefined);
  });

  it('stores a secret once on the desktop, and not again after dispose', async () => {
    for (const inBrowser of [false, true]) {
      const storage = new BrowserStorage();
      const secrets = secretsOf(storage, inBrowser, 10);
      await secrets.store('session:1', 'one');
      if (inBrowser) secrets.dispose();
      await passTime(40);
      assert.equal(storage.writes, 1);
    }
  });
});
