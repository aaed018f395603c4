import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { packageMcp } from '../../../scripts/kit/mcpPackage.ts';
import { run } from '../../../scripts/kit/processes.ts';
import { version } from '../../../src/mcp/version.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const argument = v.object({ type: v.literal('named'), name: v.string(), description: v.optional(v.string()) });
/** What the schema of the MCP registry requires of a server in a package. */
const serverJson = v.strictObject({
  $schema: v.pipe(v.string(), v.url()),
  name: v.pipe(v.string(), v.minLength(3), v.maxLength(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  description: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  version: v.literal(version),
  packages: v.tuple([
    v.object({
      registryType: v.literal('npm'),
      identifier: v.literal('sourcehost-mcp'),
      version: v.literal(version),
      transport: v.object({ type: v.literal('stdio') }),
      packageArguments: v.array(argument),
      environmentVariables: v.array(v.object({ name: v.string() })),
    }),
  ]),
});

describe('The package sourcehost-mcp', () => {
  it('installs without dependencies in an empty folder, and serves a client', async function () {
    this.timeout(120_000);
    await using folder = await temporaryFolder();
    const tarball = await packageMcp(folder.path);
    assert.ok((await stat(tarball)).size <= 300_000, `${(await stat(tarball)).size} bytes`);
    const env = { PATH: process.env.PATH ?? '', HOME: folder.path };
    const target = join(folder.path, 'empty');
    await run('npm', ['install', '--offline', '--prefix', target, tarball], { cwd: folder.path, env });
    const installed = join(target, 'node_modules', 'sourcehost-mcp');
    v.assert(serverJson, JSON.parse(await readFile(join(installed, 'server.json'), 'utf8')));
    for (const file of ['README.md', 'README.zh-CN.md', 'LICENSE', 'ThirdPartyNotices.txt'])
      await stat(join(installed, file));
    assert.match(await run('npx', ['--offline', 'sourcehost-mcp', '--help'], { cwd: target, env }), /^Usage: /);
    // As the pages say: npx runs a file of an absolute path as a program, unless its address begins with file:.
    const help = ['--offline', '-y', `file:${tarball}`, '--help'];
    assert.match(await run('npx', help, { cwd: folder.path, env }), /^Usage: /);
    const client = new Client({ name: 'test', version: '1' });
    const command = join(target, 'node_modules', '.bin', 'sourcehost-mcp');
    await client.connect(new StdioClientTransport({ command, args: ['--write', '--repos', 'alice/website'], env }));
    assert.equal((await client.listTools()).tools.length, toolTable.length);
    assert.equal(client.getServerVersion()?.version, version);
    await client.close();
  });
});
