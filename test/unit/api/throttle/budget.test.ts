import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Budget, type BudgetState, type RequestSlot } from '../../../../src/api/throttle/budget.ts';
import { SharedRequests, type Priority, type SharedPriority } from '../../../../src/api/throttle/sharedPriority.ts';
import { passTime, runCallbacks } from '../../../kit/clockwork.ts';
import { rejection } from '../../../kit/rejection.ts';

const pass = async (milliseconds: number): Promise<void> => await passTime(milliseconds, 500);

/** Takes slots of a budget and records their order. */
class Takers {
  readonly budget: Budget;
  readonly went: string[] = [];
  readonly places = new Map<string, RequestSlot>();

  constructor(perMinute: number) {
    this.budget = new Budget(perMinute, () => Date.now());
  }

  /** Takes the slot of one request, which is answered at once unless `held`. */
  take(
    name: string,
    priority: Priority | SharedPriority = 'interactive',
    held = false,
    signal?: AbortSignal,
  ): Promise<void> {
    return this.budget.take(name, priority, signal).then((place) => {
      this.went.push(name);
      this.places.set(name, place);
      if (!held) place.answered();
    });
  }

  many(count: number, name: string, priority: Priority = 'interactive'): void {
    for (let each = 1; each <= count; each += 1) void this.take(`${name}${each}`, priority);
  }
}

describe('Budget', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  it('sends as many requests as the limit, and the next one a minute after an answer', async () => {
    const takers = new Takers(3);
    takers.many(5, 'r');
    await runCallbacks();
    assert.deepEqual(takers.went, ['r1', 'r2', 'r3']);
    await pass(59_500);
    assert.equal(takers.went.length, 3);
    await pass(500);
    assert.deepEqual(takers.went, ['r1', 'r2', 'r3', 'r4', 'r5']);
  });

  it('counts a request from its answer, because its arrival time is unknown', async () => {
    const takers = new Takers(1);
    void takers.take('slow', 'interactive', true);
    void takers.take('next');
    await pass(30_000);
    takers.places.get('slow')?.answered();
    await pass(59_500);
    assert.deepEqual(takers.went, ['slow']);
    await pass(500);
    assert.deepEqual(takers.went, ['slow', 'next']);
  });

  it('has no limit at 0', async () => {
    const takers = new Takers(0);
    takers.many(500, 'r');
    await runCallbacks();
    assert.equal(takers.went.length, 500);
  });

  it('serves interactive requests before earlier background requests', async () => {
    const takers = new Takers(2);
    takers.many(2, 'first');
    takers.many(2, 'background', 'background');
    takers.many(2, 'person');
    await pass(60_000);
    assert.deepEqual(takers.went.slice(2), ['person1', 'person2']);
    await pass(120_000);
    assert.deepEqual(takers.went.slice(4), ['background1', 'background2']);
  });

  it('reserves a fifth of the limit for interactive requests', async () => {
    assert.deepEqual([new Budget(50).rate('interactive'), new Budget(50).rate('background')], [50, 40]);
    assert.deepEqual([new Budget(0).rate('background'), new Budget(1).rate('background')], [Infinity, 1]);
    const takers = new Takers(10);
    takers.many(20, 'background', 'background');
    await runCallbacks();
    assert.equal(takers.went.length, 8);
    takers.many(3, 'person');
    await runCallbacks();
    assert.deepEqual(takers.went.slice(8), ['person1', 'person2']);
  });

  it('sends at most four background requests at once, and interactive ones at any time', async () => {
    const takers = new Takers(50);
    for (let each = 1; each <= 6; each += 1) void takers.take(`background${each}`, 'background', true);
    void takers.take('person', 'interactive', true);
    await runCallbacks();
    assert.deepEqual(takers.went, ['background1', 'background2', 'background3', 'background4', 'person']);
    takers.places.get('background2')?.answered();
    await runCallbacks();
    assert.equal(takers.went.at(-1), 'background5');
  });

  it('sends a waiting background request at once when an interactive caller joins it', async () => {
    const takers = new Takers(5);
    const shared = new SharedRequests<string, string>();
    const ask = (name: string, priority?: Priority): Promise<string> =>
      shared.run(name, async (asking) => takers.take(name, asking.priority).then(() => name), { priority });
    // A fifth of the limit is reserved for interactive requests, so the fifth of these waits.
    takers.many(4, 'b', 'background');
    void ask('first', 'background');
    const all = ask('second', 'background');
    await runCallbacks();
    assert.equal(takers.went.length, 4);
    const person = ask('second');
    await runCallbacks();
    assert.deepEqual(takers.went.slice(4), ['second']);
    assert.deepEqual(await Promise.all([all, person]), ['second', 'second']);
    await pass(60_000);
    assert.deepEqual(takers.went.slice(4), ['second', 'first']);
  });

  it('passes the priority through nested shared requests, and ignores cancelled callers', async () => {
    const takers = new Takers(1);
    const [outer, inner] = [new SharedRequests<string, void>(), new SharedRequests<string, void>()];
    const ask = (priority?: Priority, signal?: AbortSignal): Promise<void> =>
      outer.run(
        'a',
        (asking) => inner.run('b', (deep) => takers.take('deep', deep.priority, false, deep.signal), asking),
        { priority, signal },
      );
    void takers.take('first');
    const abort = new AbortController();
    const given = rejection(ask('background', abort.signal), 'cancelled');
    void takers.take('other');
    await runCallbacks();
    abort.abort();
    await given;
    await rejection(ask(undefined, abort.signal), 'cancelled');
    assert.deepEqual(takers.budget.state.waiting, ['other']);
    const background = ask('background');
    const person = ask();
    await runCallbacks();
    assert.deepEqual(takers.budget.state.waiting, ['other', 'deep']);
    await pass(120_000);
    await Promise.all([background, person]);
    assert.deepEqual(takers.went, ['first', 'other', 'deep']);
  });

  it('keeps the place of a throttled request in the queue', async () => {
    const budget = new Budget(1, () => Date.now());
    const went: string[] = [];
    const first = await budget.take('request', 'interactive');
    void budget.take('request', 'interactive').then(() => went.push('second'));
    first.throttled(1_000);
    void budget.take('request', 'interactive', undefined, first.order).then((place) => {
      went.push('first again');
      place.answered();
    });
    await pass(125_000);
    assert.deepEqual(went, ['first again', 'second']);
  });

  it('removes a cancelled request from the queue', async () => {
    const takers = new Takers(1);
    const abort = new AbortController();
    await takers.take('first');
    const given = rejection(takers.take('second', 'interactive', false, abort.signal), 'cancelled');
    void takers.take('third');
    abort.abort();
    await given;
    await rejection(takers.take('never', 'interactive', false, AbortSignal.abort()), 'cancelled');
    await pass(60_000);
    assert.deepEqual(takers.went, ['first', 'third']);
  });

  it('reports waiting interactive requests with their delay, and the end of the wait', async () => {
    const takers = new Takers(1);
    const states: BudgetState[] = [];
    takers.budget.onDidChange((state) => states.push(state));
    takers.many(3, 'r');
    await runCallbacks();
    assert.deepEqual(takers.budget.state, { waiting: ['r2', 'r3'], delay: 60_000, paused: false });
    assert.deepEqual(states.at(-1), { waiting: ['r2', 'r3'], delay: 60_000, paused: false });
    await pass(120_000);
    assert.deepEqual(states.at(-1), { waiting: [], delay: 0, paused: false });
    const before = states.length;
    await pass(60_000);
    void takers.take('quiet');
    await runCallbacks();
    assert.equal(states.length, before);
  });

  it('does not report waiting background requests', async () => {
    const takers = new Takers(1);
    takers.many(3, 'r', 'background');
    await runCallbacks();
    assert.deepEqual(takers.budget.state, { waiting: [], delay: 0, paused: false });
  });

  it('rejects waiting interactive requests on cancelWaiting, and keeps background requests', async () => {
    const takers = new Takers(1);
    await takers.take('first');
    void takers.take('background', 'background');
    const waiting = ['second', 'third'].map((name) => rejection(takers.take(name), 'cancelled'));
    takers.budget.cancelWaiting();
    await Promise.all(waiting);
    assert.deepEqual(takers.budget.state, { waiting: [], delay: 0, paused: false });
    await pass(60_000);
    assert.deepEqual(takers.went, ['first', 'background']);
  });

  it('applies a new limit at once', async () => {
    const takers = new Takers(1);
    takers.many(4, 'r');
    await runCallbacks();
    takers.budget.setLimit(3);
    await runCallbacks();
    assert.deepEqual(takers.went, ['r1', 'r2', 'r3']);
  });

  describe('after a 429', () => {
    it('sends nothing before the pause is over', async () => {
      const takers = new Takers(50);
      await takers.take('first', 'interactive', true);
      assert.equal(takers.places.get('first')?.throttled(7_000), 7_000);
      void takers.take('second');
      await pass(6_500);
      assert.deepEqual(takers.went, ['first']);
      await pass(500);
      assert.deepEqual(takers.went, ['first', 'second']);
    });

    it('pauses until the end of the minute without Retry-After, for at least 15 seconds', async () => {
      const takers = new Takers(50);
      await takers.take('first');
      await pass(20_000);
      await takers.take('second', 'interactive', true);
      assert.equal(takers.places.get('second')?.throttled(undefined), 40_000);
      await pass(59_500);
      await takers.take('third');
      await pass(55_000);
      await takers.take('fourth', 'interactive', true);
      assert.equal(takers.places.get('fourth')?.throttled(undefined), 15_000);
    });

    it('has one pause for all running requests', async () => {
      const takers = new Takers(50);
      for (const name of ['a', 'b', 'c']) await takers.take(name, 'interactive', true);
      const pauses = ['a', 'b', 'c'].map((name) => takers.places.get(name)?.throttled(undefined));
      assert.deepEqual(pauses, [60_000, 60_000, 60_000]);
    });

    it('returns to the full limit within two minutes without Retry-After', async () => {
      const takers = new Takers(50);
      for (let each = 1; each <= 30; each += 1) await takers.take(`r${each}`, 'interactive', true);
      for (let each = 1; each <= 30; each += 1) {
        const place = takers.places.get(`r${each}`);
        if (each <= 20) place?.answered();
        else place?.throttled(undefined);
      }
      takers.many(200, 'later');
      await pass(60_500);
      assert.equal(takers.went.length, 80);
      await pass(60_500);
      assert.equal(takers.went.length, 130);
    });

    it('pauses only if there is no limit', async () => {
      const takers = new Takers(0);
      await takers.take('first', 'interactive', true);
      takers.places.get('first')?.throttled(1_000);
      takers.many(100, 'later');
      await pass(1_000);
      assert.equal(takers.went.length, 101);
    });

    it('rejects waiting requests if the pause is too long', async () => {
      const takers = new Takers(2);
      await takers.take('first', 'interactive', true);
      await takers.take('second', 'interactive', true);
      const waiting = rejection(takers.take('waiting'), 'throttled');
      takers.places.get('first')?.throttled(3_600_000);
      assert.equal((await waiting).retryAfter, 3_600_000);
      await pass(3_000_000);
      assert.equal((await rejection(takers.take('later'), 'throttled')).retryAfter, 600_000);
      await pass(600_000);
      await takers.take('much later');
    });
  });
});
