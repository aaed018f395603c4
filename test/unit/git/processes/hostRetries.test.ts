import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Failure, type FailureKind } from '../../../../src/core/errors.ts';
import type { FailureReason } from '../../../../src/core/failureReason.ts';
import { silent } from '../../../../src/core/log.ts';
import { HostRetries } from '../../../../src/git/processes/hostRetries.ts';
import { atOnce } from '../../../kit/clockwork.ts';

const failed = (
  kind: FailureKind,
  reason: Extract<FailureReason, 'gitFailed' | 'reset' | 'dns'>,
  seconds?: number,
): Failure =>
  new Failure(kind, 'refused', { reason, ...(seconds === undefined ? {} : { retryAfter: seconds * 1_000 }) });

describe('A call of git that the host refuses for a moment', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }));
  afterEach(() => mock.timers.reset());

  /** The pauses in seconds until `failure` lasts; the host fails in `each` milliseconds. */
  async function pausesAfter(failure: Failure, each = 0): Promise<{ pauses: number[]; failure: unknown }> {
    const pauses: number[] = [];
    const onWait = ({ milliseconds }: { milliseconds: number }): number =>
      pauses.push(Math.round(milliseconds / 1_000));
    const retries = new HostRetries({ log: silent, onWait }, undefined);
    const calls = async (): Promise<never> => {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, each));
        await retries.wait(failure);
      }
    };
    const outcome = await atOnce(calls());
    return { pauses, failure: outcome.status === 'rejected' ? outcome.reason : undefined };
  }

  it('waits for the time that the host asks for, twice, then fails', async () => {
    const { pauses, failure } = await pausesAfter(failed('throttled', 'gitFailed', 3));
    assert.deepEqual(pauses, [3, 3]);
    assert.equal((failure as Failure).kind, 'throttled');
  });

  it('waits 15 seconds twice after a 429 that asks for no time', async () => {
    assert.deepEqual((await pausesAfter(failed('throttled', 'gitFailed'))).pauses, [15, 15]);
  });

  it('waits a moment after an error of the host and after a cut connection', async () => {
    for (const failure of [failed('broken', 'gitFailed'), failed('unreachable', 'reset')]) {
      const { pauses } = await pausesAfter(failure);
      assert.equal(pauses.length, 2);
      assert.ok(pauses.every((pause) => pause <= 2));
    }
  });

  it('waits at most 38 seconds in all, with the time in which the host does nothing', async () => {
    assert.deepEqual((await pausesAfter(failed('throttled', 'gitFailed', 20))).pauses, [20]);
    assert.deepEqual((await pausesAfter(failed('throttled', 'gitFailed', 60))).pauses, []);
    assert.deepEqual((await pausesAfter(failed('broken', 'gitFailed'), 40_000)).pauses, []);
  });

  it('fails at once for a reason that lasts', async () => {
    for (const failure of [failed('unreachable', 'dns'), failed('forbidden', 'gitFailed')])
      assert.deepEqual((await pausesAfter(failure)).pauses, []);
  });
});
