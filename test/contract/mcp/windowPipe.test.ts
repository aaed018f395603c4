import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { silent } from '../../../src/core/log.ts';
import { windowVariables } from '../../../src/mcp/windowMessages.ts';
import { listenForTools, type PipeCalls, type WindowPipe } from '../../../src/mcp/windowPipe.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { until } from '../../kit/until.ts';
import { mcpProgram } from '../kit/mcpProgram.ts';

describe('The connection of an MCP server with a window', () => {
  let pipe: WindowPipe;
  let run: PipeCalls['call'];
  let clients: Client[];
  before(async function () {
    this.timeout(60_000);
    await mcpProgram();
  });
  beforeEach(async () => {
    clients = [];
    run = (tool, given) => Promise.resolve({ text: `${tool} ${JSON.stringify(given)}`, isError: false });
    pipe = await listenForTools(
      {
        call: (...call) => run(...call),
        read: (uri) =>
          Promise.resolve(
            uri.endsWith('/a.md')
              ? { text: JSON.stringify({ mimeType: 'text/markdown', text: `text of ${uri}` }), isError: false }
              : { text: 'This cannot be read: there is no such file.', isError: true },
          ),
        complete: ({ name, value }) => Promise.resolve({ text: JSON.stringify([`${name} ${value}`]), isError: false }),
      },
      silent,
    );
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
    pipe.close();
  });

  const pathOf = (): string => pipe.environment[windowVariables.path] ?? '';

  const start = async (environment = pipe.environment): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    const args = [await mcpProgram()];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env: { ...environment }, stderr: 'ignore' }),
    );
    return client;
  };

  it('offers the tools that the server offers without a window', async () => {
    const [window, alone] = [await start(), await start({})];
    const { tools } = await window.listTools();
    assert.equal(tools.length, toolTable.length);
    assert.deepEqual(tools, (await alone.listTools()).tools);
  });

  it('forwards calls to the window, several at once', async () => {
    const client = await start();
    const results = await Promise.all(
      [1, 2, 3].map((number) => client.callTool({ name: 'sourcehost_get_issue', arguments: { number } })),
    );
    assert.deepEqual(
      results.map(({ content }) => content),
      [1, 2, 3].map((number) => [{ type: 'text', text: `sourcehost_get_issue {"number":${number}}` }]),
    );
  });

  it('reads and completes resources in the window', async () => {
    const client = await start();
    const [file, issue] = (await client.listResourceTemplates()).resourceTemplates;
    assert.ok(issue?.uriTemplate.includes('/issues/'));
    const uri = 'sourcehost://local/alice/website/a.md';
    assert.deepEqual((await client.readResource({ uri })).contents, [
      { uri, mimeType: 'text/markdown', text: `text of ${uri}` },
    ]);
    await assert.rejects(client.readResource({ uri: `${uri}x` }), /there is no such file/);
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: file?.uriTemplate ?? '' },
      argument: { name: 'owner', value: 'al' },
    });
    assert.deepEqual(completion.values, ['owner al']);
  });

  it('passes a refusal of the window', async () => {
    run = () => Promise.resolve({ text: 'no', isError: true });
    const { isError } = await (await start()).callTool({ name: 'sourcehost_commit', arguments: {} });
    assert.equal(isError, true);
  });

  it('cancels a call in the window when the client does', async () => {
    let isAborted = false;
    run = async (_tool, _given, signal) => {
      await once(signal, 'abort');
      isAborted = true;
      return { text: 'late', isError: true };
    };
    const client = await start();
    const abort = new AbortController();
    const call = client.callTool({ name: 'sourcehost_get_issue', arguments: {} }, { signal: abort.signal });
    const ended = assert.rejects(call);
    setImmediate(() => abort.abort());
    await ended;
    await until(() => isAborted);
  });

  it('is open to this user only', async function () {
    if (process.platform === 'win32') this.skip();
    assert.equal((await stat(pathOf())).mode & 0o777, 0o600);
    assert.equal((await stat(dirname(pathOf()))).mode & 0o777, 0o700);
  });

  it('is closed to a program without the key', async () => {
    let calls = 0;
    run = () => {
      calls += 1;
      return Promise.resolve({ text: '', isError: false });
    };
    const call = JSON.stringify({ kind: 'call', id: 1, tool: 'sourcehost_list_repositories', given: {} });
    for (const first of ['{"key":"wrong"}', call, 'no JSON', '{"key":1}']) {
      const socket = connect(pathOf());
      socket.on('error', () => socket.destroy());
      const closed = once(socket, 'close');
      socket.write(`${first}\n${call}\n`);
      await closed;
    }
    assert.equal(calls, 0);
  });

  it('ends the program when the window closes', async () => {
    const client = await start();
    const closed = new Promise<void>((resolve) => (client.onclose = resolve));
    pipe.close();
    await closed;
  });
});
