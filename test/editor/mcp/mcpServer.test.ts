import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  CancellationTokenSource,
  commands,
  ConfigurationTarget,
  extensions,
  lm,
  workspace,
  type McpServerDefinitionProvider,
  type McpStdioServerDefinition,
} from 'vscode';
import { silent } from '../../../src/core/log.ts';
import { Lifetime } from '../../../src/editor/kit/lifetime.ts';
import { Settings } from '../../../src/editor/kit/settings.ts';
import { mcpProvider } from '../../../src/editor/features/mcp/register.ts';
import { listenForTools } from '../../../src/mcp/windowPipe.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { until } from '../../kit/until.ts';
import { Person } from '../kit/person.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';
import { writesTo } from '../tools/languageModel.ts';

const repository = 'alice/website';
const website = { host: 'local', repository };

describe('The MCP server of a window', () => {
  const service = new RemoteService();
  const person = new Person();
  const source = new CancellationTokenSource();
  let lifetime: Lifetime;
  let provider: McpServerDefinitionProvider<McpStdioServerDefinition>;

  before(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await commands.executeCommand('sourcehost.repository.pin', website);
  });
  beforeEach(async () => {
    person.sit();
    await service.clear();
    lifetime = new Lifetime();
    const folder = extensions.getExtension('sourcehost.sourcehost')?.extensionPath ?? '';
    const parts = {
      command: process.execPath,
      program: join(folder, 'dist', 'mcp.cjs'),
      version: '1',
      settings: new Settings(),
      loadTools: () =>
        Promise.resolve({
          invoke: async (...call: Parameters<typeof lm.invokeTool>) => await lm.invokeTool(...call),
          readResource: () => Promise.reject(new Error('This test reads no resource')),
          completeResource: () => Promise.resolve([]),
        }),
      listen: (run: Parameters<typeof listenForTools>[0]) => listenForTools(run, silent),
    };
    provider = mcpProvider(parts, lifetime);
  });
  afterEach(() => {
    person.leave();
    lifetime.dispose();
  });
  after(async () => {
    source.dispose();
    await commands.executeCommand('sourcehost.repository.unpin', website);
    await tidy();
    assert.deepEqual(await service.violations(), []);
    await service.reset();
  });

  const offered = async (): Promise<readonly McpStdioServerDefinition[]> =>
    (await provider.provideMcpServerDefinitions(source.token)) ?? [];

  /** Starts the program as the editor does. */
  const start = async (): Promise<Client> => {
    const [definition] = await offered();
    assert.ok(definition !== undefined);
    const resolved = await provider.resolveMcpServerDefinition?.(definition, source.token);
    assert.ok(resolved);
    const { command, args, env } = resolved;
    const variables = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
    assert.ok(!JSON.stringify(variables).includes(await service.token('alice')));
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env: variables, stderr: 'ignore' }));
    return client;
  };

  const call = async (client: Client, tool: string, given: object): Promise<{ text: string; isError: boolean }> => {
    const { content, isError = false } = await client.callTool({ name: `sourcehost_${tool}`, arguments: { ...given } });
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : assert.fail('no text'), isError };
  };

  it('reads with the session of the window', async () => {
    const client = await start();
    assert.equal((await client.listTools()).tools.length, toolTable.length);
    assert.ok((await call(client, 'list_repositories', {})).text.includes('| alice/website (host local, pinned)'));
    const { text } = await call(client, 'read_file', { ...website, path: 'package.json' });
    assert.ok(text.includes('"name": "website"'), text);
    const refused = await call(client, 'list_issues', { host: 'local', repository: 'bob/dotfiles' });
    assert.ok(refused.isError && refused.text.includes('input repository'), refused.text);
    await client.close();
  });

  it('asks the user in the window before a change', async () => {
    const client = await start();
    const issue = { ...website, title: 'From an agent' };
    for (const answer of [undefined, 'Allow']) {
      const result = call(client, 'create_issue', issue);
      const question = await person.tells(/^Allow a tool to create an issue/);
      assert.deepEqual(await writesTo(service), []);
      question.answer(answer);
      const { text, isError } = await result;
      assert.equal(isError, answer === undefined, text);
      assert.match(text, answer === undefined ? /^Nothing was sent/ : /^An issue of alice\/website is created/);
    }
    assert.deepEqual(await writesTo(service), ['issues.create']);
    await client.close();
  });

  it('is not offered if the user turned tools off', async () => {
    let changes = 0;
    const listening = provider.onDidChangeMcpServerDefinitions?.(() => (changes += 1));
    assert.ok(listening !== undefined);
    lifetime.add({ dispose: () => void listening.dispose() });
    const setting = workspace.getConfiguration('sourcehost.tools');
    await setting.update('enabled', false, ConfigurationTarget.Global);
    try {
      await until(() => changes > 0);
      assert.deepEqual(await offered(), []);
    } finally {
      await setting.update('enabled', undefined, ConfigurationTarget.Global);
    }
    await until(async () => (await offered()).length === 1);
  });
});
