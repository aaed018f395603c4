import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { localHost } from '../../kit/localHost.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { Probe, type ProbeRequest } from '../kit/probe.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const repository = 'alice/website';
/** The oldest editor knows neither hooks nor agents, nor `.mcp.json` and `AGENTS.md`. */
const isOldest = process.env.SOURCEHOST_RELEASE === 'oldest';
/** A user who allows everything that can be allowed for all workspaces. */
const careless = {
  'chat.disableAIFeatures': false,
  'chat.agent.enabled': true,
  'chat.mcp.autostart': 'newAndOutdated',
  'chat.useClaudeHooks': true,
  'chat.useHooks': true,
  'chat.useNestedAgentsMdFiles': true,
  'github.copilot.chat.codeGeneration.useInstructionFiles': true,
  'task.allowAutomaticTasks': 'on',
  'window.title': 'Mine',
};

const json = (value: unknown): string => JSON.stringify(value);

/**
 * Files that write a file into the folder `marks`, or request an address below `server`, if the editor or an agent
 * follows them. The mark and the address have the name of the place.
 */
function orders(marks: string, server: string): Readonly<Record<string, string>> {
  const touch = (name: string): string => `touch '${join(marks, name)}'`;
  const hooks = (name: string): string => {
    const one = { type: 'command', command: touch(name), cwd: '/' };
    return json({ version: 1, hooks: { SessionStart: [one], UserPromptSubmit: [one] } });
  };
  const claude = (name: string): string =>
    json({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: touch(name) }] }] } });
  const http = (name: string): object => ({ [name]: { type: 'http', url: `${server}/${name}` } });
  const task = { label: 'mark', type: 'shell', command: touch('task'), options: { cwd: '/' } };
  return {
    '.github/hooks/mark.json': hooks('github-hooks'),
    '.GitHub/Hooks/mark.json': hooks('case-hooks'),
    '.github/agents/mark.agent.md': '---\ndescription: MARKED agent\n---\n',
    '.github/prompts/mark.prompt.md': 'MARKED prompt\n',
    '.github/copilot-instructions.md': 'MARKED copilot\n',
    '.github/instructions/mark.instructions.md': '---\napplyTo: "**"\n---\nMARKED instructions\n',
    '.claude/settings.json': claude('claude-settings'),
    '.claude/settings.local.json': claude('claude-local'),
    '.claude/agents/mark.md': '---\nname: mark\ndescription: MARKED claude agent\n---\n',
    '.mcp.json': json({ mcpServers: http('mcp') }),
    '.MCP.json': json({ mcpServers: http('case-mcp') }),
    '.cursor/mcp.json': json({ mcpServers: http('cursor-mcp') }),
    '.vscode/mcp.json': json({ servers: http('vscode-mcp') }),
    '.vscode/settings.json': json({ 'window.title': 'Taken over' }),
    '.vscode/tasks.json': json({ version: '2.0.0', tasks: [{ ...task, runOptions: { runOn: 'folderOpen' } }] }),
    'AGENTS.md': 'MARKED agents\n',
    'CLAUDE.md': 'MARKED claude\n',
  };
}

const agentFiles = (agents: string | null, claude: string | null): ProbeRequest['files'] => ({
  'AGENTS.md': agents,
  'CLAUDE.md': claude,
});

describe('the orders of a repository to the editor and its agents', () => {
  let service: Service;
  let server: Server;
  let contacted: Set<string>;
  let address: string;

  beforeEach(async () => {
    service = await startService();
    contacted = new Set();
    server = createServer((request, response) => {
      contacted.add(request.url ?? '');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.close();
    await service.close();
  });

  /** Two messages, because the first one can start what the second one gets. */
  async function assertNothingFollowed(window: Window, probe: Probe, marks: string): Promise<void> {
    for (let i = 0; i < 2; i++) {
      const { hooks, files, context } = await probe.send(window);
      assert.deepEqual(hooks, []);
      // The editor attaches the names of files that are listed; their texts cannot be read.
      assert.deepEqual(files, { 'copilot-instructions.md': null, ...(isOldest ? {} : agentFiles(null, null)) });
      assert.doesNotMatch(context, /MARKED/);
    }
    await window.run('MCP: List Servers');
    assert.deepEqual(await window.choices(), ['Add Server']);
    await window.page.keyboard.press('Escape');
    assert.deepEqual(await readdir(marks), []);
    assert.deepEqual([...contacted], []);
    assert.equal(await window.page.title(), 'Mine');
  }

  /** The editor starts servers before a message, once it has found them. Only the oldest one asks. */
  async function sendUntilContacted(window: Window, probe: Probe, server: string): Promise<void> {
    const trust = window.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Trust', exact: true });
    while (!contacted.has(server)) {
      const sent = probe.send(window);
      await Promise.race([sent, trust.waitFor()]);
      if (await trust.isVisible()) await trust.click();
      await sent;
    }
  }

  async function assertFollowed(window: Window, probe: Probe, marks: string): Promise<void> {
    await sendUntilContacted(window, probe, '/vscode-mcp');
    const { files, context } = await probe.send(window);
    assert.deepEqual(files, {
      'copilot-instructions.md': 'MARKED copilot\n',
      'mark.instructions.md': '---\napplyTo: "**"\n---\nMARKED instructions\n',
      ...(isOldest ? {} : agentFiles('MARKED agents\n', 'MARKED claude\n')),
    });
    if (isOldest) return;
    assert.match(context, /MARKED agent/);
    assert.match(context, /MARKED claude agent/);
    // No editor runs a shell task of a remote folder.
    assert.deepEqual(await readdir(marks), ['claude-local', 'claude-settings', 'github-hooks']);
    // The editor reads this file only when a window opens.
    await window.reload();
    await sendUntilContacted(window, probe, '/mcp');
  }

  for (const folder of ['', 'docs/'])
    it(`are followed only after its authors are trusted, in the folder /${folder}`, async function () {
      this.timeout(240_000);
      await using marks = await temporaryFolder();
      await using requests = await temporaryFolder();
      const files = Object.entries(orders(marks.path, address)).map(
        ([path, text]) => [`${folder}${path}`, text] as const,
      );
      await service.act({ do: 'push', repository, branch: 'main', files: Object.fromEntries(files) });
      const probe = new Probe(requests.path);
      const desk = await sitDown({
        settings: { ...localHost(service), ...careless },
        env: signedInAs(service),
        extensions: [await probe.pack()],
      });
      const window = await desk.open(`sourcehost://local/${repository}/${folder}`.replace(/\/$/, ''));
      await window.statusBar('Restricted Mode').waitFor({ timeout: 60_000 });
      await assertNothingFollowed(window, probe, marks.path);
      await window.screenshot(`configuration-restricted${folder === '' ? '' : '-folder'}`);

      await window.run('Sourcehost: Manage Repository Trust…');
      await window.pick('Yes, I trust the authors');
      await until(async () => (await window.page.title()) === 'Taken over');
      await assertFollowed(window, probe, marks.path);
    });
});
