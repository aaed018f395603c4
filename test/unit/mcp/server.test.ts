import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { delay } from '../../../src/core/async.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { textResult, type ToolCaller } from '../../../src/mcp/toolCaller.ts';

/** Milliseconds after which the client ends a call without a sign of life. */
const patience = 300;

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
  const server = createServer({ call, resources, tools: [], instructions: '', skills: [], interval: 50 });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', async () => {
    await delay(time);
    return { action: 'accept', content: { agree: true } };
  });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return { client, calls, limits };
}

describe('A question to the user of an MCP client', () => {
  it('may stay open longer than the client waits without a sign of life', async () => {
    const { client, calls } = await connect(3 * patience);
    const options = { timeout: patience, resetTimeoutOnProgress: true, onprogress: () => undefined };
    const { content } = await client.callTool({ name: 'close', arguments: {} }, options);
    assert.deepEqual(content, [{ type: 'text', text: 'done' }]);
    assert.deepEqual(calls, [undefined, true]);
    await client.close();
  });

  it('takes from the time of a call without progress only', async () => {
    const { client, limits } = await connect(patience);
    const [usual, shorter] = [45_000, 45_000 - patience];
    await client.callTool({ name: 'close', arguments: {} }, { onprogress: () => undefined });
    assert.deepEqual(limits.splice(0), [usual, usual]);
    await client.callTool({ name: 'close', arguments: {} });
    assert.ok(limits[0] === usual && limits[1]! <= shorter && limits[1]! > 0, limits.join(' '));
    await client.close();
  });

  it('is answered with no for a client that gave up', async () => {
    const { client, calls } = await connect(3 * patience);
    await assert.rejects(client.callTool({ name: 'close', arguments: {} }, { timeout: patience }));
    await delay(patience);
    assert.deepEqual(calls, [undefined, false]);
    await client.close();
  });
});
