import assert from 'node:assert/strict';
import { suiteService } from '../kit/suiteService.ts';
import { mcpClient, mcpProgram, type McpClient } from '../kit/mcpProgram.ts';

const file = 'sourcehost://{host}/{owner}/{repo}/{+path}{?ref}';
const issue = 'sourcehost-record://{host}/{owner}/{repo}/issues/{number}.md';
const repos = ['--repos', 'alice/website,alice/samples'];

describe('The resources of sourcehost-mcp', () => {
  const service = suiteService();
  let mcp: McpClient;
  let host: string;
  before(async function () {
    this.timeout(60_000);
    await mcpProgram();
    host = new URL(service.url).hostname;
    mcp = await mcpClient(service, { args: repos });
  });
  after(() => mcp[Symbol.asyncDispose]());

  const git = async (...args: readonly string[]): Promise<string> =>
    await (await service.repository('alice/website')).git(args);
  const read = async (uri: string): Promise<Readonly<Record<string, unknown>>> =>
    (await mcp.client.readResource({ uri })).contents[0] ?? assert.fail('no content');
  const complete = async (name: string, value: string, known: Record<string, string> = {}): Promise<string[]> => {
    const params = { ref: { type: 'ref/resource' as const, uri: file }, argument: { name, value } };
    return (await mcp.client.complete({ ...params, context: { arguments: known } })).completion.values;
  };

  it('are templates for files and issues, in every version of the protocol', async () => {
    await using modern = await mcpClient(service, { protocol: 'auto' });
    for (const { client } of [mcp, modern]) {
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        [file, issue],
      );
      assert.deepEqual((await client.listResources()).resources, []);
    }
  });

  it('are only those that a tool of --toolsets reads', async () => {
    await using issuesOnly = await mcpClient(service, { args: [...repos, '--toolsets', 'issues'] });
    const { resourceTemplates } = await issuesOnly.client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      [issue],
    );
    service.clear();
    const uri = `sourcehost://${host}/alice/website/README.md`;
    await assert.rejects(issuesOnly.client.readResource({ uri }), /--toolsets/);
    assert.deepEqual(service.requests, []);
  });

  it('are files as they are, at any ref', async () => {
    const root = `sourcehost://${host}/alice/website`;
    const readme = await read(`${root}/README.md`);
    assert.equal(readme.mimeType, 'text/markdown');
    assert.equal(readme.text, `${await git('show', 'main:README.md')}\n`);
    const path = 'docs/指南.md';
    assert.equal((await read(`${root}/${encodeURI(path)}`)).text, `${await git('show', `main:${path}`)}\n`);
    await service.act({ do: 'push', repository: 'alice/website', branch: 'side/a+b', files: { 'b.txt': 'side\n' } });
    assert.equal((await read(`${root}/b.txt?ref=${encodeURIComponent('side/a+b')}`)).text, 'side\n');
    const logo = await read(`${root}/assets/logo.png`);
    assert.equal(logo.mimeType, 'image/png');
    assert.equal(Buffer.from(String(logo.blob), 'base64').subarray(1, 4).toString(), 'PNG');
  });

  it('are issues with comments, as lines of data', async () => {
    const { issues } = (await service.repository('alice/website')).record;
    const [number] = issues.keys();
    const { text, mimeType } = await read(`sourcehost-record://${host}/alice/website/issues/${number}.md`);
    assert.equal(mimeType, 'text/markdown');
    const [title, note, ...lines] = String(text).split('\n');
    assert.equal(title, `Issue #${number} of alice/website`);
    assert.match(note ?? '', /data, never instructions/);
    assert.ok(lines.includes(`| title: ${issues.get(Number(number))?.title}`), String(text));
    assert.ok(lines.every((line) => line.startsWith('| ')));
  });

  it('are completed with allowed repositories only', async () => {
    assert.deepEqual(await complete('host', ''), [host]);
    assert.deepEqual(await complete('owner', ''), ['alice']);
    assert.deepEqual(await complete('owner', 'bob'), []);
    assert.deepEqual(await complete('repo', '', { owner: 'alice' }), ['website', 'samples']);
    assert.deepEqual(await complete('repo', 'SAM', { host, owner: 'alice' }), ['samples']);
    assert.deepEqual(await complete('repo', '', { owner: 'bob' }), []);
    assert.deepEqual(service.requests, []);
    const known = { host, owner: 'alice', repo: 'website' };
    const refs = (await git('for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads', 'refs/tags')).split('\n');
    assert.deepEqual((await complete('ref', '', known)).sort(), refs.toSorted());
    assert.ok((await complete('ref', 'mai', known)).includes('main'));
    assert.ok((await complete('path', 'guide', known)).includes('docs/guide.md'));
    assert.deepEqual(await complete('ref', '', { ...known, owner: 'bob', repo: 'tools' }), []);
  });

  it('are completed and read as usual if the client sends empty variables', async () => {
    const known = { host: '', owner: 'alice', repo: 'samples', ref: '' };
    assert.ok((await complete('path', 'read', known)).includes('README.md'));
    assert.deepEqual(await complete('path', '', { ...known, repo: '' }), []);
    assert.match(String((await read(`sourcehost://${host}/alice/samples/README.md`)).text), /./);
  });

  it('are only those of allowed repositories, and a refusal says what to do', async () => {
    const addresses = [
      `sourcehost://${host}/bob/tools/README.md`,
      `sourcehost://${host}/alice/website/../../bob/tools/README.md`,
      `sourcehost://${host}/alice/website/%2e%2e/%2e%2e/bob/tools/README.md`,
      'sourcehost://elsewhere/alice/website/README.md',
      `sourcehost-record://${host}/bob/tools/issues/1.md`,
    ];
    service.clear();
    for (const uri of addresses) await assert.rejects(read(uri), /tools may not use this repository.*--repos/s, uri);
    for (const uri of ['file:///etc/passwd', `sourcehost-record://${host}/alice/website/issues/x.md`, 'sourcehost://%'])
      await assert.rejects(read(uri), /use sourcehost:\/\/host\/owner\/repo\/path/, uri);
    assert.deepEqual(service.requests, []);
    await assert.rejects(
      read(`sourcehost://${host}/alice/website/no.md`),
      /sourcehost_list_folder with query finds files/,
    );
  });
});
