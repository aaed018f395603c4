import assert from 'node:assert/strict';
import * as v from 'valibot';
import { RunDetail } from '../../../../src/api/record/run.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { hasEnded, isPaused } from '../../../../src/domain/runs/runState.ts';
import { Watch } from '../../../../src/domain/runs/watch.ts';
import { InboxTime } from '../../../kit/inboxClock.ts';

const run = (status: string): RunDetail => v.parse(RunDetail, { workflow_run_id: 'r', status });

describe('Watch', () => {
  function watch(answer: () => RunDetail | Failure) {
    const time = new InboxTime(0);
    const reads: number[] = [];
    const ended: (string | undefined)[] = [];
    const read = () => {
      reads.push(time.clock.now() / 1000);
      const given = answer();
      return given instanceof Failure ? Promise.reject(given) : Promise.resolve(given);
    };
    const parts = { isOver: hasEnded, isPaused: ({ status }: RunDetail) => isPaused(status) };
    const watching = new Watch({ read, ...parts, window: time.window, clock: time.clock });
    watching.onDidEnd((last) => ended.push(last?.status));
    return { time, reads, ended, watching };
  }

  it('reads after 10 s, then half as often up to a minute, until the run ends', async () => {
    let status = 'RUNNING';
    const { time, reads, ended } = watch(() => run(status));
    await time.pass(200_000);
    assert.deepEqual(reads, [10, 30, 70, 130, 190]);
    status = 'FAILED';
    await time.pass(300_000);
    assert.deepEqual([reads.length, ended], [6, ['FAILED']]);
  });

  it('sends nothing without the focus, and ends after two hours', async () => {
    const { time, reads, ended } = watch(() => run('PAUSED'));
    time.setFocus(false);
    await time.pass(3_600_000);
    assert.deepEqual(reads, []);
    time.setFocus(true);
    await time.pass(3_500_000);
    const count = reads.length;
    assert.ok(count > 50 && count < 62, String(count));
    await time.pass(7_200_000);
    assert.deepEqual([reads.length <= count + 4, ended], [true, [undefined]]);
  });

  it('waits two minutes for a new run', async () => {
    const missing = new Failure('missing', 'not there', { status: 404 });
    const { time, reads, ended } = watch(() => missing);
    await time.pass(600_000);
    assert.deepEqual([reads[0], reads.at(-1), ended], [10, 120, [undefined]]);
  });
});
