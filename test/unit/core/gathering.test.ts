import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { Gathering } from '../../../src/core/gathering.ts';
import { until } from '../../kit/until.ts';

describe('Gathering', () => {
  it('runs once for all requests before the run, and once more for all requests during it', async () => {
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

  it('runs for at most a tenth of the time under continuous requests, and keeps its minimum pause', async () => {
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
    // Each run takes 40 ms, and the pause after it nine times as long.
    assert.ok(slow.done <= 1 + (performance.now() - started) / 350, `${slow.done} times`);
    assert.equal(paused.done, 1);
    takesLong.dispose();
    hasPause.dispose();
  });

  it('does not run after dispose', async () => {
    let done = 0;
    const gathering = new Gathering(() => Promise.resolve(void (done += 1)), { wait: 5, pause: () => 10 });
    gathering.ask();
    gathering.dispose();
    gathering.ask();
    await pause(30);
    assert.equal(done, 0);
  });
});
