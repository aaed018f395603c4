import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Gathering } from '../../../src/core/gathering.ts';
import { until } from '../../kit/until.ts';

describe('work that many ask for', () => {
  it('is done once for all that ask together, and once more for who asks while it is done', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    let done = 0;
    const gathering = new Gathering(
      async () => {
        done += 1;
        await held;
      },
      { wait: 5, pause: () => 10 },
    );
    for (let asked = 0; asked < 100; asked += 1) gathering.ask();
    await until(() => done === 1);
    gathering.ask();
    gathering.ask();
    await pause(30);
    assert.equal(done, 1, 'never twice at once');
    release(undefined);
    await until(() => done === 2);
    await pause(30);
    assert.equal(done, 2);
  });

  it('takes a tenth of the time at most while it is asked for again and again, and pauses as long as it has to', async () => {
    const [slow, paused] = [{ done: 0 }, { done: 0 }];
    const work = async (): Promise<void> => {
      slow.done += 1;
      await pause(40);
    };
    const takesLong = new Gathering(work, { wait: 1, pause: () => 1 });
    const hasPause = new Gathering(() => Promise.resolve(void (paused.done += 1)), { wait: 1, pause: () => 10_000 });
    const started = performance.now();
    for (let asked = 0; asked < 50; asked += 1) {
      takesLong.ask();
      hasPause.ask();
      await pause(5);
    }
    // Each takes 40 ms and a pause of nine times as long.
    assert.ok(slow.done <= 1 + (performance.now() - started) / 350, `${slow.done} times`);
    assert.equal(paused.done, 1);
    takesLong.dispose();
    hasPause.dispose();
  });

  it('is not done any more once nobody wants it', async () => {
    let done = 0;
    const gathering = new Gathering(() => Promise.resolve(void (done += 1)), { wait: 5, pause: () => 10 });
    gathering.ask();
    gathering.dispose();
    gathering.ask();
    await pause(30);
    assert.equal(done, 0);
  });
});
