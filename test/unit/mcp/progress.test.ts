import assert from 'node:assert/strict';
import { delay } from '../../../src/core/async.ts';
import { withProgress } from '../../../src/mcp/progress.ts';
import { RunningCalls } from '../../../src/mcp/runningCalls.ts';

type Notification = Parameters<Parameters<typeof withProgress>[0]['mcpReq']['notify']>[0];

describe('The progress of a call of an MCP server', () => {
  const progressOf = async (token: string | undefined, work: (sent: readonly Notification[]) => Promise<string>) => {
    const sent: Notification[] = [];
    const notify = (notification: Notification): Promise<void> => {
      sent.push(notification);
      return Promise.reject(new Error('the client is gone'));
    };
    const _meta = token === undefined ? {} : { progressToken: token };
    const result = await withProgress({ mcpReq: { _meta, notify } }, () => work(sent), 1);
    const count = sent.length;
    await delay(20);
    assert.equal(sent.length, count, 'a call that has ended has no progress');
    return { result, sent };
  };
  const untilSent = async (sent: readonly Notification[], count: number): Promise<string> => {
    while (sent.length < count) await delay(1);
    return 'done';
  };

  it('is sent while the call runs', async () => {
    const { result, sent } = await progressOf('t', (notified) => untilSent(notified, 2));
    assert.equal(result, 'done');
    assert.deepEqual(
      sent.slice(0, 2).map(({ method, params }) => ({ method, ...params })),
      [1, 2].map((progress) => ({
        method: 'notifications/progress',
        progressToken: 't',
        progress,
        message: 'Still running',
      })),
    );
  });

  it('is not sent to a client that did not ask for it', async () => {
    const { sent } = await progressOf(undefined, async () => {
      await delay(20);
      return 'done';
    });
    assert.deepEqual(sent, []);
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
