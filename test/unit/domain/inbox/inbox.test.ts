import assert from 'node:assert/strict';
import type { Issue } from '../../../../src/api/record/issue.ts';
import { Inbox } from '../../../../src/domain/inbox/inbox.ts';
import { mergeMarks, readMarks, type InboxMarks } from '../../../../src/domain/inbox/inboxMarks.ts';
import { InboxStore } from '../../../../src/domain/inbox/inboxStore.ts';
import { parseJson } from '../../../../src/core/text.ts';
import { budget, within } from '../../../budgets.ts';
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
    inbox.list(repository, 'assigned', issues, { isWhole: true, total: issues.length });
  const shown = (): string[] => inbox.entries().map(({ number, status }) => `${number} ${status}`);
  const key = (number: string): string => `local/alice/demo#${number}`;

  it('lists the last updated issue first, and counts only what changed after it began', () => {
    whole(issue('1', start - hour), issue('2', start + hour), issue('3', start - 2 * hour));
    assert.deepEqual(shown(), ['2 new', '1 read', '3 read']);
    assert.deepEqual([inbox.unread, inbox.total('assigned'), inbox.total('created')], [1, 3, 0]);
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
    inbox.list(repository, 'created', [issue('2', start)], { isWhole: true, total: 1 });
    inbox.list(repository, 'assigned', [], { isWhole: false, total: 140 });
    assert.deepEqual([shown().length, inbox.total('assigned')], [2, 140]);
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
    assert.deepEqual([shown(), inbox.total('assigned')], [[], 0]);
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
      total: 2,
    });
    assert.deepEqual(
      other.entries().map(({ number, status }) => `${number} ${status}`),
      ['2 new'],
    );
  });

  it('has 20,000 issues without a pause that a user notices', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => issue(`${index}`, start + (index % 7_919) * 1_000));
    inbox.list(repository, 'assigned', many, { isWhole: false, total: many.length });
    inbox.markDone(key('7'));
    inbox.snooze(key('8'), '2026-04-01');
    const before = processorTime();
    const entries = inbox.entries();
    within(budget.times.inbox, processorTime() - before, 'milliseconds');
    assert.equal(entries.length, 19_998);
  });

  it('is stored for each account, and takes the decisions of another window', async () => {
    const disk = new MemoryDisk();
    const store = (login: string): InboxStore => new InboxStore(memoryStorage(disk), { host: 'local', login });
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
    assert.deepEqual(await store('bob').load(), { marks: undefined, issues: [] });
    await store('bob').save(new Inbox('bob', () => clock.now));
    await InboxStore.removeOthers(memoryStorage(disk), [{ host: 'local', login: 'Bob' }]);
    assert.deepEqual(await store('alice').load(), { marks: undefined, issues: [] });
    assert.notEqual((await store('bob').load()).marks, undefined);
  });
});

describe('marks of the inbox', () => {
  const marks = (own: InboxMarks['marks'], since = 5): InboxMarks => ({ version: 1, since, marks: own });

  it('are merged in both directions to the later decision', () => {
    const one = marks({ a: { at: 1, seen: 1 }, b: { at: 4, done: 2 } });
    const other = marks({ a: { at: 2, until: '2026-03-12' }, b: { at: 3, seen: 0 } }, 3);
    const both = marks({ a: { at: 2, until: '2026-03-12' }, b: { at: 4, done: 2 } }, 3);
    assert.deepEqual([mergeMarks(one, other), mergeMarks(other, one)], [both, both]);
  });

  it('are at most 1,000, the newest ones', () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`k${at}`, { at }]));
    const newest = Object.keys(mergeMarks(marks(many), marks({})).marks);
    assert.deepEqual([newest.length, newest.includes('k1199'), newest.includes('k199')], [1_000, true, false]);
  });

  it('of another form are left out', () => {
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
