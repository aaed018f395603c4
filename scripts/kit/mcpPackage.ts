import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { thirdPartyNotices } from './bundledPackages.ts';
import { root } from './paths.ts';
import { run } from './processes.ts';

const name = 'sourcehost-mcp';
/** The name in the MCP registry, which compares it with that in package.json. The owner at GitHub proves its beginning. */
const mcpName = 'io.github.sourcehost/sourcehost-mcp';
const description = 'Reads and changes repositories, issues and releases of a code host, without a clone.';
const program = 'mcp.cjs';

interface OwnManifest {
  readonly version: string;
  readonly license: string;
}

const manifestOf = ({ version, license }: OwnManifest): object => ({
  name,
  mcpName,
  version,
  description,
  license,
  // Where the workflow runs that publishes it: npm compares it with the provenance.
  repository: { type: 'git', url: 'git+https://github.com/sourcehost/sourcehost.git' },
  keywords: ['mcp', 'gitcode', 'issues', 'repository'],
  engines: { node: '>=20' },
  bin: { [name]: program },
  files: [program, 'server.json', 'ThirdPartyNotices.txt', 'README.zh-CN.md'],
});

/** The description for the MCP registry, which takes no repository of this host. */
const serverOf = ({ version }: OwnManifest): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: mcpName,
  title: 'Sourcehost',
  description,
  version,
  packages: [
    {
      registryType: 'npm',
      identifier: name,
      version,
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      packageArguments: [
        {
          type: 'named',
          name: '--repos',
          description: 'Repositories that tools may use: owner/name,…',
          isRequired: true,
        },
        {
          type: 'named',
          name: '--toolsets',
          description: 'Sets of tools: files,issues,pullRequests,releases',
          isRequired: false,
        },
        { type: 'named', name: '--host', description: 'The host. Default: gitcode', isRequired: false },
        { type: 'named', name: '--api-url', description: 'The root of the API', isRequired: false },
        {
          type: 'named',
          name: '--write',
          format: 'boolean',
          description: 'Tools may change something, each time after a question',
          isRequired: false,
        },
      ],
      environmentVariables: [
        { name: 'SOURCEHOST_TOKEN', description: 'A personal access token', isRequired: false, isSecret: true },
        { name: 'SOURCEHOST_API_URL', description: 'The root of the API', isRequired: false, isSecret: false },
      ],
    },
  ],
});

/** Packs the MCP server as a package of its own into `folder`. @returns the path of the tarball */
export async function packageMcp(folder: string): Promise<string> {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as OwnManifest;
  const content = join(folder, name);
  await rm(content, { recursive: true, force: true });
  await mkdir(content, { recursive: true });
  await run(process.execPath, ['esbuild.mjs', '--production', '--mcp', `--outdir=${content}`], { cwd: root });
  await writeFile(join(content, 'package.json'), `${JSON.stringify(manifestOf(own), undefined, 2)}\n`);
  await writeFile(join(content, 'server.json'), `${JSON.stringify(serverOf(own), undefined, 2)}\n`);
  await writeFile(join(content, 'ThirdPartyNotices.txt'), await thirdPartyNotices());
  await cp(join(root, 'LICENSE'), join(content, 'LICENSE'));
  for (const [page, readme] of [
    [`${name}.md`, 'README.md'],
    [`${name}.zh-CN.md`, 'README.zh-CN.md'],
  ] as const) {
    const text = await readFile(join(root, 'docs', page), 'utf8');
    await writeFile(
      join(content, readme),
      text.replaceAll(`](${name}.`, '](README.').replace(/<!-- .?tools -->\n\n?/g, ''),
    );
  }
  await run('npm', ['pack', '--pack-destination', folder], { cwd: content });
  return join(folder, `${name}-${own.version}.tgz`);
}
