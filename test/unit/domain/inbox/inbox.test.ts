import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/record/issue.ts';
import { Inbox } from '../../../../src/domain/inbox/inbox.ts';
import { readMarks, type InboxMarks } from '../../../../src/domain/inbox/inboxMarks.ts';
import { InboxStore } from '../../../../src/domain/inbox/inboxStore.ts';
import { parseJson } from '../../../../src/core/text.ts';
import { budget, withinTime } from '../../../budgets.ts';
import { processorTime } from '../../../kit/processorTime.ts';
import { MemoryDisk, memoryStorage } from '../../../kit/memoryStorage.ts';

const repository = { host: 'local', owner: 'alice', repo: 'demo' };
const start = new Date(2026, 2, 10, 12).getTime();
const hour = 3_600_000;

function issue(number: string, updated: number, more: Partial<Issue> = {}): Issue {
  const updated_at = new Date(updated).toISOString();
  return { number, title: `Issue ${number}`, state: 'open', labels: [], assignees: [], updated_at, ...more };
}

describe('Inbox', () => {
  const clock = { now: start };
  let inbox: Inbox;
  beforeEach(() => {
    clock.now = start;
    inbox = new Inbox('Alice', () => clock.now);
  });

  const whole = (...issues: readonly Issue[]): void =>
    inbox.list(repository, 'assigned', issues, { isWhole: true, unlisted: 0 });
  const shown = (): string[] => inbox.entries().map(({ number, status }) => `${number} ${status}`);
  const key = (number: string): string => `local/alice/demo#${number}`;
  const totals = (): number[] => [inbox.total('assigned').count, inbox.total('created').count];

  it('lists the last updated issue first, and counts only what changed after it began', () => {
    whole(issue('1', start - hour), issue('2', start + hour), issue('3', start - 2 * hour));
    assert.deepEqual(shown(), ['2 new', '1 read', '3 read']);
    assert.deepEqual(totals(), [3, 0]);
  });

  it('shows a seen issue as changed after its next update', () => {
    whole(issue('1', start + hour));
    inbox.markSeen(key('1'));
    assert.deepEqual(shown(), ['1 read']);
    whole(issue('1', start + 2 * hour));
    assert.deepEqual(shown(), ['1 changed']);
  });

  it('hides a done issue until its next update', () => {
    whole(issue('1', start + hour));
    inbox.markDone(key('1'));
    assert.deepEqual(shown(), []);
    whole(issue('1', start + hour));
    assert.deepEqual(shown(), []);
    whole(issue('1', start + 2 * hour));
    assert.deepEqual(shown(), ['1 changed']);
  });

  it('shows a done or snoozed issue again if it is marked as unread', () => {
    whole(issue('1', start - hour), issue('2', start - 2 * hour));
    inbox.markDone(key('1'));
    inbox.snooze(key('2'), '2026-04-01');
    assert.deepEqual(shown(), []);
    inbox.markUnread(key('1'));
    inbox.markUnread(key('2'));
    assert.deepEqual(shown(), ['1 new', '2 new']);
  });

  it('hides a snoozed issue, updated or not, until its day begins in the local time zone', () => {
    whole(issue('1', start - hour));
    inbox.snooze(key('1'), '2026-03-12');
    whole(issue('1', start + hour));
    clock.now = new Date(2026, 2, 11, 23, 59).getTime();
    assert.deepEqual(shown(), []);
    clock.now = new Date(2026, 2, 12).getTime();
    assert.deepEqual(shown(), ['1 new']);
  });

  it('refuses a snooze until something else than a day, and an issue that is not in it', () => {
    whole(issue('1', start));
    for (const until of ['tomorrow', '2026-02-30', ''])
      assert.throws(() => inbox.snooze(key('1'), until), { kind: 'invalid', field: 'until' });
    assert.throws(() => inbox.markDone(key('7')), { kind: 'invalid', field: 'entry' });
  });

  it('drops an issue that is no longer listed, unless it is there for another reason or the list is not whole', () => {
    whole(issue('1', start), issue('2', start));
    inbox.list(repository, 'created', [issue('2', start)], { isWhole: true, unlisted: 0 });
    inbox.list(repository, 'assigned', [], { isWhole: false, unlisted: 140 });
    assert.deepEqual([shown().length, totals()], [2, [140, 1]]);
    whole();
    assert.deepEqual(
      inbox.entries().map(({ number, reasons }) => [number, reasons]),
      [['2', ['created']]],
    );
  });

  it('takes from updates what the user created, is assigned to or was assigned to', () => {
    const [me, bob] = [{ login: 'alice' }, { login: 'bob' }];
    whole(issue('4', start));
    inbox.update(repository, [
      issue('1', start, { assignee: bob, assignees: [bob, me] }),
      issue('2', start, { user: me, assignee: bob }),
      issue('3', start, { user: bob, assignee: bob }),
      issue('4', start, { user: bob, assignee: bob }),
    ]);
    assert.deepEqual(
      inbox.entries().map(({ number, reasons }) => [number, ...reasons]),
      [
        ['1', 'assigned'],
        ['2', 'created'],
        ['4', 'participating'],
      ],
    );
  });

  it('shows a closed issue until it was seen', () => {
    whole(issue('1', start - hour));
    inbox.update(repository, [issue('1', start + hour, { state: 'closed', assignee: { login: 'alice' } })]);
    assert.deepEqual(shown(), ['1 new']);
    inbox.markSeen(key('1'));
    assert.deepEqual(shown(), []);
  });

  it('forgets the issues of a repository, and keeps the decisions', () => {
    whole(issue('1', start + hour));
    inbox.markSeen(key('1'));
    inbox.forget(repository);
    assert.deepEqual([shown(), totals()], [[], [0, 0]]);
    whole(issue('1', start + hour));
    assert.deepEqual(shown(), ['1 read']);
  });

  it('has the decisions as one JSON value, which another computer takes', () => {
    whole(issue('1', start + hour), issue('2', start + hour));
    inbox.markDone(key('1'));
    const carried = readMarks(parseJson(JSON.stringify(inbox.marks)));
    assert.deepEqual(carried, inbox.marks);
    assert.ok(!JSON.stringify(carried).includes('Issue 1'), 'a title is synced');
    const other = new Inbox('alice', () => clock.now, carried);
    other.list(repository, 'assigned', [issue('1', start + hour), issue('2', start + hour)], {
      isWhole: true,
      unlisted: 0,
    });
    assert.deepEqual(
      other.entries().map(({ number, status }) => `${number} ${status}`),
      ['2 new'],
    );
  });

  it('has 2,000 of 20,000 issues, counts the others, and shows them without a pause that a user notices', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => issue(`${index}`, start + (index % 7_919) * 1_000));
    inbox.list(repository, 'assigned', many, { isWhole: false, unlisted: 500 });
    const [first, second] = inbox.entries();
    inbox.markDone(first?.key ?? '');
    inbox.snooze(second?.key ?? '', '2026-04-01');
    const before = processorTime();
    const entries = inbox.entries();
    withinTime(budget.times.inbox, processorTime() - before);
    assert.deepEqual([entries.length, totals()], [1_998, [20_500, 0]]);
    assert.ok((entries[0]?.updated ?? 0) > start + 7_000_000, 'the oldest ones stay');
  });

  it('decides about 2,000 issues at once with one change', () => {
    whole(...Array.from({ length: 2_000 }, (_, index) => issue(`${index}`, start + hour)));
    let changes = 0;
    inbox.onDidChange(() => (changes += 1));
    inbox.markDone(inbox.entries().map((entry) => entry.key));
    assert.deepEqual([changes, shown(), Object.keys(inbox.marks.marks).length], [1, [], 2_000]);
    inbox.markDone([]);
    assert.throws(() => inbox.markUnread([key('1'), key('nowhere')]), { kind: 'invalid', field: 'entry' });
    assert.deepEqual([changes, shown()], [1, []]);
  });

  it('drops closed issues that were seen before open ones', () => {
    const closed = issue('closed', start + hour, { state: 'closed', assignee: { login: 'alice' } });
    inbox.update(repository, [closed]);
    inbox.markSeen(key('closed'));
    whole(...Array.from({ length: 1_999 }, (_, index) => issue(`${index}`, start - hour)));
    assert.notEqual(inbox.find(key('closed')), undefined);
    whole(...Array.from({ length: 2_000 }, (_, index) => issue(`${index}`, start - hour)));
    assert.deepEqual([inbox.find(key('closed')), shown().length, totals()], [undefined, 2_000, [2_000, 0]]);
  });

  it('stops counting an issue that was closed after the list', () => {
    inbox.list(repository, 'assigned', [issue('1', start), issue('2', start)], { isWhole: false, unlisted: 48 });
    assert.deepEqual(totals(), [50, 0]);
    inbox.update(repository, [issue('1', start + hour, { state: 'closed', assignee: { login: 'alice' } })]);
    assert.deepEqual(totals(), [49, 0]);
  });

  it('does not know how many issues there are if the service does not tell', () => {
    inbox.list(repository, 'assigned', [issue('1', start)], { isWhole: false, unlisted: undefined });
    assert.deepEqual(inbox.total('assigned'), { count: 1, isExact: false });
    inbox.list(repository, 'created', [issue('2', start)], { isWhole: false, unlisted: 19_999 });
    inbox.dropCounts();
    assert.deepEqual(inbox.total('created'), { count: 1, isExact: false });
    whole(issue('1', start));
    assert.deepEqual(inbox.total('assigned'), { count: 1, isExact: true });
  });

  it('keeps the reason of an issue if the records of the service do not tell the assignee', () => {
    whole(issue('1', start));
    inbox.update(repository, [issue('1', start + hour)]);
    assert.deepEqual([inbox.isTold, inbox.find(key('1'))?.reasons], [false, ['assigned']]);
    whole(issue('1', start, { assignee: { login: 'alice' } }));
    assert.equal(inbox.isTold, true);
  });

  it('shows a changed issue as changed also if the service sends no update', () => {
    const without = (title: string, more: Partial<Issue> = {}): Issue => ({
      ...issue('1', start, { title, ...more }),
      updated_at: undefined,
    });
    for (const created_at of [undefined, new Date(start - hour).toISOString()]) {
      inbox = new Inbox('alice', () => clock.now);
      whole(without('One', { created_at }));
      assert.deepEqual(shown(), ['1 read']);
      inbox.markSeen(key('1'));
      whole(without('One', { created_at }));
      assert.deepEqual(shown(), ['1 read']);
      clock.now += hour;
      whole(without('Two', { created_at }));
      assert.deepEqual(shown(), ['1 changed']);
      inbox.markSeen(key('1'));
      inbox.markUnread(key('1'));
      assert.deepEqual(shown(), ['1 new']);
      inbox.markDone(key('1'));
      assert.deepEqual(shown(), []);
      whole(without('Three', { created_at }));
      assert.deepEqual(shown(), ['1 changed']);
    }
  });

  for (const moves of [true, false]) {
    const commented = (comments: number): Issue => issue('1', start + (moves ? comments * hour : 0), { comments });
    const service = moves ? 'moves the update' : 'only counts the comment';

    it(`shows an issue with a new comment as changed if the service ${service}`, () => {
      whole(commented(0));
      inbox.markSeen(key('1'));
      clock.now += hour;
      whole(commented(1));
      assert.deepEqual(shown(), ['1 changed']);
      whole(commented(1));
      assert.deepEqual(shown(), ['1 changed']);
      inbox.markSeen(key('1'));
      whole(commented(1));
      assert.deepEqual(shown(), ['1 read']);
    });

    it(`does not show an own comment as a change, but the next one of others, if the service ${service}`, () => {
      whole(commented(0));
      inbox.markSeen(key('1'));
      clock.now += hour;
      inbox.noteOwnComment(key('1'));
      whole(commented(0));
      whole(commented(1));
      assert.deepEqual(shown(), ['1 read']);
      clock.now += hour;
      whole(commented(2));
      assert.deepEqual(shown(), ['1 changed']);
      inbox.markSeen(key('1'));
      clock.now += hour;
      inbox.noteOwnComment(key('1'));
      whole(commented(4));
      assert.deepEqual(shown(), ['1 changed']);
    });
  }

  it('does not show an own comment as a change after the window reloads', async () => {
    const store = new InboxStore(memoryStorage(new MemoryDisk()), { host: 'local', login: 'alice' });
    whole(issue('1', start, { comments: 0 }));
    inbox.markSeen(key('1'));
    inbox.noteOwnComment(key('1'));
    await store.save(inbox);
    const { marks, issues } = await store.load();
    inbox = new Inbox('alice', () => clock.now, marks);
    inbox.restore(issues);
    whole(issue('1', start + hour, { comments: 1 }));
    assert.deepEqual(shown(), ['1 read']);
    whole(issue('1', start + 2 * hour, { comments: 2 }));
    assert.deepEqual(shown(), ['1 changed']);
  });

  it('shows an update that is no comment as changed, also after an own comment', () => {
    whole(issue('1', start, { comments: 0 }));
    inbox.markSeen(key('1'));
    inbox.noteOwnComment(key('1'));
    whole(issue('1', start + hour, { comments: 0 }));
    assert.deepEqual(shown(), ['1 changed']);
  });

  it('does not show an issue that the user created as new before it is updated', () => {
    const created_at = new Date(start + hour).toISOString();
    const user = { login: 'alice' };
    inbox.update(repository, [issue('1', start + hour + 1_000, { user, created_at })]);
    assert.deepEqual(shown(), ['1 read']);
    inbox.update(repository, [issue('1', start + 2 * hour, { user, created_at })]);
    assert.deepEqual(shown(), ['1 new']);
  });

  it('is stored for each account, and takes the decisions of another window', async () => {
    const disk = new MemoryDisk();
    const store = (login: string): InboxStore => new InboxStore(memoryStorage(disk), { host: 'local', login });
    const nothing = { marks: undefined, issues: [], updates: new Map() };
    whole(issue('1', start + hour), issue('2', start + hour));
    const other = new Inbox('alice', () => clock.now);
    other.restore(inbox.issues);
    inbox.markDone(key('1'));
    await store('alice').save(inbox);
    clock.now += 1;
    other.markDone(key('2'));
    await store('Alice').save(other);
    assert.deepEqual(other.entries(), []);
    const { marks, issues } = await store('alice').load();
    assert.deepEqual([Object.keys(marks?.marks ?? {}).sort(), issues.length], [[key('1'), key('2')], 2]);
    assert.deepEqual(await store('bob').load(), nothing);
    await store('bob').save(new Inbox('bob', () => clock.now));
    await InboxStore.removeOthers(memoryStorage(disk), [{ host: 'local', login: 'Bob' }]);
    assert.deepEqual(await store('alice').load(), nothing);
    assert.notEqual((await store('bob').load()).marks, undefined);
  });
});

describe('marks of the inbox', () => {
  const marks = (own: InboxMarks['marks'], since = 5): InboxMarks => ({ version: 1, since, marks: own });
  const merged = (one: InboxMarks, other: InboxMarks): Inbox => {
    const inbox = new Inbox('alice', () => start, one);
    inbox.merge(other);
    return inbox;
  };

  it('are merged in both directions to the later decision', () => {
    const one = marks({ a: { at: 1, seen: 1 }, b: { at: 4, done: 2 } });
    const other = marks({ a: { at: 2, until: '2026-03-12' }, b: { at: 3, seen: 0 } }, 3);
    const both = marks({ a: { at: 2, until: '2026-03-12' }, b: { at: 4, done: 2 } }, 3);
    assert.deepEqual([merged(one, other).marks, merged(other, one).marks], [both, both]);
  });

  it('are at most 5,000, the newest ones, and fewer where little can be held', () => {
    const many = Object.fromEntries(Array.from({ length: 5_200 }, (_, at) => [`k${at}`, { at }]));
    const inbox = merged(marks(many), marks({}));
    const newest = Object.keys(inbox.marks.marks);
    assert.deepEqual([newest.length, newest.includes('k5199'), newest.includes('k199')], [5_000, true, false]);
    assert.deepEqual(Object.keys(inbox.newestMarks(2).marks), ['k5199', 'k5198']);
  });

  it('are left out if they have another form', () => {
    for (const wrong of [
      undefined,
      7,
      [],
      {},
      { version: 2, since: 1, marks: {} },
      { version: 1, since: 'x', marks: {} },
    ])
      assert.equal(readMarks(wrong), undefined);
    const read = readMarks({
      version: 1,
      since: 1,
      marks: { a: { at: 1, until: 'x', seen: -1 }, b: { seen: 1 }, c: 7, d: { at: 2, seen: 0, done: 3, more: 1 } },
    });
    assert.deepEqual(read?.marks, { a: { at: 1 }, d: { at: 2, seen: 0, done: 3 } });
  });
});
