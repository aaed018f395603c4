import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { silent } from '../../../../src/core/log.ts';
import { isObject } from '../../../../src/core/text.ts';
import type { RepositoryAt } from '../../../../src/domain/hosts/activeRepository.ts';
import type { AccountsChange, Connection, Connections } from '../../../../src/domain/hosts/connections.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { Inboxes } from '../../../../src/domain/inbox/inboxes.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { aHost } from '../../../kit/sessions.ts';

const start = Date.parse('2026-03-10T12:00:00Z');
const hour = 3_600_000;

/** Values that the windows of one computer share; `carry` writes what Settings Sync brings. */
class SyncedValues {
  readonly values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.values.get(key);
  }
  update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}

describe('Inboxes', () => {
  const hosts = [aHost(), aHost({ id: 'other', name: 'Other' })];
  let disk: MemoryDisk;
  let synced: SyncedValues;
  const open: Inboxes[] = [];
  beforeEach(() => {
    disk = new MemoryDisk();
    synced = new SyncedValues();
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.dispose();
  });

  interface World {
    readonly accounts?: readonly string[];
    readonly pinned?: readonly RepositoryAt[];
    readonly recent?: readonly RepositoryAt[];
    readonly chosen?: readonly string[];
    readonly owned?: Readonly<Record<string, readonly object[]>>;
  }

  /** A window with the signed-in `accounts` (`host/login`); every repository has one issue, assigned to the account. */
  async function openWindow({
    accounts = ['local/alice'],
    pinned = [],
    recent = [],
    chosen = [],
    owned = {},
  }: World = {}) {
    const time = new InboxTime(start);
    const changed = new Emitter<AccountsChange>();
    const signedIn = [...accounts];
    const calls: string[] = [];
    const connected = new Map<string, Connection>();
    const connect = (id: string, login?: string): Promise<Connection> => {
      const host = hosts.find((one) => one.id === id) ?? assert.fail(id);
      const account = accountOf(
        host,
        login ?? signedIn.find((one) => one.startsWith(`${id}/`))?.slice(id.length + 1) ?? '',
      );
      const known = connected.get(account.id) ?? {
        host,
        account,
        ...fakeApi(({ url }) => {
          const { pathname, searchParams } = new URL(url);
          const path = pathname.replace('/api/v5/', '');
          const isUpdate = searchParams.has('updated_after');
          calls.push(`${account.id} ${path}${isUpdate ? ' updated_after' : ''}`);
          if (path === 'user/repos') return { body: owned[account.id] ?? [] };
          const issue = {
            number: '7',
            title: `In ${path}`,
            state: 'open',
            updated_at: new Date(start + hour).toISOString(),
          };
          return { body: searchParams.has('assignee') ? [{ ...issue, assignee: { login: account.login } }] : [] };
        }),
      };
      connected.set(account.id, known);
      return Promise.resolve(known);
    };
    const connections: Connections = {
      hosts: () => hosts,
      host: (id) => hosts.find((one) => one.id === id),
      accounts: async () =>
        await Promise.all(
          signedIn.map(async (id) => {
            const [host = '', login = ''] = id.split('/');
            return (await connect(host, login)).account ?? assert.fail(id);
          }),
        ),
      connect,
      isSignedOut: (host, login) => !signedIn.includes(`${host}/${login}`),
      onDidChange: changed.event,
      onDidReturn: new Emitter<string>().event,
    };
    const inboxes = new Inboxes({
      connections,
      pinned: () => pinned,
      recent: () => recent,
      chosen: () => chosen,
      storage: memoryStorage(disk),
      synced,
      window: time.window,
      clock: time.clock,
      log: silent,
    });
    open.push(inboxes);
    await inboxes.update();
    const settle = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 5));
    const pass = (seconds: number): Promise<void> => time.pass(seconds * 1_000, settle);
    const shown = (): string[] => inboxes.entries().map(({ key, account }) => `${account.id} ${key}`);
    const signOut = async (id: string): Promise<void> => {
      signedIn.splice(signedIn.indexOf(id), 1);
      changed.fire(new Map());
      await settle();
    };
    return { inboxes, time, calls, pass, settle, shown, signOut };
  }

  const at = (repo: string, account?: string, host = 'local'): RepositoryAt => ({
    name: { host, owner: 'alice', repo },
    account,
  });

  it('follows pinned, chosen and own repositories, each with the account that reads it', async () => {
    const { pass, shown, calls } = await openWindow({
      accounts: ['local/alice', 'local/bob', 'other/carol'],
      pinned: [at('pinned'), at('of-bob', 'bob'), at('of-nobody', 'gone'), at('elsewhere', undefined, 'other')],
      chosen: ['alice/chosen', 'other/acme/tools', 'wrong', 'a/b/c/d', 'nowhere/a/b'],
      owned: {
        'local/alice': [{ full_name: 'alice/own' }, { full_name: 'alice/wiki', has_issues: false }],
        'other/carol': [{ full_name: 'carol/site' }],
      },
    });
    await pass(10 * 60);
    assert.deepEqual(
      new Set(shown()),
      new Set([
        'local/alice local/alice/pinned#7',
        'local/alice local/alice/of-nobody#7',
        'local/alice local/alice/chosen#7',
        'local/alice local/alice/own#7',
        'local/bob local/alice/of-bob#7',
        'other/carol other/alice/elsewhere#7',
        'other/carol other/acme/tools#7',
        'other/carol other/carol/site#7',
      ]),
    );
    assert.ok(calls.length <= 4 * 10 + 4);
  });

  it('sends nothing without an account', async () => {
    const { calls, pass, inboxes } = await openWindow({ accounts: [], pinned: [at('demo')] });
    await pass(10 * 60);
    assert.deepEqual([calls, inboxes.entries(), inboxes.progress.repositories], [[], [], 0]);
  });

  it('refuses a decision about an issue that none of them has, or not the named one', async () => {
    const { inboxes, pass } = await openWindow({ pinned: [at('demo')] });
    await pass(2);
    const key = 'local/alice/demo#7';
    const done = (entry: string, within = {}): Promise<void> =>
      inboxes.decide([entry], (inbox, own) => inbox.markDone(own), within);
    await assert.rejects(done('local/alice/demo#8'), { kind: 'invalid', field: 'entry' });
    await assert.rejects(done(key, { account: 'bob' }), { kind: 'invalid', field: 'entry' });
    await assert.rejects(done(key, { host: 'other' }), { kind: 'invalid', field: 'entry' });
    assert.throws(() => inboxes.issue('local/alice/demo#8'), { kind: 'invalid', field: 'entry' });
    await assert.rejects(
      inboxes.decide([key, 'local/alice/demo#8'], (inbox, own) => inbox.markDone(own)),
      { kind: 'invalid' },
    );
    assert.equal(inboxes.entries().length, 1);
    await done('Local/Alice/demo#7', { host: 'local', account: 'alice' });
    assert.deepEqual([inboxes.entries().length, inboxes.issues().length, inboxes.issue(key).number], [0, 1, '7']);
  });

  it('shows what another window stored, without a request, and takes its later decisions with the focus', async () => {
    const one = await openWindow({ pinned: [at('demo'), at('site')] });
    await one.pass(5);
    await one.inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markDone(key));
    const other = await openWindow({ pinned: [at('demo'), at('site')] });
    assert.deepEqual([other.shown(), other.calls], [['local/alice local/alice/site#7'], []]);
    await one.inboxes.decide(['local/alice/site#7'], (inbox, key) => inbox.snooze(key, '2026-05-01'));
    assert.equal(other.shown().length, 1);
    other.time.setFocus(true);
    await other.settle();
    assert.deepEqual(other.shown(), []);
  });

  it('carries decisions, and no title, to another computer and back', async () => {
    const one = await openWindow({ pinned: [at('demo'), at('site')] });
    await one.pass(5);
    await one.inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markDone(key));
    assert.ok(!JSON.stringify([...synced.values]).includes('In repos/'), 'a title is synced');
    disk = new MemoryDisk();
    const other = await openWindow({ pinned: [at('demo'), at('site')] });
    await other.pass(5);
    assert.deepEqual(other.shown(), ['local/alice local/alice/site#7']);
    await other.inboxes.decide(['local/alice/site#7'], (inbox, key) => inbox.markDone(key));
    one.time.setFocus(true);
    await one.settle();
    assert.deepEqual(one.shown(), []);
    const value = synced.get('inbox');
    assert.deepEqual(isObject(value) && Object.keys(value), ['local/alice']);
  });

  it('ignores synced values of another form', async () => {
    for (const value of [7, [], { 'local/alice': 'x' }, { 'local/alice': { version: 9 } }]) {
      await synced.update('inbox', value);
      const { inboxes, pass } = await openWindow({ pinned: [at('demo')] });
      await pass(2);
      await inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markDone(key));
      assert.deepEqual(inboxes.entries(), []);
      disk = new MemoryDisk();
    }
  });

  it('removes the stored issues of an account that signed out', async () => {
    const { inboxes, pass, signOut } = await openWindow({
      accounts: ['local/alice', 'local/bob'],
      pinned: [at('demo')],
    });
    await pass(5);
    await inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markUnread(key));
    const stored = (): string =>
      JSON.stringify([...disk.files].map(([name, { bytes }]) => [name, new TextDecoder().decode(bytes)]));
    assert.match(stored(), /In repos\/alice\/demo/);
    await signOut('local/alice');
    assert.doesNotMatch(stored(), /In repos\/alice\/demo/);
    assert.equal(inboxes.entries().length, 0);
  });

  it('stores nothing for an account that signs out while the inbox is stored', async () => {
    const { inboxes, pass, signOut } = await openWindow({
      accounts: ['local/alice', 'local/bob'],
      pinned: [at('demo', 'alice'), at('site', 'bob')],
    });
    await pass(5);
    const update = synced.update.bind(synced);
    // Bob signs out after the inbox of alice was stored, and before his own is.
    synced.update = async (key, value) => {
      synced.update = update;
      await signOut('local/bob');
      await update(key, value);
    };
    await inboxes.decide(['local/alice/demo#7'], (inbox, keys) => inbox.markDone(keys));
    assert.ok([...disk.files.keys()].every((name) => !name.includes('bob')));
  });

  it('stores the last known updates, so that the next window asks for later ones only', async () => {
    const one = await openWindow({ pinned: [at('demo')] });
    await one.pass(5);
    await one.inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markSeen(key));
    const other = await openWindow({ pinned: [at('demo')] });
    await other.pass(0);
    assert.deepEqual(
      other.calls.filter((call) => call.includes('issues')),
      ['local/alice repos/alice/demo/issues updated_after'],
    );
  });

  it('requests the recently used repositories first', async () => {
    const { pass, calls } = await openWindow({
      pinned: [at('demo'), at('site')],
      recent: [at('site', undefined, 'other'), at('tools')],
      chosen: ['alice/docs', 'alice/tools'],
    });
    await pass(5);
    assert.match(calls[0] ?? '', /alice\/tools/);
    assert.match(calls[1] ?? '', /alice\/demo/);
  });

  it('takes the own change of an issue as seen, unless the issue was unread', async () => {
    const { inboxes, pass } = await openWindow({ pinned: [at('demo'), at('site')] });
    await pass(5);
    const change = (repo: string, updated: number): void =>
      inboxes.noteOwnChanges(at(repo).name, [
        {
          number: '7',
          title: 'Mine',
          state: 'open',
          labels: [],
          assignees: [],
          assignee: { login: 'alice' },
          updated_at: new Date(updated).toISOString(),
        },
      ]);
    await inboxes.decide(['local/alice/demo#7'], (inbox, key) => inbox.markSeen(key));
    change('demo', start + 2 * hour);
    change('site', start + 2 * hour);
    change('unknown', start + 2 * hour);
    assert.deepEqual(
      inboxes.entries().map(({ key, title, status }) => [key, title, status]),
      [
        ['local/alice/demo#7', 'Mine', 'read'],
        ['local/alice/site#7', 'Mine', 'new'],
      ],
    );
  });
});
