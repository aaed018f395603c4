import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Gathering } from '../../../src/core/gathering.ts';
import { passTime } from '../../kit/clockwork.ts';

describe('Gathering', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    mock.method(performance, 'now', () => Date.now());
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

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
    await passTime(5);
    assert.equal(done, 1);
    gathering.ask();
    gathering.ask();
    await passTime(30);
    assert.equal(done, 1, 'never twice at once');
    release(undefined);
    await passTime(270);
    assert.equal(done, 2);
    await passTime(30);
    assert.equal(done, 2);
  });

  it('runs for at most a tenth of the time under continuous requests, and keeps its minimum pause', async () => {
    const [slow, paused] = [{ done: 0 }, { done: 0 }];
    const work = async (): Promise<void> => {
      slow.done += 1;
      await new Promise((resolve) => setTimeout(resolve, 40));
    };
    const takesLong = new Gathering(work, { wait: 1, pause: () => 1 });
    const hasPause = new Gathering(() => Promise.resolve(void (paused.done += 1)), { wait: 1, pause: () => 10_000 });
    for (let asked = 0; asked < 200; asked += 1) {
      takesLong.ask();
      hasPause.ask();
      await passTime(5);
    }
    // A second. Each run takes 40 ms, and the pause after it nine times as long.
    assert.equal(slow.done, 3);
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
    await passTime(30);
    assert.equal(done, 0);
  });
});
