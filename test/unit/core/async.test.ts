import assert from 'node:assert/strict';
import { Coalesce, collect, delay, mapLimited, orCancelled } from '../../../src/core/async.ts';
import { rejection } from '../../kit/rejection.ts';

/** A promise and its ends. */
function pending<T>() {
  return Promise.withResolvers<T>();
}

describe('a delay', () => {
  it('ends after its time, or as soon as it is given up', async () => {
    const started = performance.now();
    await delay(20);
    assert.ok(performance.now() - started >= 18);
    const abort = new AbortController();
    const given = rejection(delay(60_000, abort.signal), 'cancelled');
    abort.abort();
    await given;
    await rejection(delay(60_000, AbortSignal.abort()), 'cancelled');
    await delay(1, new AbortController().signal);
  });
});

describe('what can be given up', () => {
  it('ends as the promise does, or as soon as it is given up', async () => {
    const { signal } = new AbortController();
    assert.equal(await orCancelled(Promise.resolve(1), undefined), 1);
    assert.equal(await orCancelled(Promise.resolve(1), signal), 1);
    await assert.rejects(orCancelled(Promise.reject(new Error('no')), signal), /no/);
    await rejection(orCancelled(pending().promise, AbortSignal.timeout(1)), 'cancelled');
    await rejection(orCancelled(Promise.resolve(1), AbortSignal.abort()), 'cancelled');
  });
});

describe('equal work in flight', () => {
  it('is done once for all, and anew when it is over', async () => {
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

  it('goes on while somebody waits for it, and is given up with the last', async () => {
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

  it('that failed is not kept, nor is what was given up', async () => {
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

describe('work on many items', () => {
  it('keeps their order and its limit', async () => {
    let [running, most] = [0, 0];
    const doubled = await mapLimited([5, 1, 4, 2, 3], 2, async (item, index) => {
      running += 1;
      most = Math.max(most, running);
      await delay(item);
      running -= 1;
      return item * 2 + index;
    });
    assert.deepEqual(doubled, [10, 3, 10, 7, 10]);
    assert.equal(most, 2);
    assert.deepEqual(await mapLimited([], 2, () => Promise.resolve(1)), []);
  });

  it('ends with the first failure and when given up', async () => {
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

describe('collecting', () => {
  it('takes all values, or as many as asked for', async () => {
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
