import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hints } from '../../../src/mcp/agentTexts.ts';
import { version } from '../../../src/mcp/version.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { isRunning } from '../../kit/isRunning.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { inputsOf } from '../../kit/toolServices.ts';
import { until } from '../../kit/until.ts';
import { suiteService } from '../kit/suiteService.ts';
import { mcpProcess, mcpVariables, type McpProcess } from '../kit/mcpProcess.ts';
import { mcpProgram } from '../kit/mcpProgram.ts';

const website = { repository: 'alice/website' };
const write = ['--write', '--repos', 'alice/website'];
const clientInfo = { name: 'test', version: '1' };

describe('The process of sourcehost-mcp', () => {
  const service = suiteService();
  before(async function () {
    this.timeout(60_000);
    await mcpProgram();
  });

  const connect = async (
    args?: readonly string[],
    env = mcpVariables(service),
    capabilities: object = {},
  ): Promise<McpProcess> => {
    const server = await mcpProcess(env, args);
    const params = { protocolVersion: '2025-06-18', capabilities, clientInfo };
    await server.answer(server.ask('initialize', params));
    server.notify('notifications/initialized');
    return server;
  };
  const ask = (server: McpProcess, tool: string, given: object, more: object = {}): number =>
    server.ask('tools/call', { name: `sourcehost_${tool}`, arguments: given, ...more });
  const textOf = ({ result }: Readonly<Record<string, unknown>>): string =>
    (result as { readonly content: readonly { readonly text: string }[] }).content[0]?.text ?? '';
  const call = async (server: McpProcess, tool: string, given: object): Promise<string> =>
    textOf(await server.answer(ask(server, tool, given)));

  it('speaks every version of the protocol', async () => {
    const versions = {
      '2024-11-05': '',
      '2025-11-25': '',
      '2999-01-01': '2025-11-25',
    };
    for (const [version, spoken] of Object.entries(versions)) {
      await using server = await mcpProcess(mcpVariables(service));
      const params = { protocolVersion: version, capabilities: {}, clientInfo };
      const { result } = await server.answer(server.ask('initialize', params));
      assert.equal((result as { protocolVersion: string }).protocolVersion, spoken === '' ? version : spoken);
      server.notify('notifications/initialized');
      assert.match(await call(server, 'list_repositories', {}), /\| alice\/website/);
    }
  });

  it('needs no function that Node 20 does not have', async () => {
    const newer = [
      ...['Promise.withResolvers', 'Promise.try', 'Map.groupBy', 'Object.groupBy', 'Array.fromAsync', 'RegExp.escape'],
      ...['URL.parse', 'Set.prototype.union', 'Set.prototype.difference', 'Set.prototype.intersection'],
      ...['map', 'filter', 'some', 'every', 'find', 'toArray', 'flatMap'].map((name) => `Iterator.prototype.${name}`),
    ];
    const code = encodeURIComponent(newer.map((name) => `delete ${name};`).join(''));
    const env = { ...mcpVariables(service), NODE_OPTIONS: `--import=data:text/javascript,${code}` };
    await using server = await connect(write, env);
    const [, run] = /\| ([\da-f]{32}) /.exec(await call(server, 'list_runs', website)) ?? [];
    for (const tool of toolTable.filter(({ effect }) => effect === 'read')) {
      const given = { ...inputsOf(tool, 'alice/website'), ...(tool.fields.run && { run }) };
      const text = await call(server, tool.name.slice('sourcehost_'.length), given);
      assert.ok(!text.startsWith('The tool failed'), `${tool.name}: ${text}`);
    }
  });

  it('ignores lines that are no message', async () => {
    await using server = await connect();
    server.write('no JSON\n\n{"jsonrpc":"2.0","id":7,"method":12}\n[]\n{"half":\n');
    server.write(`${'x'.repeat(1_000_000)}\n`);
    server.write('\u0000\u0007\n');
    assert.match(await call(server, 'list_repositories', {}), /alice\/website/);
    const { code, log } = await server.end();
    assert.equal(code, 0);
    assert.match(log, /warning a message of the client is not of JSON-RPC\n/);
    assert.ok(log.split('\n').every((line) => line.length < 600));
  });

  it('takes messages of a megabyte, and answers with at most 8,000 bytes', async () => {
    await using server = await connect(write);
    for (const content of ['a'.repeat(1_000_000), '文\n'.repeat(400_000)]) {
      const text = await call(server, 'write_file', { ...website, path: 'large.txt', content });
      assert.match(text, /^“large\.txt” of alice\/website .* is written as a draft/);
      assert.ok(Buffer.byteLength(text) <= 8_000);
    }
    assert.match(await call(server, 'list_folder', { ...website, query: 'large' }), /\| large\.txt/);
    const refused = await call(server, 'find_text', { ...website, query: '('.repeat(1_000_000), is_regex: true });
    assert.ok(
      refused.startsWith('The tool failed (invalid, input query)') && refused.length < 2_000,
      refused.slice(0, 80),
    );
    assert.deepEqual(await readdir(server.folder), [(await readdir(server.folder))[0]]);
  });

  it('ends with a message that is too long, and says so', async () => {
    await using server = await connect();
    server.write('x'.repeat(11 * 1024 * 1024));
    const { code, log } = await server.end();
    assert.equal(code, 0);
    assert.match(log, /exceeded maximum size/);
    assert.deepEqual(await readdir(server.folder), []);
  });

  it('answers a hundred calls at once, each with its own result', async () => {
    await using server = await connect(write);
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);
    await call(server, 'write_file', { ...website, path: 'lines.txt', content: `${lines.join('\n')}\n` });
    const at = { ...website, path: 'lines.txt' };
    const ids = lines.map((_, index) =>
      ask(server, 'read_file', { ...at, start_line: index + 1, end_line: index + 1 }),
    );
    const answers = await Promise.all(ids.map((id) => server.answer(id)));
    for (const [index, answer] of answers.entries())
      assert.ok(textOf(answer).endsWith(`| ${index + 1}: line ${index + 1}`), textOf(answer));
  });

  it('ends the request of a call that the client cancels, and answers others', async () => {
    await using server = await connect();
    await call(server, 'list_issues', website);
    service.fail({ operation: 'issues.get', fault: { kind: 'stalled', at: 'headers' }, times: 1 });
    const stalled = ask(server, 'get_issue', { ...website, number: 1 });
    await until(() => service.requests.some(({ operation }) => operation === 'issues.get'));
    server.notify('notifications/cancelled', { requestId: stalled });
    assert.match(await call(server, 'get_issue', { ...website, number: 1 }), /^Issue #1 of/);
    const { log } = await server.end();
    assert.match(log, /sourcehost_get_issue .*: cancelled/);
    assert.ok(server.messages.every(({ id }) => id !== stalled));
  });

  it('says at its start what it serves', async () => {
    for (const [args, text] of [
      [
        ['--repos', 'alice/website,alice/samples'],
        'for alice/website, alice/samples at http://127.0.0.1:PORT, read-only',
      ],
      [write, 'for alice/website at http://127.0.0.1:PORT, with --write'],
      [[], 'for no repository, because --repos names none, at http://127.0.0.1:PORT, read-only'],
    ] as const) {
      await using server = await mcpProcess(mcpVariables(service), args);
      const { log } = await server.end();
      assert.equal(log.replace(/:\d+,/, ':PORT,'), `info version ${version}, ${text}\n`);
    }
  });

  it('does not start with wrong arguments, and says which', async () => {
    for (const [args, env, message] of [
      [['--repos', 'alice'], {}, '“alice” of --repos must be written owner/name.'],
      [['--host', 'http://code.example.com'], {}, '--host or --api-url: apiUrl must begin with https'],
      [[], { SOURCEHOST_API_URL: 'no address' }, '--host or --api-url: apiUrl must be an http or https address'],
      [
        ['--host', service.url],
        { SOURCEHOST_TOKEN: 'token-of-another-host' },
        `SOURCEHOST_TOKEN is not sent to ${service.url}. If you have a token of its API, put it into SOURCEHOST_TOKEN_${new URL(service.url).host.replaceAll(/\W/g, '_')}. Else leave SOURCEHOST_TOKEN out.`,
      ],
      [
        ['--host', 'https://code.example.com'],
        mcpVariables(service),
        `SOURCEHOST_TOKEN is not sent to ${service.url}. If you have a token of its API, put it into SOURCEHOST_TOKEN_${new URL(service.url).host.replaceAll(/\W/g, '_')}. Else leave SOURCEHOST_TOKEN out.`,
      ],
    ] as const) {
      await using server = await mcpProcess(env, args);
      const { code, log } = await server.end();
      assert.equal(code, 2, log);
      assert.ok(log.startsWith(`${message}\n\nUsage: sourcehost-mcp`), log);
      assert.deepEqual(server.messages, []);
    }
    await using server = await mcpProcess({ TMPDIR: '/no/such/folder' });
    const { code, log } = await server.end();
    assert.equal(code, 1);
    assert.match(log, /^The temporary folder cannot be used: ENOENT.*\n$/);
  });

  it('says what to do if no API answers', async () => {
    for (const address of ['http://127.0.0.1:9', `${service.url}/elsewhere`]) {
      await using server = await connect(undefined, { SOURCEHOST_API_URL: address, SOURCEHOST_TOKEN: 'token' });
      const text = await call(server, 'list_issues', website);
      assert.ok(text.endsWith(`\n${hints.noApi}`), text);
    }
    service.clear();
  });

  it('says that a repository does not exist', async () => {
    await using server = await connect(['--repos', 'alice/none']);
    assert.match(await call(server, 'list_issues', { repository: 'alice/none' }), /^The tool failed \(missing\)/);
  });

  it('answers what came before the end of its input, and leaves no file', async () => {
    await using server = await mcpProcess(mcpVariables(service));
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const first = server.ask('initialize', params);
    const second = ask(server, 'get_issue', { ...website, number: 1 });
    const { code } = await server.end();
    assert.equal(code, 0);
    assert.ok('result' in (await server.answer(first)));
    assert.match(textOf(await server.answer(second)), /^Issue #1 of/);
    assert.deepEqual(await readdir(server.folder), []);
  });

  it('ends without the answers of a host that does not answer, and leaves no file', async () => {
    for (const signal of [undefined, 'SIGTERM', 'SIGHUP'] as const) {
      await using server = await connect();
      service.fail({ operation: 'git', fault: { kind: 'stalled', at: 'headers' } });
      service.fail({ operation: 'issues.get', fault: { kind: 'stalled', at: 'headers' } });
      ask(server, 'find_text', { ...website, query: 'npm' });
      ask(server, 'get_issue', { ...website, number: 1 });
      service.clear();
      const isSent = (wanted: string): boolean => service.requests.some(({ operation }) => operation === wanted);
      await until(() => isSent('issues.get') && isSent('git'));
      await until(async () => (await readdir(server.folder)).length === 1);
      assert.equal((await server.end(signal)).code, 0);
      assert.deepEqual(await readdir(server.folder), []);
    }
  });

  it('logs what a change has done when its client goes away', async () => {
    service.set({ operation: 'issues.edit', latency: 300 });
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    for (const signal of [undefined, 'SIGTERM'] as const) {
      await using server = await connect(write, mcpVariables(service), { elicitation: {} });
      ask(server, 'edit_issues', { ...website, numbers, add_labels: [signal ?? 'gone'] });
      const question = (): Readonly<Record<string, unknown>> | undefined =>
        server.messages.find(({ method }) => method === 'elicitation/create');
      await until(() => question() !== undefined);
      service.clear();
      const result = { action: 'accept', content: { agree: true } };
      server.write(`${JSON.stringify({ jsonrpc: '2.0', id: question()?.id, result })}\n`);
      await until(() => service.requests.filter(({ operation }) => operation === 'issues.edit').length > 1);
      const { log } = await server.end(signal);
      assert.match(log, /sourcehost_edit_issues .*: [1-9]\d? of 20 issues of alice\/website are changed, issue 1/);
    }
  });

  it('ends with a client that was killed, and leaves no file', async () => {
    service.fail({ operation: 'issues.get', fault: { kind: 'slow', ms: 300 } });
    await using folder = await temporaryFolder();
    const env = { PATH: process.env.PATH, HOME: folder.path, TMPDIR: folder.path, ...mcpVariables(service) };
    // The client owns both ends of all pipes of the server.
    const client = spawn(process.execPath, ['-e', clientScript, await mcpProgram()], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [pid] = (await once(client.stdout, 'data')) as [Buffer];
    await until(() => service.requests.some(({ operation }) => operation === 'issues.get'));
    const [own = ''] = await readdir(folder.path);
    assert.equal((await stat(join(folder.path, own))).mode & 0o777, 0o700);
    client.kill('SIGKILL');
    await until(() => !isRunning(Number(pid)));
    assert.deepEqual(await readdir(folder.path), []);
  });
});

/** Starts the server, writes its process id, and asks for an issue. */
const clientScript = `
const server = require('node:child_process').spawn(process.execPath, [process.argv[1], '--repos', 'alice/website']);
const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const clientInfo = { name: 'test', version: '1' };
send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
const name = 'sourcehost_get_issue';
send({ id: 2, method: 'tools/call', params: { name, arguments: { repository: 'alice/website', number: 1 } } });
process.stdout.write(String(server.pid));
setInterval(() => undefined, 1_000);
`;
