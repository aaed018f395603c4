import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/record/issue.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { silent } from '../../../../src/core/log.ts';
import type { RepositoryName } from '../../../../src/domain/hosts/address.ts';
import { Inbox } from '../../../../src/domain/inbox/inbox.ts';
import { InboxPoller } from '../../../../src/domain/inbox/inboxPoller.ts';
import type { InboxAccount } from '../../../../src/domain/inbox/inboxTurn.ts';
import { budget, within } from '../../../budgets.ts';
import { runCallbacks } from '../../../kit/clockwork.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';

const [second, minute] = [1_000, 60_000];
const start = Date.parse('2026-03-10T12:00:00Z');
const named = (repo: string): RepositoryName => ({ host: 'local', owner: 'alice', repo });

type Call = Parameters<InboxAccount['list']>;

describe('InboxPoller', () => {
  let poller: InboxPoller | undefined;
  afterEach(() => poller?.dispose());

  function poll(
    count: number,
    answer: (call: Call[0]) => readonly Issue[] = () => [],
    totalOf?: (call: Call[0]) => number,
  ) {
    const time = new InboxTime(start);
    const inbox = new Inbox('alice', time.clock.now);
    const recent: string[] = [];
    const repositories = Array.from({ length: count }, (_, index) => named(`r${index}`));
    const calls: { readonly at: number; readonly params: Call[0]; readonly options: Call[1] }[] = [];
    const account: InboxAccount = {
      inbox,
      login: 'alice',
      chosen: () => repositories,
      isRecent: ({ repo }) => recent.includes(repo),
      list: async (params, options) => {
        calls.push({ at: time.clock.now(), params, options });
        await Promise.resolve();
        const counts = totalOf === undefined ? {} : { total_count: totalOf(params) };
        return { items: answer(params), unreadable: [], counts, size: 0, key: ({ number }) => number };
      },
    };
    const accounts = [account];
    poller = new InboxPoller({ accounts: () => accounts, window: time.window, clock: time.clock, log: silent });
    return { time, inbox, account, accounts, repositories, recent, calls, poller };
  }

  const issue = (number: string, updated: number, more: Partial<Issue> = {}): Issue => ({
    number,
    title: number,
    labels: [],
    assignees: [],
    updated_at: new Date(updated).toISOString(),
    assignee: { login: 'alice' },
    user: { login: 'alice' },
    ...more,
  });

  it('sends at most four requests in any minute for ten repositories, all in the background, in turn', async () => {
    const { time, calls } = poll(10);
    await time.pass(20 * minute);
    for (const { at } of calls) {
      const inMinute = calls.filter((other) => other.at >= at && other.at < at + minute);
      within(budget.requests.inboxMinute, inMinute.length);
    }
    assert.ok(calls.every(({ options }) => options?.priority === 'background'));
    const first = calls.slice(0, 20).map(({ params }) => params.repo);
    assert.deepEqual(first.slice(0, 10), first.slice(10));
    assert.equal(new Set(first).size, 10);
    const updates = calls.slice(20).filter(({ params }) => params.updated_after !== undefined);
    assert.deepEqual([updates.length, new Set(updates.map(({ params }) => params.repo)).size], [calls.length - 20, 10]);
  });

  it('asks for assigned, created, and then updated issues, and for one repository every 150 seconds', async () => {
    const { time, calls } = poll(1);
    await time.pass(10 * minute);
    const common = { owner: 'alice', repo: 'r0', sort: 'updated', direction: 'desc', page: 1, per_page: 100 };
    const updated_after = new Date(start - 24 * 60 * minute).toISOString();
    assert.deepEqual(
      calls.slice(0, 3).map(({ params }) => params),
      [
        { ...common, state: 'open', assignee: 'alice' },
        { ...common, state: 'open', creator: 'alice' },
        { ...common, state: 'all', updated_after },
      ],
    );
    assert.deepEqual(
      calls.map(({ at }) => (at - start) / second),
      [0, 1, 2, 152, 302, 452],
    );
  });

  it('asks for updates since the last known one', async () => {
    const { time, calls } = poll(1, ({ updated_after }) =>
      updated_after === undefined ? [] : [issue('1', start + 5)],
    );
    await time.pass(4 * minute);
    assert.equal(calls[3]?.params.updated_after, new Date(start + 5 - second).toISOString());
  });

  it('sends nothing without the focus, and goes on with the focus at the same rate', async () => {
    const { time, calls } = poll(3);
    await time.pass(second);
    time.setFocus(false);
    await time.pass(60 * minute);
    assert.equal(calls.length, 2);
    time.setFocus(true);
    time.setFocus(true);
    await time.pass(0);
    assert.equal(calls.length, 3);
    for (const seconds of [1, 1, 1, 1, 55]) {
      await time.pass(seconds * second);
      time.setFocus(false);
      time.setFocus(true);
    }
    assert.equal(calls.length, 6);
    await time.pass(second);
    assert.equal(calls.length, 7);
  });

  it('takes the count of the header if a page is not the whole list', async () => {
    const many = Array.from({ length: 100 }, (_, index) => issue(`${index}`, start - minute));
    const mine = ({ assignee }: Call[0]): readonly Issue[] => (assignee === undefined ? many.slice(0, 7) : many);
    const { time, inbox } = poll(1, mine, (call) => (call.assignee === undefined ? 7 : 4_000));
    await time.pass(20 * second);
    assert.deepEqual(inbox.total('assigned'), { count: 4_000, isExact: true });
    assert.deepEqual(inbox.total('created'), { count: 7, isExact: true });
  });

  it('takes no count of a service whose headers do not follow the filter', async () => {
    const many = Array.from({ length: 100 }, (_, index) => issue(`${index}`, start - minute));
    const { time, inbox } = poll(
      1,
      ({ assignee }) => (assignee === undefined ? many.slice(0, 7) : many),
      () => 20_000,
    );
    await time.pass(20 * second);
    assert.deepEqual(inbox.total('assigned'), { count: 100, isExact: false });
    assert.deepEqual(inbox.total('created'), { count: 7, isExact: true });
  });

  it('does not take a short page for the whole list if the header counts more', async () => {
    const page = Array.from({ length: 99 }, (_, index) => issue(`${index}`, start - minute));
    let first = 0;
    const {
      time,
      inbox,
      poller: own,
    } = poll(
      1,
      ({ assignee }) => (assignee === undefined ? [] : page.slice(first)),
      ({ assignee }) => (assignee === undefined ? 0 : 4_000),
    );
    await time.pass(5 * second);
    first = 30;
    own.refresh();
    await time.pass(2 * minute);
    assert.deepEqual([inbox.entries().length, inbox.total('assigned')], [99, { count: 4_000, isExact: true }]);
  });

  it('lists open issues again after more updates than a page has', async () => {
    const many = Array.from({ length: 100 }, (_, index) => issue(`${index}`, start - minute));
    let isFull = true;
    const { time, calls } = poll(1, ({ updated_after }) =>
      updated_after === undefined ? [] : many.slice(0, isFull ? 100 : 1),
    );
    await time.pass(75 * second);
    isFull = false;
    await time.pass(150 * second);
    assert.deepEqual(
      calls.map(({ params }) => (params.assignee ? 'assigned' : params.creator ? 'created' : 'updates')),
      ['assigned', 'created', 'updates', 'assigned', 'created', 'updates'],
    );
    assert.equal(calls.at(-1)?.params.updated_after, new Date(start - minute - second).toISOString());
  });

  it('waits longer after each failure, up to ten minutes, and not after a success', async () => {
    let isOnline = false;
    const { time, calls } = poll(2, () => {
      if (!isOnline) throw new Failure('unreachable', 'the network is gone', { reason: 'offline' });
      return [];
    });
    await time.pass(40 * minute);
    const delays = calls.slice(1).map(({ at }, index) => (at - (calls[index]?.at ?? 0)) / minute);
    assert.deepEqual(delays, [1, 2, 4, 8, 10, 10]);
    isOnline = true;
    await time.pass(11 * minute);
    assert.equal((calls.at(-1)?.at ?? 0) - (calls[7]?.at ?? 0) > 0, true);
    assert.equal((calls[8]?.at ?? 0) - (calls[7]?.at ?? 0), second);
  });

  it('goes on with the other repositories if one is missing, and asks for it again after half an hour', async () => {
    const { time, calls } = poll(2, ({ repo }) => {
      if (repo === 'r0') throw new Failure('missing', 'gone', { status: 404 });
      return [];
    });
    await time.pass(31 * minute);
    const missing = calls.filter(({ params }) => params.repo === 'r0').map(({ at }) => (at - start) / minute);
    assert.deepEqual(missing, [0, 30]);
    assert.equal(calls[1]?.at, start + second);
  });

  it('follows a new repository, and removes the issues of one that is not followed any more', async () => {
    const { time, inbox, repositories, calls, poller: own } = poll(1, () => [issue('1', start)]);
    await time.pass(0);
    assert.equal(inbox.entries().length, 1);
    repositories.splice(0, 1, named('other'));
    own.follow();
    assert.equal(inbox.entries().length, 0);
    await time.pass(second);
    assert.deepEqual([calls.length, calls[1]?.params.repo, inbox.entries().length], [2, 'other', 1]);
  });

  it('does not take the response for a repository that is not followed any more', async () => {
    const { time, inbox, repositories, poller: own } = poll(1, () => [issue('1', start)]);
    await time.pass(0, () => {
      repositories.length = 0;
      own.follow();
      return runCallbacks();
    });
    assert.deepEqual(inbox.entries(), []);
  });

  it('follows the own repositories of an account after they are listed, and lists them again after an hour', async () => {
    const { time, inbox, account, accounts, repositories, calls, poller: own } = poll(1, () => [issue('1', start)]);
    const old = { ...issue('9', start), key: 'local/alice/old#9', repository: named('old'), title: '', closed: false };
    inbox.restore([{ ...old, updated: start, reasons: ['created'] }]);
    let lists = 0;
    const listOwned = (): Promise<readonly RepositoryName[]> =>
      Promise.resolve([named(`own${(lists += 1)}`), named('r0')]);
    accounts.splice(0, 1, { ...account, listOwned });
    own.follow();
    const progress = { denied: [], failure: undefined };
    assert.deepEqual(own.progress, { repositories: 1, waiting: 1, isListing: true, ...progress });
    await time.pass(second);
    assert.deepEqual([lists, own.progress], [1, { repositories: 2, waiting: 1, isListing: false, ...progress }]);
    assert.deepEqual(
      inbox.issues.map(({ repository }) => repository.repo),
      ['r0'],
    );
    await time.pass(2 * minute);
    assert.deepEqual(new Set(calls.map(({ params }) => params.repo)), new Set(['r0', 'own1']));
    await time.pass(60 * minute);
    assert.deepEqual([lists, calls.at(-1)?.params.repo === 'own1'], [2, false]);
    repositories.length = 0;
    own.follow();
    assert.equal(own.progress.repositories, 2);
  });

  it('shares the rate between accounts, and asks each for its own issues', async () => {
    const { time, account, accounts, calls, poller: own } = poll(3);
    const inbox = new Inbox('bob', time.clock.now);
    accounts.push({ ...account, inbox, login: 'bob' });
    own.follow();
    await time.pass(4 * minute);
    assert.equal(calls.length, 17);
    const assignees = calls.flatMap(({ params }) => params.assignee ?? []);
    assert.deepEqual(assignees, ['alice', 'alice', 'alice', 'bob', 'bob', 'bob']);
    accounts.splice(1, 1);
    own.follow();
    assert.equal(own.progress.repositories, 3);
  });

  it('requests everything again after a refresh, at the same rate', async () => {
    const { time, calls, poller: own } = poll(1);
    await time.pass(5 * second);
    assert.equal(calls.length, 3);
    for (const count of [4, 4]) {
      own.refresh();
      await time.pass(5 * second);
      assert.equal(calls.length, count);
    }
    await time.pass(55 * second);
    const steps = calls.map(({ params }) => (params.assignee ? 'assigned' : params.creator ? 'created' : 'updates'));
    assert.deepEqual(steps.slice(3), ['updates', 'updates', 'assigned', 'created']);
  });

  it('requests again after a refresh what failed or was denied', async () => {
    const failures = [
      new Failure('unreachable', 'gone', { reason: 'offline' }),
      new Failure('missing', 'gone', { status: 404 }),
    ];
    for (const failure of failures) {
      let isWrong = true;
      const {
        time,
        calls,
        poller: own,
      } = poll(1, () => {
        if (isWrong) throw failure;
        return [];
      });
      await time.pass(0);
      isWrong = false;
      own.refresh();
      await time.pass(second);
      assert.deepEqual([calls.length, own.progress.failure, own.progress.waiting], [2, undefined, 0]);
      own.dispose();
    }
  });

  it('tells how many repositories wait for their first answer, and why the last request failed', async () => {
    let isOnline = false;
    const { time, poller: own } = poll(2, ({ repo }) => {
      if (repo === 'r1') throw new Failure('forbidden', 'not yours', { status: 403 });
      if (!isOnline) throw new Failure('unreachable', 'the network is gone', { reason: 'offline' });
      return [];
    });
    const seen: unknown[] = [];
    own.onDidChange(() => seen.push([own.progress.waiting, own.progress.failure?.kind]));
    await time.pass(0);
    isOnline = true;
    await time.pass(2 * minute);
    assert.deepEqual(seen.slice(0, 3), [
      [2, 'unreachable'],
      [1, 'unreachable'],
      [0, undefined],
    ]);
  });

  it('begins with the recently used repositories, then the pinned and chosen ones', async () => {
    const { time, calls, recent, poller: own } = poll(6);
    recent.push('r4', 'r2');
    own.follow();
    await time.pass(2 * minute);
    assert.deepEqual(
      calls.slice(0, 6).map(({ params }) => params.repo),
      ['r2', 'r4', 'r0', 'r1', 'r3', 'r5'],
    );
  });

  it('begins with the updates since the last window, which is one request for each repository', async () => {
    const day = 24 * 60 * minute;
    const { time, inbox, calls } = poll(3, () => [issue('1', start)]);
    const last = [start - 5 * minute, start - 13 * day, start - 15 * day];
    for (const [index, since] of last.entries()) inbox.update(named(`r${index}`), [], since);
    await time.pass(second * 2);
    assert.deepEqual(
      calls.map(({ params }) => [params.updated_after, params.assignee]),
      [
        [new Date(start - 5 * minute - day).toISOString(), undefined],
        [new Date(start - 14 * day).toISOString(), undefined],
        [undefined, 'alice'],
      ],
    );
  });

  it('asks for the updates of a day longer if the filter leaves out the last known one', async () => {
    // The filter compares days, and leaves out the day itself.
    const today = Math.floor(start / (24 * 60 * minute));
    const all = [issue('1', start - 5 * minute)];
    const { time, inbox, calls } = poll(1, ({ updated_after = '', assignee, creator }) =>
      [assignee, creator].some(Boolean) || Date.parse(updated_after) / (24 * 60 * minute) < today ? all : [],
    );
    await time.pass(5 * second);
    all.unshift(issue('2', start + minute));
    await time.pass(4 * minute);
    assert.deepEqual(
      inbox.entries().map(({ number }) => number),
      ['2', '1'],
    );
    const bounds = calls.slice(3).map(({ params }) => Date.parse(params.updated_after ?? ''));
    assert.deepEqual(bounds, [start - 5 * minute - second, start - 5 * minute - 24 * 60 * minute]);
  });

  it('notices updates although the dates of the service are in the future', async () => {
    // Times without a zone: 8 hours later than they are.
    const shift = 8 * 60 * minute;
    const all: Issue[] = [];
    const { time, inbox } = poll(1, ({ updated_after = '' }) =>
      all.filter(({ updated_at = '' }) => Date.parse(updated_at) - shift >= Date.parse(updated_after)),
    );
    for (const number of ['1', '2', '3']) {
      all.unshift(issue(number, time.clock.now() + shift));
      await time.pass(3 * minute);
    }
    assert.equal(inbox.entries().length, 3);
  });

  it('does not list open issues again after each look at a service that ignores the filter of updates', async () => {
    const many = Array.from({ length: 100 }, (_, index) => issue(`${index}`, start - index * 60 * minute));
    const { time, calls } = poll(1, () => many);
    await time.pass(20 * minute);
    assert.equal(calls.filter(({ params }) => params.assignee !== undefined).length, 1);
  });

  it('lists open issues in each turn if the records do not tell the assignee', async () => {
    const { time, calls } = poll(1, ({ assignee }) =>
      assignee === undefined ? [] : [issue('1', start, { assignee: undefined })],
    );
    await time.pass(4 * minute);
    assert.equal(calls.filter(({ params }) => params.assignee !== undefined).length, 2);
  });

  it('lists open issues again after an hour', async () => {
    const { time, calls } = poll(1);
    await time.pass(65 * minute);
    assert.equal(calls.filter(({ params }) => params.assignee !== undefined).length, 2);
  });

  it('sends each request once, and ends a request that waits when the window loses the focus', async () => {
    const { time, calls, account, poller: own } = poll(1);
    let waiting: AbortSignal | undefined;
    const { list } = account;
    const waits = (...[params, options]: Call): ReturnType<typeof list> => {
      void list(params, options).catch(() => {});
      waiting = options?.signal;
      return new Promise((_, reject) => {
        waiting?.addEventListener('abort', () => reject(new Failure('cancelled', 'aborted')));
      });
    };
    Object.assign(account, { list: waits });
    await time.pass(0);
    assert.equal(calls[0]?.options?.once, true);
    time.setFocus(false);
    await runCallbacks();
    assert.deepEqual([waiting?.aborted, own.progress.failure], [true, undefined]);
    Object.assign(account, { list });
    time.setFocus(true);
    await time.pass(second);
    assert.deepEqual([calls.length, own.progress.waiting], [2, 0]);
  });

  it('goes on with one service while another one cannot be reached', async () => {
    const { time, account, accounts, calls, poller: own } = poll(2);
    const inbox = new Inbox('bob', time.clock.now);
    const offline = (): Promise<never> => Promise.reject(new Failure('unreachable', 'gone', { reason: 'offline' }));
    accounts.unshift({ ...account, inbox, login: 'bob', list: offline });
    own.follow();
    await time.pass(3 * minute);
    assert.deepEqual([calls.length >= 6, own.progress.failure?.kind], [true, 'unreachable']);
  });

  it('goes on with the other repositories while the service fails for one', async () => {
    const {
      time,
      calls,
      poller: own,
    } = poll(3, ({ repo }) => {
      if (repo === 'r0') throw new Failure('broken', 'failed', { status: 500 });
      return [];
    });
    await time.pass(9 * minute);
    assert.equal(calls.filter(({ params }) => params.repo === 'r0').length, 1);
    assert.deepEqual([own.progress.failure?.kind, own.progress.waiting], ['broken', 0]);
  });

  it('names the repositories that cannot be read', async () => {
    const { time, poller: own } = poll(2, ({ repo }) => {
      if (repo === 'r0') throw new Failure('missing', 'gone', { status: 404 });
      return [];
    });
    await time.pass(5 * second);
    assert.deepEqual([own.progress.denied, own.progress.failure], [[named('r0')], undefined]);
  });

  it('ends with dispose', async () => {
    const { time, calls, poller: own } = poll(3);
    await time.pass(0);
    own.dispose();
    time.setFocus(true);
    await time.pass(10 * minute);
    assert.equal(calls.length, 1);
  });
});
