import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { delay } from '../../../src/core/async.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { textResult, type ToolCaller } from '../../../src/mcp/toolCaller.ts';
import { passTime } from '../../kit/clockwork.ts';

/** Milliseconds after which the client ends a call without a sign of life. */
const patience = 60_000;

/** A client that answers questions after `time` milliseconds, and the calls that the server got. */
async function connect(time: number) {
  const calls: (boolean | undefined)[] = [];
  const limits: number[] = [];
  const call: ToolCaller = ({ answer, timeLimit }) => {
    calls.push(answer?.isYes);
    limits.push(timeLimit);
    const reply = answer === undefined ? { question: 'Close #1?', state: 's' } : textResult('done');
    return Promise.resolve(reply);
  };
  const resources = { read: () => Promise.reject(new Error('none')), complete: () => Promise.resolve([]) };
  const server = createServer({ call, resources, tools: [], instructions: '', skills: [] });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async () => {
    await delay(time);
    return { action: 'accept', content: { agree: true } };
  });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return { client, calls, limits };
}

/** Waits for `call` while the mocked time passes. */
async function during<T>(call: Promise<T>, time: number): Promise<T> {
  const [result] = await Promise.all([call, passTime(time + 5_000, 1_000)]);
  return result;
}

describe('A question to the user of an MCP client', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));

  afterEach(() => mock.timers.reset());

  it('may stay open longer than the client waits without a sign of life', async () => {
    const { client, calls } = await connect(3 * patience);
    const options = { timeout: patience, resetTimeoutOnProgress: true, onprogress: () => undefined };
    const { content } = await during(client.callTool({ name: 'close', arguments: {} }, options), 3 * patience);
    assert.deepEqual(content, [{ type: 'text', text: 'done' }]);
    assert.deepEqual(calls, [undefined, true]);
    await client.close();
  });

  it('takes from the time of a call without progress only', async () => {
    const time = 20_000;
    const { client, limits } = await connect(time);
    await during(client.callTool({ name: 'close', arguments: {} }, { onprogress: () => undefined }), time);
    assert.deepEqual(limits.splice(0), [45_000, 45_000]);
    await during(client.callTool({ name: 'close', arguments: {} }), time);
    assert.deepEqual(limits, [45_000, 45_000 - time]);
    await client.close();
  });

  it('is answered with no for a client that gave up', async () => {
    const { client, calls } = await connect(3 * patience);
    const call = client.callTool({ name: 'close', arguments: {} }, { timeout: patience });
    await during(assert.rejects(call), patience);
    assert.deepEqual(calls, [undefined, false]);
    await client.close();
  });
});
