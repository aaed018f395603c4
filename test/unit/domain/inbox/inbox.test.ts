import assert from 'node:assert/strict';
import { Inbox } from '../../../../src/domain/inbox/inbox.ts';
import { readMarks } from '../../../../src/domain/inbox/inboxMarks.ts';
import type { InboxThing } from '../../../../src/domain/inbox/inboxThings.ts';
import { budget, withinProcessorTime } from '../../../budgets.ts';

const repository = { host: 'local', owner: 'alice', repo: 'demo' };
const start = new Date(2026, 2, 10, 12).getTime();
const hour = 3_600_000;

const key = (number: string, sign = '#'): string => `local/alice/demo${sign}${number}`;

function issue(number: string, updated: number, more: Partial<InboxThing> = {}): InboxThing {
  const about = {
    kind: 'issue',
    repository,
    number,
    title: `Title ${number}`,
    updated,
    reasons: ['assigned'],
  } as const;
  return { key: key(number), ...about, ...more };
}

const pull = (number: string, updated: number, more: Partial<InboxThing> = {}): InboxThing =>
  issue(number, updated, { key: key(number, '!'), kind: 'pullRequest', ...more });

const notice = (number: string, time: number, unread: boolean, more: Partial<InboxThing> = {}): InboxThing =>
  issue(number, time, {
    ...{ kind: 'notification', title: 'Told', reasons: unread ? ['updated'] : [] },
    ...{ notices: [{ id: `n${number}`, unread, time }], ...more },
  });

describe('Inbox', () => {
  const clock = { now: start };
  let inbox: Inbox;
  beforeEach(() => {
    clock.now = start;
    inbox = new Inbox(() => clock.now);
  });

  const shown = (): string[] => inbox.entries().map(({ number, status }) => `${number} ${status}`);
  const waiting = (): (string | undefined)[] => inbox.entries().flatMap(({ number, waits }) => (waits ? number : []));

  it('has one entry for a thing of several lists, with all its reasons', () => {
    inbox.take('assigned', [pull('4', start, { reasons: ['assigned'] })]);
    inbox.take('approve', [pull('4', start - hour, { reasons: ['approve', 'test'] })]);
    inbox.take('notices', [notice('4', start + hour, true, { key: key('4', '!'), reasons: ['mentioned'] })]);
    inbox.take('issues', [issue('4', start)]);
    assert.deepEqual(
      inbox.entries().map((one) => [one.key, one.kind, one.title, one.updated - start, ...one.reasons]),
      [
        [key('4', '!'), 'pullRequest', 'Title 4', hour, 'approve', 'test', 'assigned', 'mentioned'],
        [key('4'), 'issue', 'Title 4', 0, 'assigned'],
      ],
    );
    inbox.take('approve', []);
    inbox.take('notices', undefined);
    assert.deepEqual(inbox.find(key('4', '!'))?.reasons, ['assigned']);
  });

  it('lists the last updated entry first, and those from before it began as read', () => {
    inbox.take('issues', [
      issue('1', start - hour),
      issue('2', start + hour),
      issue('3', start + 2 * hour, { untouched: true }),
    ]);
    assert.deepEqual(shown(), ['3 read', '2 new', '1 read']);
  });

  it('shows a seen entry as changed after its next update, and says why', () => {
    inbox.take('issues', [issue('1', start + hour)]);
    inbox.markSeen(key('1'));
    assert.deepEqual(shown(), ['1 read']);
    inbox.take('issues', [issue('1', start + 2 * hour)]);
    assert.deepEqual([shown(), inbox.find(key('1'))?.reasons], [['1 changed'], ['assigned', 'updated']]);
    inbox.markSeen(key('1'), start + 4 * hour);
    inbox.take('issues', [issue('1', start + 3 * hour)]);
    assert.deepEqual(shown(), ['1 read']);
  });

  it('hides a done entry until its next update, and a snoozed one until its day begins in the local time zone', () => {
    inbox.take('issues', [issue('1', start + hour), issue('2', start - hour)]);
    inbox.markDone(key('1'));
    inbox.snooze(key('2'), '2026-03-12');
    assert.deepEqual([shown(), waiting()], [[], []]);
    inbox.take('issues', [issue('1', start + 2 * hour), issue('2', start + hour)]);
    clock.now = new Date(2026, 2, 11, 23, 59).getTime();
    assert.deepEqual(shown(), ['1 changed']);
    clock.now = new Date(2026, 2, 12).getTime();
    assert.deepEqual(shown(), ['1 changed', '2 new']);
    inbox.markDone([key('1'), key('2')]);
    inbox.markUnread([key('1'), key('2')]);
    assert.deepEqual(shown(), ['1 new', '2 new']);
  });

  it('refuses a snooze until something else than a day, and an entry that is not in it', () => {
    inbox.take('issues', [issue('1', start)]);
    for (const until of ['tomorrow', '2026-02-30', ''])
      assert.throws(() => inbox.snooze(key('1'), until), { kind: 'invalid', field: 'until' });
    assert.throws(() => inbox.markDone([key('1'), key('7')]), { kind: 'invalid', field: 'entry' });
    assert.deepEqual(shown(), ['1 read']);
  });

  it('is read where the host says so, and unread where the host or the user says so', () => {
    inbox.take('issues', [issue('1', start + hour), issue('2', start - hour), issue('3', start - hour)]);
    inbox.take('notices', [
      notice('1', start + hour, false),
      notice('2', start - hour, true),
      notice('4', start + hour, false),
    ]);
    assert.deepEqual(shown(), ['1 read', '2 new', '3 read']);
    inbox.markSeen(key('2'));
    inbox.markUnread([key('1'), key('4')]);
    assert.deepEqual(shown(), ['1 new', '4 new', '2 read', '3 read']);
  });

  it('waits for what the user is asked to do, and for nothing else', () => {
    inbox.take('all', [
      pull('1', start - hour, { reasons: ['approve'] }),
      pull('2', start + hour, { reasons: ['created'] }),
      pull('3', start - hour, { reasons: ['created'], blocked: { name: 'conflict' } }),
      pull('4', start + hour, { reasons: ['created'], blocked: { name: 'approval_reviewers_required' } }),
      notice('5', start + hour, true),
      notice('6', start + hour, true, { reasons: ['mentioned'] }),
      notice('7', start - hour, false, { reasons: ['mentioned'] }),
    ]);
    assert.deepEqual(new Set(waiting()), new Set(['1', '3', '6']));
    assert.equal(inbox.entries().length, 7);
  });

  it('merges decisions: the later one about an entry wins, also after the clock was set back', () => {
    inbox.take('issues', [issue('1', start), issue('2', start)]);
    const other = new Inbox(() => clock.now, inbox.marks);
    other.take('issues', [issue('1', start), issue('2', start)]);
    inbox.markDone(key('1'));
    clock.now -= hour;
    inbox.markUnread(key('1'));
    other.markDone(key('2'));
    other.merge(inbox.marks);
    assert.deepEqual(
      other.entries().map(({ number, status }) => [number, status]),
      [['1', 'new']],
    );
    assert.deepEqual(readMarks(JSON.parse(JSON.stringify(other.marks))), other.marks);
  });

  it('keeps the 1,000 newest decisions', () => {
    const marks = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [key(String(index)), { at: index }]));
    const { marks: kept } = new Inbox(() => start, { version: 1, since: 0, marks }).marks;
    assert.deepEqual([Object.keys(kept).length, kept[key('1199')]?.at, kept[key('199')]], [1_000, 1_199, undefined]);
  });

  it('shows 2,000 things within its budget', async () => {
    inbox.take(
      'issues',
      Array.from({ length: 2_000 }, (_, index) => issue(String(index), start - index)),
    );
    await withinProcessorTime(budget.times.inbox, () => assert.equal(inbox.entries().length, 2_000));
  });
});
