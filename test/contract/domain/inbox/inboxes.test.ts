import assert from 'node:assert/strict';
import { Budget } from '../../../../src/api/throttle/budget.ts';
import { Emitter } from '../../../../src/core/emitter.ts';
import { silent } from '../../../../src/core/log.ts';
import type { RepositoryAt } from '../../../../src/domain/hosts/activeRepository.ts';
import type { Connections } from '../../../../src/domain/hosts/connections.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { accountOf } from '../../../../src/domain/hosts/hosts.ts';
import { Inboxes } from '../../../../src/domain/inbox/inboxes.ts';
import { budget, within, withinLeast } from '../../../budgets.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { aHost } from '../../../kit/sessions.ts';
import { until } from '../../../kit/until.ts';
import { Clients } from '../../kit/clients.ts';
import { quiet } from '../../kit/quiet.ts';

const minute = 60_000;
/** The service counts time in whole seconds. */
const nextSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('the inbox of bob', () => {
  const clients = Clients.ofSuite();
  let inboxes: Inboxes | undefined;
  let time: InboxTime;
  // What is there already counts as read.
  beforeEach(() => (time = new InboxTime(Date.now() + minute)));
  afterEach(() => inboxes?.dispose());

  async function open(recent: readonly RepositoryAt[] = []): Promise<Inboxes> {
    const host = aHost({ apiUrl: clients.service.url, webUrl: clients.service.url });
    const account = accountOf(host, 'bob');
    const connection = { host, account, api: clients.as('bob'), budget: new Budget(0) };
    const connections: Connections = {
      hosts: () => [host],
      host: () => host,
      accounts: () => Promise.resolve([account]),
      isSignedOut: () => false,
      connect: () => Promise.resolve(connection),
      onDidChange: new Emitter<never>().event,
      onDidReturn: new Emitter<string>().event,
    };
    const synced = { get: () => undefined, update: () => Promise.resolve() };
    const features = new HostFeatures(memoryStorage());
    inboxes = new Inboxes({
      ...{ connections, features, window: time.window, clock: time.clock, storage: memoryStorage(), synced },
      ...{ pinned: () => [], recent: () => recent, log: silent },
    });
    await inboxes.update();
    return inboxes;
  }

  /** A repository of alice with an issue that is assigned to bob, and a pull request that `assignees` approve. */
  async function world(assignees: readonly string[] = ['bob']) {
    const { owner, repo } = await clients.fresh();
    const repository = `${owner}/${repo}`;
    const alice = clients.as('alice');
    await clients.service.act({ do: 'push', repository, branch: 'topic', files: { 'a.txt': repo } });
    const made = { owner, repo, title: `Pull of ${repo}`, head: 'topic', base: 'main', assignees };
    const pull = await alice.pullRequests.create(made);
    const issue = await alice.issues.create({ owner, repo, title: `Issue of ${repo}`, assignee: 'bob' });
    clients.service.clear();
    const own = `local/${repository}`;
    /** What the inbox shows of the repository. */
    const shown = (one: Inboxes): string[] =>
      one
        .entries()
        .filter(({ key }) => key.startsWith(`${own}#`) || key.startsWith(`${own}!`))
        .map(({ title, status, reasons }) => [title.split(' ')[0], status, ...reasons].join(' '))
        .sort();
    return { owner, repo, repository, own, shown, alice, number: pull!.number, issue: issue!.number };
  }

  /** Requests since the last `clear`, with their scopes. */
  const sent = (): string[] =>
    clients.service.requests.map(({ operation, params }) => [operation, params.scope].filter(Boolean).join(' '));
  const withoutNotices = (): string[] => sent().filter((one) => one !== 'inbox.notifications');
  const settle = (): Promise<void> => quiet(clients.service);
  const pass = (minutes: number): Promise<void> => time.pass(minutes * minute, settle);

  it('is there after three requests, and complete after one more a minute with the focus', async () => {
    const { shown } = await world();
    const inbox = await open();
    await inbox.open();
    assert.deepEqual(withoutNotices().sort(), ['inbox.issues', 'inbox.pulls', 'inbox.pulls need_my_approve']);
    assert.deepEqual(shown(inbox), ['Issue read assigned', 'Pull read approve']);
    await pass(2);
    assert.deepEqual(withoutNotices().slice(3), ['inbox.pulls need_my_review', 'inbox.pulls assigned_to_me']);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      const before = withoutNotices().length;
      await pass(1);
      within(budget.requests.inboxMinute, withoutNotices().length - before);
    }
    clients.service.clear();
    time.setFocus(false);
    await pass(10);
    assert.deepEqual(sent(), []);
    time.setFocus(true);
  });

  it('sends at most five list requests for the whole list, also while the view opens', async () => {
    const { shown } = await world([]);
    const inbox = await open();
    await Promise.all([inbox.open(), inbox.refresh()]);
    within(budget.requests.inboxList, withoutNotices().length);
    assert.deepEqual(shown(inbox), ['Issue read assigned']);
  });

  it('keeps the other lists if the host refuses one, or ignores the scopes', async () => {
    const { shown } = await world();
    for (const scope of ['need_my_approve', 'need_my_review', 'assigned_to_me'])
      for (const status of [400, 403, 404]) {
        clients.service.fail({ operation: 'inbox.pulls', where: { scope }, fault: { kind: 'error', status } });
        const inbox = await open();
        await inbox.refresh();
        assert.deepEqual([inbox.progress.failure, shown(inbox).length], [undefined, 2], `${scope} ${status}`);
        inbox.dispose();
        clients.service.heal();
      }
    clients.habit({ pullScopes: 'ignored' });
    const inbox = await open();
    await inbox.refresh();
    assert.deepEqual(shown(inbox), ['Issue read assigned']);
  });

  it('says why the host does not answer, keeps what it has, and asks again', async () => {
    const { shown } = await world();
    const inbox = await open();
    await inbox.open();
    clients.service.fail({ operation: 'inbox.*', fault: { kind: 'error', status: 401 } });
    await inbox.refresh();
    assert.deepEqual([inbox.progress.failure?.kind, shown(inbox).length], ['signedOut', 2]);
    clients.service.heal();
    await pass(5);
    assert.equal(inbox.progress.failure, undefined);
  });

  it('reads the opened repositories where the host has no lists, when the view opens and on refresh only', async () => {
    const { owner, repo, repository, shown, alice } = await world();
    await clients.service.act({ do: 'push', repository, branch: 'mine', files: { 'b.txt': repo } });
    await clients.as('bob').pullRequests.create({ owner, repo, title: 'Own', head: 'mine', base: 'main' });
    await clients.service.act({ do: 'push', repository, branch: 'other', files: { 'c.txt': repo } });
    await alice.pullRequests.create({ owner, repo, title: 'Of others', head: 'other', base: 'main' });
    clients.service.set({ operation: 'inbox.*', habits: { optionalOperations: '404' } });
    const inbox = await open([{ name: { host: 'local', owner, repo }, account: undefined }]);
    await inbox.open();
    assert.deepEqual(shown(inbox), ['Issue read assigned', 'Own read created', 'Pull read assigned']);
    await alice.issues.create({ owner, repo, title: 'New', assignee: 'bob' });
    clients.service.clear();
    await pass(10);
    assert.deepEqual(sent(), []);
    await inbox.open();
    assert.deepEqual([sent().sort(), shown(inbox).length], [['issues.list', 'pullRequests.list'], 4]);
    await inbox.refresh();
    assert.deepEqual(sent().sort(), ['issues.list', 'issues.list', 'pullRequests.list', 'pullRequests.list']);
  });

  it('takes from the host the one list that it has, and the other from the opened repositories', async () => {
    const { owner, repo, shown } = await world();
    const opened = [{ name: { host: 'local', owner, repo }, account: undefined }];
    for (const [operation, reads] of [
      ['inbox.pulls', ['inbox.issues', 'pullRequests.list']],
      ['inbox.issues', ['inbox.pulls', 'issues.list']],
    ] as const) {
      clients.service.set({ operation, habits: { optionalOperations: '404' } });
      const inbox = await open(opened);
      await inbox.open();
      assert.equal(shown(inbox).length, 2, operation);
      assert.ok(reads.every((one) => withoutNotices().includes(one)));
      clients.service.clear();
      await inbox.open();
      assert.deepEqual(withoutNotices(), [reads[1]]);
      inbox.dispose();
      clients.service.calm();
    }
  });

  it('has notifications of its repositories, at most every ten minutes, read and unread both ways', async () => {
    const { owner, repo, repository, own, shown, alice, number } = await world();
    const other = await alice.issues.create({ owner, repo, title: 'Of nobody' });
    const about = { to: 'bob', actor: 'alice', content: 'Told by the host' };
    const named = { ...about, type: 'merge_requests_referer', kind: 'merge_requests', number: Number(number) } as const;
    const opened = { ...about, type: 'issue_open', kind: 'issues', number: Number(other?.number) } as const;
    for (const one of [named, opened]) await clients.service.act({ do: 'notify', repository, about: one });
    const inbox = await open();
    await inbox.open();
    const [mention, news] = clients.service.state.notices.filter((one) => one.repository === repository);
    const asked = (): number => clients.service.requests.filter(({ path }) => path.includes(`${repo}/notif`)).length;
    assert.deepEqual(shown(inbox), ['Issue read assigned', 'Pull new approve mentioned', 'Told new updated']);
    await inbox.decide([`${own}!${number}`], (one, keys) => one.markSeen(keys));
    await until(() => mention?.unread === false);
    await settle();
    assert.equal(asked(), 3);
    news!.unread = false;
    await pass(9);
    assert.deepEqual([asked(), shown(inbox).at(-1)], [3, 'Told new updated']);
    await pass(2);
    assert.deepEqual([asked(), shown(inbox)], [4, ['Issue read assigned', 'Pull read approve assigned mentioned']]);
  });

  it('shows new comments of others, and takes those of the user as seen', async () => {
    const { owner, repo, repository, own, issue } = await world();
    const inbox = await open();
    await inbox.open();
    const status = (): string => inbox.find(`${own}#${issue}`).status;
    await inbox.decide([`${own}#${issue}`], (one, keys) => one.markSeen(keys));
    await nextSecond();
    await clients.as('bob').issueComments.create({ owner, repo, number: issue, body: 'Mine, on the web' });
    await inbox.refresh();
    assert.equal(status(), 'changed');
    await pass(1);
    assert.equal(status(), 'read');
    await nextSecond();
    await clients.service.act({ do: 'comment', repository, number: Number(issue), body: 'Not mine', as: 'alice' });
    await inbox.refresh();
    await pass(1);
    assert.equal(status(), 'changed');
  });

  it('says what own pull requests lack first, which is read one by one', async () => {
    const { owner, repo, repository, own } = await world([]);
    await clients.service.act({ do: 'push', repository, branch: 'mine', files: { 'b.txt': repo } });
    const made = { owner, repo, title: 'Mine', head: 'mine', base: 'main', testers: ['alice'] };
    const pull = await clients.as('bob').pullRequests.create(made);
    const inbox = await open();
    await inbox.open();
    const find = () => inbox.find(`${own}!${pull?.number}`);
    for (let minutes = 0; minutes < 30 && find().blocked === undefined; minutes += 1) await pass(1);
    assert.deepEqual([find().blocked?.name, find().waits], ['merged_by_user', false]);
  });

  it('has its first entries within a second at 50 ms', async () => {
    const { shown } = await world();
    clients.service.set({ latency: 50 });
    await withinLeast(1_000, async () => {
      const started = performance.now();
      const inbox = await open();
      const opening = inbox.open();
      await until(() => shown(inbox).length === 2);
      const time = performance.now() - started;
      await opening;
      return time;
    });
  });

  it('says that the host has more than 100 of a list, and reads them when the user asks', async () => {
    const { owner, repo, alice, shown } = await world([]);
    for (let number = 0; number < 100; number += 1)
      await alice.issues.create({ owner, repo, title: `Issue ${number}`, assignee: 'bob' });
    const inbox = await open();
    await inbox.open();
    assert.deepEqual([shown(inbox).length, inbox.progress.hasMore], [100, true]);
    clients.service.clear();
    await inbox.readMore();
    assert.deepEqual(withoutNotices(), ['inbox.issues', 'inbox.issues']);
    assert.equal(shown(inbox).length, 101);
    // Other tests assigned issues too.
    while (inbox.progress.hasMore) await inbox.readMore();
    assert.equal(shown(inbox).length, 101);
  });
});
