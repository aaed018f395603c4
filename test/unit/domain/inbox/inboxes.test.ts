import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { silent } from '../../../../src/core/log.ts';
import type { RepositoryAt } from '../../../../src/domain/hosts/activeRepository.ts';
import type { AccountsChange, Connection, Connections } from '../../../../src/domain/hosts/connections.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
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

interface Repositories {
  readonly pinned: readonly RepositoryAt[];
  readonly recent: readonly RepositoryAt[];
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

  /** A window with the signed-in `accounts` (`host/login`), each of which has the issues `demo#7` and `site#7`. */
  async function openWindow(accounts: readonly string[] = ['local/alice'], repositories: Partial<Repositories> = {}) {
    const time = new InboxTime(start);
    const changed = new Emitter<AccountsChange>();
    const signedIn = [...accounts];
    const calls: string[] = [];
    const answer = { updated: start + hour };
    const issueIn = (path: string): object => {
      const [, owner = '', repo = ''] = path.split('/');
      const updated_at = new Date(answer.updated).toISOString();
      return {
        number: '7',
        title: `In ${repo}`,
        state: 'open',
        updated_at,
        repository: { full_name: `${owner}/${repo}` },
      };
    };
    const connected = new Map<string, Connection>();
    const connect = (id: string, login = ''): Promise<Connection> => {
      const host = hosts.find((one) => one.id === id) ?? assert.fail(id);
      const account = accountOf(host, login);
      const known = connected.get(account.id) ?? {
        host,
        account,
        ...fakeApi(({ url }) => {
          const path = new URL(url).pathname.replace('/api/v5/', '');
          calls.push(`${account.id} ${path}`);
          if (path === 'user') return { body: { login } };
          if (path.startsWith('user/pulls')) return { body: [] };
          if (path !== 'user/issues') return path.endsWith('/issues') ? { body: [issueIn(path)] } : { status: 404 };
          if (repositories.recent !== undefined) return { status: 404 };
          return { body: ['demo', 'site'].map((repo) => issueIn(`repos/alice/${repo}/issues`)) };
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
    const { pinned = [], recent = [] } = repositories;
    const inboxes = new Inboxes({
      ...{ connections, storage: memoryStorage(disk), synced, window: time.window, clock: time.clock, log: silent },
      ...{ features: new HostFeatures(memoryStorage()), pinned: () => pinned, recent: () => recent },
    });
    open.push(inboxes);
    await inboxes.update();
    const stored = inboxes.entries().length;
    await inboxes.open();
    const settle = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 5));
    const shown = (): string[] =>
      inboxes
        .entries()
        .map(({ key, account }) => `${account.id} ${key}`)
        .sort();
    const signOut = async (id: string): Promise<void> => {
      signedIn.splice(signedIn.indexOf(id), 1);
      changed.fire(new Map());
      await settle();
    };
    return { inboxes, time, calls, answer, stored, settle, shown, signOut };
  }

  const [demo, site] = ['local/alice/demo#7', 'local/alice/site#7'];
  const at = (repo: string, account?: string, host = 'local'): RepositoryAt => ({
    name: { host, owner: 'alice', repo },
    account,
  });

  it('sends nothing without an account', async () => {
    const { calls, inboxes } = await openWindow([]);
    assert.deepEqual([calls, inboxes.entries(), inboxes.progress.failure], [[], [], undefined]);
  });

  it('reads pinned and opened repositories with the account that has them, where the host has no list', async () => {
    const { shown } = await openWindow(['local/alice', 'local/bob', 'other/carol'], {
      pinned: [at('demo'), at('of-bob', 'bob'), at('of-nobody', 'gone')],
      recent: [at('demo'), at('elsewhere', undefined, 'other')],
    });
    assert.deepEqual(shown(), [
      'local/alice local/alice/demo#7',
      'local/alice local/alice/of-nobody#7',
      'local/bob local/alice/of-bob#7',
      'other/carol other/alice/elsewhere#7',
    ]);
  });

  it('refuses a decision about an entry that none of them has, or not the named one', async () => {
    const { inboxes } = await openWindow();
    const done = (entry: readonly string[], within = {}): Promise<void> =>
      inboxes.decide(entry, (inbox, own) => inbox.markDone(own), within);
    for (const [entry, within] of [
      [['local/alice/demo#8'], {}],
      [[demo, 'local/alice/demo#8'], {}],
      [[demo], { account: 'bob' }],
      [[demo], { host: 'other' }],
    ] as const)
      await assert.rejects(done(entry, within), { kind: 'invalid', field: 'entry' });
    assert.throws(() => inboxes.find('local/alice/demo#8'), { kind: 'invalid', field: 'entry' });
    assert.equal(inboxes.entries().length, 2);
    await done(['Local/Alice/demo#7'], { host: 'local', account: 'alice' });
    assert.deepEqual([inboxes.entries().length, inboxes.all().length, inboxes.find(demo).number], [1, 2, '7']);
  });

  it('shows what another window stored, and takes its later decisions with the focus', async () => {
    const one = await openWindow();
    await one.inboxes.decide([demo], (inbox, key) => inbox.markDone(key));
    const other = await openWindow();
    assert.deepEqual([other.stored, other.shown()], [1, [`local/alice ${site}`]]);
    await one.inboxes.decide([site], (inbox, key) => inbox.snooze(key, '2026-05-01'));
    assert.equal(other.shown().length, 1);
    other.time.setFocus(true);
    assert.deepEqual(other.shown(), []);
  });

  it('carries decisions, and no title, to another computer', async () => {
    const one = await openWindow();
    await one.inboxes.decide([demo], (inbox, key) => inbox.markDone(key));
    assert.ok(!JSON.stringify([...synced.values]).includes('In demo'), 'a title is synced');
    disk = new MemoryDisk();
    assert.deepEqual((await openWindow()).shown(), [`local/alice ${site}`]);
  });

  it('keeps the decisions of the former version, which stored them with its issues', async () => {
    const marks = {
      version: 1,
      since: start,
      marks: { [demo]: { at: start, done: start + hour, seen: start + hour } },
    };
    const former = JSON.stringify({ marks, issues: [{ key: demo }], updates: {} });
    await memoryStorage(disk).write('inbox/local/alice', new TextEncoder().encode(former));
    const { inboxes, shown } = await openWindow();
    assert.deepEqual(shown(), [`local/alice ${site}`]);
    await inboxes.decide([site], (inbox, key) => inbox.markDone(key));
    assert.deepEqual((await openWindow()).shown(), []);
  });

  it('ignores synced values of another form', async () => {
    for (const value of [7, [], { 'local/alice': 'x' }, { 'local/alice': { version: 9 } }]) {
      await synced.update('inbox', value);
      const { inboxes } = await openWindow();
      await inboxes.decide([demo, site], (inbox, key) => inbox.markDone(key));
      assert.deepEqual(inboxes.entries(), []);
      disk = new MemoryDisk();
    }
  });

  it('removes the stored entries of an account that signs out, also while they are stored', async () => {
    const { inboxes, signOut, shown } = await openWindow(['local/alice', 'local/bob']);
    await inboxes.decide([demo], (inbox, key) => inbox.markUnread(key));
    assert.deepEqual([...disk.files.keys()].sort(), ['inbox/local/alice', 'inbox/local/bob']);
    const update = synced.update.bind(synced);
    synced.update = async (key, value) => {
      synced.update = update;
      await signOut('local/bob');
      await update(key, value);
    };
    await inboxes.decide([site], (inbox, key) => inbox.markDone(key));
    assert.deepEqual([...disk.files.keys()], ['inbox/local/alice']);
    assert.deepEqual(shown(), [`local/alice ${demo}`]);
  });

  it('takes an own change as seen, unless the entry was unread, and reads its list again', async () => {
    const { inboxes, calls, settle, time, answer } = await openWindow();
    const status = (key: string) => inboxes.find(key).status;
    await inboxes.decide([demo], (inbox, key) => inbox.markSeen(key));
    time.setFocus(false);
    await time.pass(2 * hour);
    answer.updated = start + 2 * hour;
    calls.length = 0;
    for (const repo of ['demo', 'site', 'unknown']) inboxes.noteOwnChange(at(repo).name, ['#7', '!7']);
    await settle();
    assert.deepEqual([calls, status(demo), status(site)], [['local/alice user/issues'], 'read', 'new']);
    answer.updated = start + 3 * hour;
    await inboxes.refresh();
    assert.equal(status(demo), 'changed');
  });
});
