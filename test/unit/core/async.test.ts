import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import {
  Coalesce,
  collect,
  delay,
  LimitedRunner,
  mapLimited,
  orCancelled,
  SerialQueue,
} from '../../../src/core/async.ts';
import { rejection } from '../../kit/rejection.ts';

function pending<T>() {
  return Promise.withResolvers<T>();
}

describe('delay', () => {
  it('ends after its time, or at once when it is cancelled', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let isOver = false;
    const over = delay(20).then(() => (isOver = true));
    mock.timers.tick(19);
    await Promise.resolve();
    assert.equal(isOver, false);
    mock.timers.tick(1);
    await over;
    mock.timers.reset();
    const abort = new AbortController();
    const given = rejection(delay(60_000, abort.signal), 'cancelled');
    abort.abort();
    await given;
    await rejection(delay(60_000, AbortSignal.abort()), 'cancelled');
    await delay(1, new AbortController().signal);
  });
});

describe('orCancelled', () => {
  it('settles with the promise, or rejects at once when it is cancelled', async () => {
    const { signal } = new AbortController();
    assert.equal(await orCancelled(Promise.resolve(1), undefined), 1);
    assert.equal(await orCancelled(Promise.resolve(1), signal), 1);
    await assert.rejects(orCancelled(Promise.reject(new Error('no')), signal), /no/);
    await rejection(orCancelled(pending().promise, AbortSignal.timeout(1)), 'cancelled');
    await rejection(orCancelled(Promise.resolve(1), AbortSignal.abort()), 'cancelled');
  });
});

describe('Coalesce', () => {
  it('runs equal work once for all callers, and again after it has settled', async () => {
    const work = new Coalesce<string, number>();
    let runs = 0;
    const { promise, resolve } = pending<number>();
    const run = () => {
      runs += 1;
      return promise;
    };
    const both = [work.run('a', run), work.run('a', run), work.run('b', run)];
    resolve(7);
    assert.deepEqual(await Promise.all(both), [7, 7, 7]);
    assert.equal(runs, 2);
    await work.run('a', run);
    assert.equal(runs, 3);
  });

  it('aborts the work when the last caller cancels, not before', async () => {
    const work = new Coalesce<string, number>();
    let signal: AbortSignal | undefined;
    const { promise, resolve } = pending<number>();
    const run = (given: AbortSignal) => {
      signal = given;
      return promise;
    };
    const [one, two] = [new AbortController(), new AbortController()];
    const first = work.run('a', run, one.signal);
    const second = work.run('a', run, two.signal);
    one.abort();
    await rejection(first, 'cancelled');
    assert.equal(signal?.aborted, false);
    two.abort();
    await rejection(second, 'cancelled');
    assert.equal(signal.aborted, true);
    resolve(1);
    await rejection(work.run('a', run, AbortSignal.abort()), 'cancelled');
  });

  it('does not cache a failure or a cancellation', async () => {
    const work = new Coalesce<string, number>();
    await assert.rejects(
      work.run('a', () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await work.run('a', () => Promise.resolve(2)), 2);
    const abort = new AbortController();
    const given = work.run('a', () => pending<number>().promise, abort.signal);
    abort.abort();
    await rejection(given, 'cancelled');
    assert.equal(await work.run('a', () => Promise.resolve(3)), 3);
  });
});

describe('mapLimited', () => {
  it('keeps the order of the items and the limit of parallel calls', async () => {
    let [running, most] = [0, 0];
    const doubled = await mapLimited([5, 1, 4, 2, 3], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 2;
    });
    assert.deepEqual(doubled, [10, 2, 8, 4, 6]);
    assert.equal(most, 2);
    assert.deepEqual(await mapLimited([], 2, () => Promise.resolve(1)), []);
  });

  it('lets many items at a time wait without many listeners at the signal of the caller', async () => {
    const caller = new AbortController();
    const waiting = mapLimited(Array(20).fill(60_000), 20, delay, caller.signal);
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
    caller.abort();
    await rejection(waiting, 'cancelled');
  });

  it('rejects with the first failure, or when it is cancelled', async () => {
    const seen: number[] = [];
    const failing = mapLimited([1, 2, 3, 4], 1, (item) => {
      seen.push(item);
      return item === 2 ? Promise.reject(new Error('no')) : Promise.resolve(item);
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(seen, [1, 2]);
    await rejection(
      mapLimited([1], 1, () => Promise.resolve(1), AbortSignal.abort()),
      'cancelled',
    );
  });
});

describe('collect', () => {
  it('returns all values, or as many as requested', async () => {
    let ended = false;
    async function* values() {
      try {
        for (let value = 1; ; value += 1) yield await Promise.resolve(value);
      } finally {
        ended = true;
      }
    }
    assert.deepEqual(await collect(values(), 3), [1, 2, 3]);
    assert.ok(ended);
    assert.deepEqual(await collect(values(), 0), []);
    async function* two() {
      yield await Promise.resolve(1);
      yield 2;
    }
    assert.deepEqual(await collect(two()), [1, 2]);
  });
});

describe('LimitedRunner', () => {
  it('runs a thousand pieces of work in order, two at a time, and lets other work of the thread go between', async () => {
    const runner = new LimitedRunner(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const all = Array.from({ length: 1_000 }, (_, index) =>
      runner.run(async () => {
        started.push(index);
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return index;
      }),
    );
    const before = await new Promise<number>((resolve) => setTimeout(() => resolve(started.length), 0));
    assert.ok(before < 10, `${before} were started before other work`);
    assert.deepEqual(await Promise.all(all), [...all.keys()]);
    assert.deepEqual(started, [...all.keys()]);
    assert.equal(most, 2);
  });

  it('goes on after a failure, and without work that was cancelled while it waited', async () => {
    const runner = new LimitedRunner(1);
    const abort = new AbortController();
    const first = pending<string>();
    const running = runner.run(() => first.promise);
    const started: string[] = [];
    const note = (name: string) => (): Promise<unknown> => Promise.resolve(started.push(name));
    const waiting = runner.run(note('cancelled'), abort.signal);
    const next = runner.run(note('next'));
    abort.abort();
    await rejection(waiting, 'cancelled');
    first.reject(new Error('failed'));
    await assert.rejects(running, /failed/);
    await next;
    assert.deepEqual(started, ['next']);
    await runner.run(note('last'));
    assert.deepEqual(started, ['next', 'last']);
  });
});

describe('SerialQueue', () => {
  it('runs work in order, also after a failure, and settles after all of it', async () => {
    const queue = new SerialQueue();
    const first = pending<string>();
    const ended: string[] = [];
    const one = queue.run(async () => ended.push(await first.promise));
    const two = queue.run(() => Promise.reject(new Error('failed')));
    const three = queue.run(() => Promise.resolve(ended.push('three')));
    await Promise.resolve();
    assert.deepEqual(ended, []);
    first.resolve('one');
    await assert.rejects(two, /failed/);
    await queue.settled();
    assert.deepEqual(ended, ['one', 'three']);
    await Promise.all([one, three]);
  });
});
