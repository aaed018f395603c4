import assert from 'node:assert/strict';
import type { Api } from '../../../../src/api/client/client.ts';
import { silent } from '../../../../src/core/log.ts';
import type { RepositoryName } from '../../../../src/domain/hosts/address.ts';
import { Inbox } from '../../../../src/domain/inbox/inbox.ts';
import { InboxPoller } from '../../../../src/domain/inbox/inboxPoller.ts';
import type { InboxAccount } from '../../../../src/domain/inbox/inboxTurn.ts';
import { budget, within } from '../../../budgets.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';
import type { Habits } from '../../../service/habits.ts';
import { Clients } from '../../kit/clients.ts';

const second = 1_000;

describe('the inbox of alice', () => {
  let clients: Clients;
  let api: Api;
  let poller: InboxPoller | undefined;
  before(async () => {
    clients = await Clients.start();
    api = clients.as('alice');
  });
  after(() => clients.close());
  afterEach(() => {
    poller?.dispose();
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  /** The inbox of repositories, and `pass`, which advances its clock and waits for each response. */
  function follow(names: readonly RepositoryName[]) {
    const time = new InboxTime(Date.now());
    const inbox = new Inbox('alice', time.clock.now);
    const pending = new Set<Promise<unknown>>();
    const account: InboxAccount = {
      inbox,
      login: 'alice',
      chosen: () => names,
      isRecent: () => false,
      list: (params, options) => {
        const response = api.issues.list(params, options);
        pending.add(response);
        return response;
      },
    };
    const accounts = [account];
    poller = new InboxPoller({ accounts: () => accounts, window: time.window, clock: time.clock, log: silent });
    const settle = async (): Promise<void> => {
      await Promise.allSettled(pending);
      pending.clear();
      // The poller plans the next request after it took the response.
      await new Promise((resolve) => setImmediate(resolve));
    };
    const pass = (seconds: number): Promise<void> => time.pass(seconds * second, settle);
    const shown = (): string[] =>
      inbox.entries().map(({ title, status, reasons }) => [title, status, ...reasons].join());
    return { inbox, pass, shown, time };
  }

  const at = async (): Promise<RepositoryName> => ({ host: 'local', ...(await clients.fresh(false)) });

  for (const openState of ['open', 'opened'] as const) {
    it(`has assigned and created issues, and what changed since, if an open issue is called ${openState}`, async () => {
      clients.habit({ openState });
      const name = await at();
      const { owner, repo } = name;
      const create = (login: string, title: string, assignee?: string) =>
        clients.as(login).issues.create({ owner, repo, title, assignee });
      await create('bob', 'Assigned', 'alice');
      const own = await create('alice', 'Created');
      await create('bob', 'Of others', 'bob');
      const { inbox, pass, shown } = follow([name]);
      clients.service.clear();
      await pass(30);
      const reasons = new Map(inbox.entries().map((entry) => [entry.title, entry.reasons]));
      assert.deepEqual([reasons.get('Assigned'), reasons.get('Created'), reasons.size], [['assigned'], ['created'], 2]);
      assert.deepEqual([inbox.total('assigned').count, inbox.total('created').count], [1, 1]);
      assert.equal(clients.service.requests.length, 3);

      for (const { key } of inbox.entries()) inbox.markDone(key);
      assert.deepEqual(shown(), []);
      // The service counts time in whole seconds.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const number = own?.number ?? assert.fail('the response has no issue');
      await api.issues.edit({ owner, repo, number, title: 'Created', state: 'close' });
      await pass(150);
      assert.deepEqual(shown(), ['Created,changed,created']);
      assert.equal(inbox.entries()[0]?.closed, true);
    });
  }

  /** A repository with 105 issues, most of them not quite new, and the number of the oldest one. */
  async function withOldIssues(): Promise<{ readonly name: RepositoryName; readonly number: string }> {
    const name = await at();
    const { owner, repo } = name;
    for (let index = 0; index < 105; index += 1)
      await api.issues.create({ owner, repo, title: `Issue ${index}`, assignee: index < 100 ? 'alice' : 'bob' });
    const { record } = await clients.service.repository(`${owner}/${repo}`);
    // The service counts time in whole seconds. A short page leaves out the oldest one; the last ones are few.
    const numbers = [...record.issues.keys()].sort((one, other) => one - other);
    for (const [index, number] of numbers.entries()) {
      const issue = record.issues.get(number) ?? assert.fail();
      const age = index === 0 ? 6 : index <= 100 ? 3 : 0;
      issue.updated -= age * second;
    }
    return { name, number: String(numbers[0]) };
  }

  const readings: readonly Partial<Habits>[] = [
    { shortPages: true },
    { timeBounds: 'exclusive' },
    { paging: 'ignored' },
    { issueNumber: 'text' },
    { liveFields: false },
  ];
  for (const reading of readings) {
    it(`shows the same if the service differs in ${JSON.stringify(reading)}`, async () => {
      const { name, number } = await withOldIssues();
      const { owner, repo } = name;
      clients.habit(reading);
      const { inbox, pass } = follow([name]);
      await pass(30);
      assert.deepEqual([inbox.total('assigned').count, inbox.entries().length >= 99], [100, true]);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await api.issues.edit({ owner, repo, number, title: 'Changed', state: 'close' });
      await pass(300);
      assert.deepEqual(
        [inbox.entries()[0]?.title, inbox.entries()[0]?.closed, inbox.total('assigned').count],
        ['Changed', true, 99],
      );
    });
  }

  it('counts only what it lists if the headers do not follow the filter', async () => {
    clients.habit({ countsFollowFilter: false });
    const name = await at();
    const { owner, repo } = name;
    for (let index = 0; index < 30; index += 1)
      await api.issues.create({ owner, repo, title: `Issue ${index}`, assignee: index < 3 ? 'alice' : 'bob' });
    const { inbox, pass } = follow([name]);
    await pass(30);
    assert.deepEqual(inbox.total('assigned'), { count: 3, isExact: true });
    assert.deepEqual(inbox.total('created'), { count: 30, isExact: true });
  });

  it('sends at most four requests a minute also while the service fails', async () => {
    const { pass, inbox } = follow([await at()]);
    clients.service.fail({ operation: 'issues.list', fault: { kind: 'error', status: 500 } });
    clients.service.clear();
    await pass(59);
    assert.deepEqual([clients.service.requests.length, inbox.entries()], [1, []]);
  });

  it('follows ten repositories with at most four requests a minute', async () => {
    const names: RepositoryName[] = [];
    for (let index = 0; index < 10; index += 1) names.push(await at());
    const { pass } = follow(names);
    clients.service.clear();
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      const before = clients.service.requests.length;
      // The first minute ends before the request that begins the second one.
      await pass(minutes === 1 ? 59 : 60);
      within(budget.requests.inboxMinute, clients.service.requests.length - before);
    }
    assert.ok(clients.service.requests.every(({ operation }) => operation === 'issues.list'));
  });

  it('sends nothing without the focus, and every 150 seconds for one repository with it', async () => {
    const { pass, time } = follow([await at()]);
    time.setFocus(false);
    clients.service.clear();
    await pass(600);
    assert.deepEqual(clients.service.requests, []);
    time.setFocus(true);
    await pass(160);
    assert.equal(clients.service.requests.length, 4);
  });

  it('is complete without count headers', async () => {
    const name = await at();
    await api.issues.create({ owner: name.owner, repo: name.repo, title: 'Mine', assignee: 'alice' });
    clients.habit({ countHeaders: false });
    const { inbox, pass } = follow([name]);
    await pass(30);
    assert.deepEqual([inbox.total('assigned'), inbox.entries().length], [{ count: 1, isExact: true }, 1]);
  });
});
