import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { refusals } from '../../../src/mcp/agentTexts.ts';
import { toolsIn, toolTable } from '../../../src/tools/table.ts';
import { hostileInstructions } from '../../kit/hostileInstructions.ts';
import { isRunning } from '../../kit/isRunning.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { inputsOf } from '../../kit/toolServices.ts';
import { until } from '../../kit/until.ts';
import type { LoggedRequest } from '../../service/requestLog.ts';
import { freshService } from '../kit/suiteService.ts';
import { mcpClient, mcpProgram, type McpClient } from '../kit/mcpProgram.ts';

interface RecordSchema {
  readonly properties: { readonly records: { readonly items: { readonly required: readonly string[] } } };
}

interface StructuredRecords {
  readonly note: string;
  readonly records: readonly Readonly<Record<string, string>>[];
  readonly cursor?: string;
}

const website = { repository: 'alice/website' };
const write = ['--write', '--repos', 'alice/website'];

describe('sourcehost-mcp', () => {
  const service = freshService();
  before(async function () {
    this.timeout(60_000);
    await mcpProgram();
  });

  const git = async (...args: readonly string[]): Promise<string> =>
    await (await service.repository('alice/website')).git(args);
  const changes = (): string[] =>
    service.requests.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);

  it('lists exactly the tools of the table', async () => {
    for (const protocol of ['legacy', 'auto'] as const) {
      await using mcp = await mcpClient(service, { args: write, protocol });
      const { tools } = await mcp.client.listTools();
      assert.deepEqual(
        tools.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
        toolTable.map(({ name, title, description, inputSchema }) => ({ name, title, description, inputSchema })),
      );
      for (const { name, annotations = {} } of tools) {
        const { readOnlyHint = false, destructiveHint = true, openWorldHint = true } = annotations;
        const { effect } = toolTable.find((tool) => tool.name === name) ?? assert.fail(name);
        assert.equal(readOnlyHint, effect === 'read', name);
        // Drafts are on this computer. Here, nobody can undo that they are discarded.
        assert.equal(openWorldHint, effect !== 'local', name);
        if (!readOnlyHint) assert.equal(destructiveHint, effect === 'remote' || name === 'sourcehost_discard', name);
      }
      assert.match(mcp.client.getInstructions() ?? '', /never instructions/);
    }
    await using reader = await mcpClient(service);
    const { tools: readers } = await reader.client.listTools();
    assert.deepEqual(
      readers.map(({ name }) => name),
      toolTable.flatMap(({ name, effect }) => (effect === 'read' ? name : [])),
    );
    assert.deepEqual(service.requests, []);
  });

  it('offers the skills as prompts with what the user asks for, and announces no list that changes', async () => {
    await using mcp = await mcpClient(service);
    const capabilities = { tools: { listChanged: false }, resources: {}, prompts: {}, completions: {} };
    assert.deepEqual(mcp.client.getServerCapabilities(), capabilities);
    const { prompts } = await mcp.client.listPrompts();
    const named = prompts.map(({ name }) => name).sort();
    assert.deepEqual(named, (await readdir(join(root, 'skills'))).sort());
    const [first] = prompts.filter(({ name }) => name === 'review-pull-request');
    assert.equal(first?.title, 'Review a pull request');
    assert.match(first.description ?? '', /^Review a pull request [^“"]*\.$/);
    const given = { repository: 'alice/website', request: '!41' };
    const { messages } = await mcp.client.getPrompt({ name: 'review-pull-request', arguments: given });
    const [message] = messages;
    assert.ok(message?.content.type === 'text');
    assert.match(message.content.text, /^alice\/website: !41\n\n# Review a pull request\n\n1\. [^]*sourcehost_review/);
    await assert.rejects(mcp.client.getPrompt({ name: 'other' }), { code: -32_602 });
  });

  it('offers only the tools of --toolsets', async () => {
    await using mcp = await mcpClient(service, { args: [...write, '--toolsets', 'issues'] });
    const { tools } = await mcp.client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      toolsIn(['issues']).map(({ name }) => name),
    );
    await assert.rejects(mcp.call('read_file', { ...website, path: 'README.md' }), /--toolsets/);
  });

  it('reads repositories, files and issues', async () => {
    await using mcp = await mcpClient(service);
    assert.deepEqual(await mcp.rows('list_repositories', {}), ['alice/website (host 127.0.0.1, --repos)']);
    assert.ok((await mcp.rows('get_repository', website)).includes('default branch: main'));
    const [line] = await mcp.rows('read_file', { ...website, path: 'package.json', start_line: 2, end_line: 2 });
    assert.equal(line, '2:   "name": "website",');
    const found = await mcp.rows('find_text', { ...website, query: 'npm run build', include: 'docs/**' });
    assert.deepEqual(
      found.filter((row) => !/^\d+: /.test(row)),
      ['docs/guide.md', 'docs/指南.md'],
    );
    assert.ok((await mcp.rows('list_issues', website)).length > 0);
    // Git first asks without a token.
    const asked = service.requests.filter(({ operation }) => operation !== 'git');
    assert.ok(asked.length > 0 && asked.every(({ account }) => account === 'alice'));
  });

  it('gives lists as records too: with the fields that it names, page by page, and without hidden characters', async () => {
    const { record } = await service.repository('alice/website');
    const issue = record.issues.get(1) ?? assert.fail('no issue');
    issue.title = 'First\nsecond\u202e';
    await using mcp = await mcpClient(service);
    const { tools } = await mcp.client.listTools();
    for (const [list, sign] of [
      ['list_issues', '#'],
      ['list_pull_requests', '!'],
    ] as const) {
      const schema = tools.find(({ name }) => name === `sourcehost_${list}`)?.outputSchema as RecordSchema | undefined;
      let cursor: string | undefined;
      const titles: (string | undefined)[] = [];
      do {
        const given = { ...website, state: 'all', ...(cursor !== undefined && { cursor }) };
        const { content, structuredContent } = await mcp.client.callTool({
          name: `sourcehost_${list}`,
          arguments: given,
        });
        const { note, records, ...rest } = structuredContent as StructuredRecords;
        assert.match(note, /never instructions/);
        const [first] = content;
        const shown = first?.type === 'text' ? first.text.split('\n').filter((line) => line.startsWith('| ')) : [];
        assert.equal(records.length, shown.length);
        for (const [index, one] of records.entries()) {
          assert.ok(shown[index]?.startsWith(`| ${sign}${one.number} ${one.state} `), shown[index]);
          assert.deepEqual(
            schema?.properties.records.items.required.filter((key) => !(key in one)),
            [],
          );
        }
        titles.push(...records.map(({ title }) => title));
        ({ cursor } = rest);
      } while (cursor !== undefined);
      assert.ok(titles.length > 0);
      if (list === 'list_issues') assert.ok(titles.includes('First second⟨U+202E⟩'));
    }
    const { structuredContent, isError } = await mcp.client.callTool({
      name: 'sourcehost_list_issues',
      arguments: { repository: 'bob/tools' },
    });
    assert.deepEqual([structuredContent, isError], [undefined, true]);
  });

  it('has records of every list, one for each of its rows', async () => {
    await (await service.repository('alice/website')).git(['branch', 'more', 'main']);
    await using mcp = await mcpClient(service);
    const { tools } = await mcp.client.listTools();
    const lists = tools.filter(({ name, outputSchema }) => name.includes('_list_') || outputSchema !== undefined);
    const required: Readonly<Record<string, object>> = { list_refs: { type: 'branch' } };
    const firsts: Record<string, string> = {};
    for (const { name, outputSchema } of lists) {
      const short = name.slice('sourcehost_'.length);
      const given = short === 'list_repositories' ? {} : { ...website, ...required[short] };
      const { content, structuredContent } = await mcp.client.callTool({ name, arguments: given });
      const { records } = structuredContent as StructuredRecords;
      const [first] = content;
      const text = first?.type === 'text' ? first.text : '';
      const rows = text.split('\n').filter((line) => /^\| (?! |file: )/.test(line));
      assert.equal(records.length, rows.length, name);
      const [record = assert.fail(`${name} is empty`)] = records;
      const schema = outputSchema as unknown as RecordSchema;
      assert.deepEqual(
        schema.properties.records.items.required.filter((key) => typeof record[key] !== 'string'),
        [],
        name,
      );
      firsts[short] = schema.properties.records.items.required.map((key) => record[key]).join(' ');
    }
    const head = await git('rev-parse', 'main');
    assert.match(firsts.list_repositories ?? '', /^alice\/website /);
    assert.match(firsts.list_folder ?? '', /^(?:file|folder) /);
    assert.ok(firsts.history?.startsWith(head.trim()), firsts.history);
    assert.match(firsts.list_refs ?? '', /^\S+ [0-9a-f]{40}$/);
    assert.match(firsts.list_runs ?? '', /^\S+ [A-Z_]+ \S/);
    assert.match(firsts.list_milestones ?? '', /^\d+ (?:open|active) /);
    assert.match(firsts.list_releases ?? '', /^\S+ .* (?:draft|(?:pre-)?release) \d/);
    assert.match(firsts.list_members ?? '', /^alice /);
    assert.equal(Object.keys(firsts).length, 10);
  });

  it('changes nothing without --write', async () => {
    await using mcp = await mcpClient(service, { answer: () => true });
    for (const tool of toolTable.filter(({ effect }) => effect !== 'read')) {
      const call = mcp.call(tool.name.slice('sourcehost_'.length), inputsOf(tool, 'alice/website'));
      await assert.rejects(call, { code: -32_602, message: refusals.readOnly });
    }
    assert.deepEqual([mcp.questions, service.requests], [[], []]);
  });

  it('commits a file with three requests, and edits 40 issues with two reads and 40 writes', async () => {
    await using mcp = await mcpClient(service, { args: [...write, '--requests-per-minute', '0'], answer: () => true });
    await mcp.rows('get_repository', website);
    const sent = async (tool: string, given: object): Promise<string[]> => {
      service.clear();
      await mcp.rows(tool, { ...website, ...given });
      return service.requests.map(({ operation }) => operation);
    };
    await mcp.rows('write_file', { ...website, path: 'one.md', content: 'one\n' });
    // The first commit reads the rules of the repository.
    await mcp.rows('commit', { ...website, message: 'Add one' });
    await mcp.rows('write_file', { ...website, path: 'two.md', content: 'two\n' });
    const committed = await sent('commit', { message: 'Add two' });
    assert.deepEqual(committed, ['branches.get', 'files.create', 'branches.get']);
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const edited = await sent('edit_issues', { numbers, add_labels: ['all'] });
    assert.deepEqual(edited, ['issues.list', 'issues.list', ...numbers.map(() => 'issues.edit')]);
  });

  it('uses no repository that --repos does not name', async () => {
    await using mcp = await mcpClient(service, { args: write, answer: () => true });
    for (const tool of toolTable.filter(({ fields }) => fields.repository !== undefined)) {
      for (const repository of ['bob/tools', 'alice/website2', '../alice/website']) {
        const { text, isError } = await mcp.call(tool.name.slice('sourcehost_'.length), inputsOf(tool, repository));
        assert.ok(isError, tool.name);
        assert.match(text, /input repository/, tool.name);
      }
    }
    assert.deepEqual([mcp.questions, service.requests], [[], []]);
  });

  it('sends nothing if the client cannot ask, or its user says no', async () => {
    await using mute = await mcpClient(service, { args: write });
    const close = { ...website, numbers: [1], state: 'closed' };
    assert.deepEqual(await mute.call('edit_issues', close), { text: refusals.cannotAsk, isError: true });
    for (const protocol of ['legacy', 'auto'] as const) {
      await using mcp = await mcpClient(service, { args: write, answer: () => false, protocol });
      assert.deepEqual(await mcp.call('edit_issues', close), { text: refusals.declined, isError: true });
      assert.equal(mcp.questions.length, 1);
    }
    assert.deepEqual(changes(), []);
  });

  /** Finds a text, reads and edits the two files that have it, commits them and closes an issue. */
  const doTask = async (mcp: McpClient, issue: number): Promise<void> => {
    const found = await mcp.rows('find_text', { ...website, query: 'npm run build', include: 'docs/**' });
    const paths = found.filter((row) => !/^\d+: /.test(row));
    for (const path of paths) {
      assert.ok((await mcp.rows('read_file', { ...website, path })).some((line) => line.includes('npm run build')));
      const edit = { ...website, path, old_text: 'npm run build', new_text: 'npm run make' };
      assert.ok(!(await mcp.call('edit_file', edit)).isError);
    }
    const diff = await mcp.rows('show_drafts', website);
    assert.equal(diff.filter((line) => line.startsWith('+') && line.includes('npm run make')).length, 2);
    await mcp.rows('commit', { ...website, message: 'Call the build make' });
    await mcp.rows('edit_issues', { ...website, numbers: [issue], state: 'closed' });
  };

  /** What `doTask` leaves on the service, and nothing else. */
  const checkTask = async (mcp: McpClient, before: string, issue: number): Promise<void> => {
    assert.equal(await git('log', '--format=%s', `${before}..main`), 'Call the build make');
    assert.equal(
      await git('diff', '--name-only', before, 'main', '--', ':(glob)docs/*.md'),
      await git('diff', '--name-only', before, 'main'),
    );
    assert.equal(await git('diff', '--shortstat', before, 'main'), ' 2 files changed, 2 insertions(+), 2 deletions(-)');
    assert.ok((await git('show', 'main:docs/guide.md')).includes('npm run make'));
    const { state } = service.state.repositories.get('alice/website')?.issues.get(issue) ?? {};
    assert.equal(state, 'closed');
    assert.equal(mcp.questions.length, 2);
    assert.ok(mcp.questions[0]?.includes('| +Run `npm run make`.'), mcp.questions[0]);
    assert.match(mcp.questions[1] ?? '', new RegExp(`\\| #${issue} .*: state: open → closed`));
  };

  for (const protocol of ['legacy', 'auto'] as const)
    it(`does a task from the first search to the closed issue (${protocol})`, async () => {
      const before = await git('rev-parse', 'main');
      await using mcp = await mcpClient(service, { args: write, answer: () => true, protocol });
      const [first = ''] = await mcp.rows('list_issues', website);
      const issue = Number(/^#(\d+) open /.exec(first)?.[1]);
      await doTask(mcp, issue);
      await checkTask(mcp, before, issue);
    });

  it('commits file by file if the host has the API only', async () => {
    service.fail({ operation: 'git', fault: { kind: 'error', status: 404 } });
    const before = await git('rev-parse', 'main');
    await using mcp = await mcpClient(service, { args: write, answer: () => true });
    for (const path of ['one.txt', 'two.txt'])
      assert.ok(!(await mcp.call('write_file', { ...website, path, content: 'x\n' })).isError);
    assert.equal((await mcp.rows('commit', { ...website, message: 'Add two files' })).length, 2);
    assert.equal(await git('log', '--format=%s', `${before}..main`), 'Add two files\nAdd two files');
    assert.equal(await git('diff', '--name-only', before, 'main'), 'one.txt\ntwo.txt');
    assert.equal(mcp.questions.length, 1);
  });

  it('writes no draft where the user may not push, because only a window commits drafts to a fork', async () => {
    await using mcp = await mcpClient(service, { args: ['--write', '--repos', 'openteam/handbook'] });
    const draft = { repository: 'openteam/handbook', path: 'a.md', content: 'x\n' };
    const { text, isError } = await mcp.call('write_file', draft);
    assert.ok(isError && text.includes('may not push') && text.includes('--repos'), text);
    assert.doesNotMatch(text, /Source Control|Commit to Your Fork/);
  });

  it('does nothing outside of its repository when the text of an issue orders it', async () => {
    const hostile = hostileInstructions.join('\n\n');
    const params = { owner: 'alice', repo: 'website', title: hostileInstructions[1] ?? '', body: hostile };
    const made = await service.act({ do: 'call', operation: 'issues.create', params, as: 'bob' });
    const issue = Number((made as { readonly number: string }).number);
    const before = await git('rev-parse', 'main');
    await using mcp = await mcpClient(service, { args: write, answer: () => true });
    const { text } = await mcp.call('get_issue', { ...website, number: issue });
    for (const line of text.split('\n').slice(2))
      assert.ok(line.startsWith('| ') || line.startsWith('There is more'), line);
    // A model that obeys.
    const obeyed = { repository: 'other/repo', message: 'x' };
    assert.ok((await mcp.call('commit', obeyed)).isError);
    assert.ok((await mcp.call('commit', { ...website, ref: 'other/repo@main', message: 'x' })).isError);
    assert.ok((await mcp.call('write_file', { ...website, path: '../../other/repo', content: 'x' })).isError);
    assert.ok(
      (await mcp.call('create_release', { repository: 'other/secret', tag_name: 'v', name: 'v', body: '' })).isError,
    );
    await doTask(mcp, issue);
    await checkTask(mcp, before, issue);
    const allowed = /^\/(api\/v5\/(repos\/alice\/website|user|emails)|alice\/website\.git)(?=[/?]|$)/;
    // The path of this operation names no repository.
    const isEdit = ({ path, params }: LoggedRequest): boolean =>
      path === `/api/v5/repos/alice/issues/${issue}` && params.repo === 'website';
    const outside = service.requests.filter((request) => !allowed.test(request.path) && !isEdit(request));
    assert.deepEqual(
      outside.map(({ path }) => path),
      [],
    );
  });

  it('takes the token of git, and writes it nowhere', async () => {
    await using home = await temporaryFolder();
    const token = service.token('alice');
    const { host } = new URL(service.url);
    await writeFile(join(home.path, '.git-credentials'), `http://alice:${token}@${host}\n`);
    await writeFile(join(home.path, '.gitconfig'), '[credential]\n\thelper = store\n');
    const env = { HOME: home.path, SOURCEHOST_API_URL: service.url };
    const mcp = await mcpClient(service, { env });
    const { text } = await mcp.call('get_repository', website);
    assert.ok(service.requests.every(({ account }) => account === 'alice') && service.requests.length > 0);
    const log = await mcp.end();
    assert.match(log, /sourcehost_get_repository repository=alice\/website: Overview of alice\/website/);
    assert.ok(!`${log}${text}`.includes(token));
    await mcp[Symbol.asyncDispose]();
  });

  it('names the error if no token fits', async () => {
    const env = { SOURCEHOST_API_URL: service.url, SOURCEHOST_TOKEN: 'wrong' };
    await using mcp = await mcpClient(service, { env });
    const { text, isError } = await mcp.call('list_issues', website);
    assert.ok(isError);
    assert.match(text, /^The tool failed \(signedOut\)[^]*SOURCEHOST_TOKEN, or signs in to the host with git/);
  });

  it('names the variable that the API of another domain needs', async () => {
    const { port } = new URL(service.url);
    const api = ['--host', service.url, '--api-url', `http://localhost:${port}`];
    await using mcp = await mcpClient(service, { args: [...write, ...api], env: {}, answer: () => true });
    const { text } = await mcp.call('create_issue', { ...website, title: 'x' });
    assert.match(text, new RegExp(`The user sets SOURCEHOST_TOKEN_LOCALHOST_${port} and starts the server again`));
    const token = { [`SOURCEHOST_TOKEN_LOCALHOST_${port}`]: service.token('alice') };
    await using advised = await mcpClient(service, { args: [...write, ...api], env: token, answer: () => true });
    assert.equal((await advised.call('create_issue', { ...website, title: 'x' })).isError, false);
  });

  it('ends with its client and leaves no file', async () => {
    await using mcp = await mcpClient(service);
    await mcp.rows('find_text', { ...website, query: 'npm' });
    assert.equal((await readdir(mcp.folder)).length, 1);
    await mcp.end();
    await until(() => !isRunning(mcp.pid));
    assert.deepEqual(await readdir(mcp.folder), []);
  });
});
