import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import type { RepositoryAt } from '../../../../src/domain/hosts/activeRepository.ts';
import type { AccountsChange, Connection, Connections } from '../../../../src/domain/hosts/connections.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { Inboxes } from '../../../../src/domain/inbox/inboxes.ts';
import { fakeApi } from '../../../kit/fakeApi.ts';
import type { Given } from '../../../kit/fakeFetch.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';
import { RecordingLog } from '../../../kit/recordingLog.ts';
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
    const log = new RecordingLog();
    /** Answers in place of the usual ones, by the path and the scope. */
    const answers = new Map<string, Given>();
    const answer = { updated: start + hour, comments: 0 };
    const issueIn = (path: string): object => {
      const [, owner = '', repo = ''] = path.split('/');
      const updated_at = new Date(answer.updated).toISOString();
      return {
        number: '7',
        title: `In ${repo}`,
        state: 'open',
        updated_at,
        comments: answer.comments,
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
        ...fakeApi(({ url, method, body = '' }) => {
          const { pathname, searchParams } = new URL(url);
          const path = pathname.replace('/api/v5/', '');
          calls.push(`${account.id} ${path} ${body}`.trim());
          const scope = searchParams.get('scope') ?? '';
          const special = answers.get(method === 'GET' ? `${path} ${scope}`.trim() : `${method} ${path}`);
          if (special !== undefined) return special;
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
      ...{ connections, storage: memoryStorage(disk), synced, window: time.window, clock: time.clock, log },
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
    return {
      inboxes,
      time,
      calls,
      answer,
      answers,
      stored,
      settle,
      shown,
      signOut,
      signedIn,
      connected,
      connections,
      log,
    };
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

  it('decides for the account that has the entry, and syncs nothing for the others', async () => {
    const { inboxes, shown } = await openWindow(['local/alice', 'local/bob'], {
      pinned: [at('demo'), at('of-bob', 'bob')],
      recent: [],
    });
    const decide = (key: string): Promise<void> => inboxes.decide([key], (inbox, own) => inbox.markDone(own));
    await decide('local/alice/of-bob#7');
    assert.deepEqual(shown(), [`local/alice ${demo}`]);
    let updates = 0;
    const update = synced.update.bind(synced);
    synced.update = async (...value) => {
      updates += 1;
      await update(...value);
    };
    await decide(demo);
    assert.deepEqual([shown(), updates], [[], 1]);
  });

  it('keeps a decision in this window if it cannot be stored, and says so in the log', async () => {
    const { inboxes, shown, log } = await openWindow();
    synced.update = () => Promise.reject(new Error('no space'));
    await inboxes.decide([demo], (inbox, key) => inbox.markDone(key));
    assert.deepEqual(shown(), [`local/alice ${site}`]);
    assert.ok(log.lines.includes('the inbox cannot be stored: no space'));
  });

  it('keeps what it shows if the accounts cannot be read, and says so in the log', async () => {
    const { inboxes, shown, log, connections } = await openWindow();
    connections.accounts = () => Promise.reject(new Error('locked'));
    await inboxes.update();
    assert.deepEqual(shown(), [`local/alice ${demo}`, `local/alice ${site}`]);
    assert.ok(log.lines.includes('the inbox cannot be loaded: locked'));
  });

  it('follows the accounts of the last of two updates', async () => {
    const { inboxes, shown, signedIn } = await openWindow(['local/alice', 'local/bob']);
    const first = inboxes.update();
    signedIn.splice(0, 1);
    await Promise.all([first, inboxes.update()]);
    assert.deepEqual(shown(), [`local/bob ${demo}`, `local/bob ${site}`]);
  });

  it('keeps entries and decisions with a new connection, by which it reads within a minute', async () => {
    const { inboxes, shown, connected, calls, time, settle } = await openWindow();
    await inboxes.decide([demo], (inbox, key) => inbox.markDone(key));
    connected.clear();
    await inboxes.update();
    assert.deepEqual(shown(), [`local/alice ${site}`]);
    calls.length = 0;
    await time.pass(60_000, settle);
    const lists = calls.filter((one) => one.startsWith('local/alice user/')).sort();
    assert.deepEqual(lists, ['local/alice user/issues', 'local/alice user/pulls', 'local/alice user/pulls']);
    assert.equal(inboxes.find(site).connection, connected.get('local/alice'));
  });

  const lists = [
    'user/issues',
    ...['', ' need_my_approve', ' need_my_review', ' assigned_to_me'].map((one) => `user/pulls${one}`),
  ];

  it('tells why it is empty only if the host refuses every list', async () => {
    const { inboxes, answers, shown } = await openWindow();
    for (const list of lists) answers.set(list, { status: 403 });
    await inboxes.refresh();
    assert.deepEqual([inboxes.progress.failure?.kind, shown().length], ['forbidden', 2]);
    answers.delete('user/pulls need_my_review');
    await inboxes.refresh();
    assert.equal(inboxes.progress.failure, undefined);
  });

  it('leaves out what does not name its repository', async () => {
    const { inboxes, answers, shown } = await openWindow();
    const named = { number: '8', title: 'Named', state: 'open', updated_at: '2026-03-10T13:00:00Z' };
    const of = { repo: { full_name: 'alice/demo' } };
    const pulls = [
      { ...named, number: '9', base: {}, head: {} },
      { ...named, base: of, head: of },
    ];
    answers.set('user/pulls', { body: pulls });
    answers.set('user/issues', { body: [named, { ...named, number: '10', repository: of.repo }] });
    await inboxes.refresh();
    assert.deepEqual(shown(), ['local/alice local/alice/demo!8', 'local/alice local/alice/demo#10']);
  });

  it('shows the other repositories if one cannot be read', async () => {
    const repositories = { pinned: [at('demo'), at('site')], recent: [] };
    const { inboxes, answers, shown } = await openWindow(['local/alice'], repositories);
    answers.set('repos/alice/demo/issues', { status: 403 });
    await inboxes.refresh();
    assert.deepEqual([shown(), inboxes.progress.failure], [[`local/alice ${site}`], undefined]);
  });

  it('keeps an own pull request whose state cannot be read', async () => {
    const { inboxes, answers, calls, time, settle } = await openWindow();
    const of = { repo: { full_name: 'alice/demo' } };
    const pull = { number: '8', title: 'Own', state: 'open', draft: true, updated_at: '2026-03-10T13:00:00Z' };
    answers.set('user/pulls', { body: [{ ...pull, base: of, head: of }] });
    answers.set('repos/alice/demo/pulls/8', { status: 403 });
    await inboxes.refresh();
    await time.pass(5 * 60_000, settle);
    assert.ok(calls.includes('local/alice repos/alice/demo/pulls/8'));
    assert.deepEqual(inboxes.find('local/alice/demo!8').blocked?.name, 'work_in_progress');
  });

  it('shows new comments as news if the host does not tell who wrote them', async () => {
    const { inboxes, answer, calls, time, settle } = await openWindow();
    await inboxes.decide([demo], (inbox, key) => inbox.markSeen(key));
    Object.assign(answer, { updated: start + 2 * hour, comments: 1 });
    await inboxes.refresh();
    await time.pass(60_000, settle);
    assert.ok(calls.includes('local/alice repos/alice/demo/issues/comments'));
    assert.equal(inboxes.find(demo).status, 'changed');
  });

  it('marks only unread notifications as read, and drops those of a repository that has no entry any more', async () => {
    const { inboxes, answers, time, settle, calls } = await openWindow();
    const path = 'repos/alice/demo/notifications';
    const notice = { content: 'Told', type: 'issue_open', update_at: '2026-03-10T13:00:00Z' };
    const about = (number: number) => `https://local.test/alice/demo/issues/${number}`;
    const notices = [
      { ...notice, id: '1', unread: true, html_url: about(7) },
      { ...notice, id: '2', unread: false, html_url: about(7) },
      { ...notice, id: '3', unread: true, html_url: about(9) },
    ];
    answers.set(path, { body: notices });
    await time.pass(10 * 60_000, settle);
    assert.equal(inboxes.find('local/alice/demo#9').title, 'Told');
    calls.length = 0;
    await inboxes.decide([demo], (inbox, key) => inbox.markSeen(key));
    await settle();
    assert.match(calls[0] ?? '', /notifications .*\b1\b/);
    assert.doesNotMatch(calls[0] ?? '', /\b2\b/);
    answers.set('user/issues', { body: [] });
    await inboxes.refresh();
    assert.deepEqual(inboxes.entries(), []);
  });
});
