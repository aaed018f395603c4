import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { delay } from '../../../src/core/async.ts';
import { withProgress } from '../../../src/mcp/progress.ts';
import { RunningCalls } from '../../../src/mcp/runningCalls.ts';
import { passTime } from '../../kit/clockwork.ts';

type Notification = Parameters<Parameters<typeof withProgress>[0]['mcpReq']['notify']>[0];

describe('The progress of a call of an MCP server', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));

  afterEach(() => mock.timers.reset());

  /** The notifications of a call that lasts 25 seconds. */
  const progressOf = async (_meta: { progressToken?: string }) => {
    const sent: Notification[] = [];
    const notify = (notification: Notification): Promise<void> => {
      sent.push(notification);
      return Promise.reject(new Error('the client is gone'));
    };
    const call = withProgress({ mcpReq: { _meta, notify } }, async () => {
      await delay(25_000);
      return 'done';
    });
    await passTime(60_000, 1_000);
    assert.equal(await call, 'done');
    return sent;
  };

  it('is sent every ten seconds until the call ends', async () => {
    const sent = await progressOf({ progressToken: 't' });
    assert.deepEqual(
      sent.map(({ method, params }) => ({ method, ...params })),
      [1, 2].map((progress) => ({
        method: 'notifications/progress',
        progressToken: 't',
        progress,
        message: 'Still running',
      })),
    );
  });

  it('is not sent to a client that did not ask for it', async () => {
    assert.deepEqual(await progressOf({}), []);
  });
});

describe('The running calls of an MCP server', () => {
  it('end when the last one is answered, also if one began meanwhile or failed', async () => {
    const ends: (() => void)[] = [];
    const calls = new RunningCalls();
    const call = async (): Promise<void> => {
      await new Promise<void>((resolve) => ends.push(resolve));
      if (ends.length === 2) throw new Error('failed');
    };
    await calls.ended(60_000);
    void calls.run(call);
    let hasEnded = false;
    const ended = calls.ended(60_000).then(() => (hasEnded = true));
    const failed = assert.rejects(calls.run(call));
    ends[0]?.();
    await delay(5);
    assert.ok(!hasEnded);
    ends[1]?.();
    await failed;
    await ended;
  });

  it('are not waited for longer than the limit', async () => {
    let answer: (() => void) | undefined;
    const calls = new RunningCalls();
    let isAnswered = false;
    const answered = calls
      .run(async () => await new Promise<void>((resolve) => (answer = resolve)))
      .then(() => (isAnswered = true));
    await calls.ended(1);
    assert.equal(isAnswered, false);
    answer?.();
    await answered;
    await calls.ended(60_000);
  });
});
