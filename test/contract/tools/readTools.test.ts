import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { cancelled } from '../../../src/core/errors.ts';
import { callTool } from '../../../src/tools/call.ts';
import { resultLimit } from '../../../src/tools/kit/output.ts';
import type { ToolServices } from '../../../src/tools/kit/place.ts';
import type { GitHistory, HistoryCommit } from '../../../src/domain/git/gitHistory.ts';
import { toolFailureText } from '../../../src/tools/failureText.ts';
import { toolTable } from '../../../src/tools/table.ts';
import { bytes } from '../../kit/bytes.ts';
import { named } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { inputsOf, toolNamed } from '../../kit/toolServices.ts';
import { suiteService } from '../kit/suiteService.ts';
import { written } from '../kit/editing.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const website = { repository: 'alice/website' };

describe('Tools that read', () => {
  const service = suiteService();
  let tools: ToolWindow;
  beforeEach(async () => {
    tools = await toolWindow(service);
  });
  afterEach(() => tools[Symbol.asyncDispose]());

  const git = async (...args: readonly string[]): Promise<string> =>
    await (await service.repository('alice/website')).git(args);

  it('list the allowed repositories and describe one', async () => {
    assert.deepEqual(await tools.rows('list_repositories', {}), [
      'alice/website (host local, opened)',
      'alice/samples (host local, opened)',
    ]);
    service.clear();
    const rows = await tools.rows('get_repository', website);
    const asked = service.requests.map(({ operation }) => operation);
    assert.equal(new Set(asked).size, asked.length, `asked twice: ${asked.join()}`);
    assert.ok(rows.includes('default branch: main') && rows.includes('file README.md') && rows.includes('branch main'));
    assert.ok(rows.includes(`branch in use: main, commit ${await git('rev-parse', 'main')}`));
  });

  it('list a folder and read lines of a file with the drafts of the user', async () => {
    const { workingTree } = await tools.window.at();
    const text = await git('show', 'main:README.md');
    await workingTree.write('README.md', bytes(`first draft\n${text}\n`), written);
    await workingTree.write('docs/new.md', bytes('new\n'), written);
    const names = (await git('ls-tree', '--name-only', 'main:docs')).split('\n').length;
    const rows = await tools.rows('list_folder', { ...website, path: 'docs' });
    assert.ok(rows.includes('file docs/new.md'.replace('docs/', '')) && rows.length >= names, rows.join());
    const { text: listed } = await tools.call('list_folder', website);
    assert.match(listed, /^\d+ entries of the root of alice\/website at the branch in use\n/);
    const lines = await tools.rows('read_file', { ...website, path: 'README.md', start_line: 1, end_line: 2 });
    assert.deepEqual(lines, ['1: first draft', `2: ${text.split('\n')[0]}`]);
    const failure = await rejection(tools.call('read_file', { ...website, path: 'assets/logo.png' }), 'invalid');
    assert.equal(failure.reason, 'noText');
    await rejection(tools.call('read_file', { ...website, path: 'no.md' }), 'missing');
  });

  it('list folders below a folder to a depth, as git does', async () => {
    const all = (await git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-t', '--name-only', 'main')).split('\n');
    const shallow = all.filter((path) => path.split('/').length <= 2).sort();
    const rows = await tools.rows('list_folder', { ...website, depth: 2 });
    assert.deepEqual(rows.map((row) => row.slice(row.indexOf(' ') + 1)).sort(), shallow);
    const docs = await tools.rows('list_folder', { ...website, path: 'docs', depth: 9 });
    const below = all.filter((path) => path.startsWith('docs/')).map((path) => path.slice('docs/'.length));
    assert.deepEqual(docs.map((row) => row.slice(row.indexOf(' ') + 1)).sort(), below.sort());
  });

  it('find text and files', async () => {
    const rows = await tools.rows('find_text', { ...website, query: '# Website', include: '*.md' });
    assert.deepEqual(rows.slice(rows.indexOf('README.md'), rows.indexOf('README.md') + 2), [
      'README.md',
      '1: # Website',
    ]);
    assert.equal((await tools.rows('list_folder', { ...website, query: 'readme' }))[0], 'README.md');
  });

  it('answer a search that takes long with what was found, and say how many files were searched', async () => {
    const coverage = { searched: 811, skipped: 1, skippedPaths: [], lfs: 0, coming: 0, total: 2_300 };
    const search: ToolServices['search'] = {
      async *search(_searched, _query, { signal } = {}) {
        const lines = [{ ranges: [{ line: 3, column: 1, length: 2 }], preview: 'it' }];
        yield { kind: 'file', file: { path: 'README.md', lines } };
        await Promise.resolve();
        mock.timers.enable({ apis: ['setTimeout'] });
        yield { kind: 'progress', coverage };
        mock.timers.tick(40_000);
        assert.equal(signal?.aborted, true);
        throw cancelled();
      },
    };
    try {
      const { signal } = new AbortController();
      const given = { ...website, query: 'it' };
      const { text } = await callTool({ ...tools.services, search }, toolNamed('find_text'), given, { signal });
      const expected = '1 matching lines in 1 files of alice/website at the branch in use; only 812 of 2300 files';
      assert.ok(text.startsWith(expected), text);
      assert.ok(text.includes('| 3: it'), text);
    } finally {
      mock.timers.reset();
    }
  });

  it('list the history of a file as git does, over several calls', async () => {
    const expected = (await git('log', '--follow', '--format=%H', 'main', '--', 'README.md')).split('\n');
    const rows = await tools.rows('history', { ...website, path: 'README.md' });
    assert.deepEqual(
      rows.map((row) => row.slice(0, 40)),
      expected.slice(0, rows.length),
    );
    const { cursor } = await tools.call('history', website);
    if (cursor === undefined) return;
    const [next = ''] = await tools.rows('history', { ...website, cursor });
    const all = (await git('log', '--format=%H', 'main')).split('\n');
    assert.equal(next.slice(0, 40), all[Number(cursor.split('.')[0])]);
  });

  it('answer with the newest commits of a file while the rest is fetched, if they fill a page', async () => {
    const { history } = tools.services;
    const commitOf = (_: unknown, index: number): HistoryCommit => {
      const sha = `${index}`.padStart(40, '0');
      return { sha, parents: [], message: `Commit ${index}`, authorName: 'A', authorEmail: '', authoredDate: '' };
    };
    const rowsWith = async (count: number): Promise<string[]> => {
      const commits: GitHistory['commits'] = async (tip, query, options) => {
        options?.onNewest?.({ commits: Array.from({ length: count }, commitOf), since: 0 });
        return count > 50
          ? await new Promise(() => undefined)
          : await history(named('alice/website')).commits(tip, query);
      };
      const services = { ...tools.services, history: () => ({ ...history(named('alice/website')), commits }) };
      const { signal } = new AbortController();
      const given = { ...website, path: 'README.md' };
      const { text } = await callTool(services, toolNamed('history'), given, { signal });
      return text.split('\n');
    };
    const [summary, , first, ...rest] = await rowsWith(51);
    assert.match(summary ?? '', /^50 commits of “README\.md”/);
    assert.match(first ?? '', /^\| 0{40} .*Commit 0$/);
    assert.match(rest.at(-1) ?? '', /^There is more: .* 50\.0@[\da-f]{40}$/);
    const count = (await git('log', '--follow', '--format=%H', 'main', '--', 'README.md')).split('\n').length;
    assert.match((await rowsWith(50))[0] ?? '', new RegExp(`^${count} commits of`));
  });

  it('follow a branch that another user moved, after a minute', async () => {
    let time = Date.now();
    await using later = await toolWindow(service, ['alice/website'], { now: () => time });
    const moved = { ...website, path: 'moved.md' };
    assert.deepEqual(await later.rows('read_file', { ...website, path: 'README.md', end_line: 1 }), ['1: # Website']);
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'moved.md': 'moved\n' } });
    await rejection(later.call('read_file', moved), 'missing');
    time += 61_000;
    assert.deepEqual(await later.rows('read_file', moved), ['1: moved']);
  });

  it('name the input whose branch, tag or commit does not exist, and where branches are listed', async () => {
    for (const [field, refs] of [
      ['base', { base: 'nothing', head: 'main' }],
      ['head', { base: 'main', head: 'nothing' }],
    ] as const) {
      const failure = await rejection(tools.call('compare', { ...website, ...refs }), 'missing');
      assert.equal(failure.field, field);
      assert.match(toolFailureText(failure), /sourcehost_get_repository lists the newest branches\.$/);
    }
  });

  it('list the branches of a repository whose default branch does not exist', async () => {
    const { record } = await service.repository('alice/website');
    record.defaultBranch = 'gone';
    const rows = await tools.rows('get_repository', website).finally(() => (record.defaultBranch = 'main'));
    assert.ok(rows.includes('branch in use: it does not exist'), rows.join('\n'));
    assert.ok(rows.includes('branch main'), rows.join('\n'));
  });

  it('list an issue in one row, also if its title has line breaks', async () => {
    const { issues } = (await service.repository('alice/website')).record;
    const issue = issues.get(1) ?? assert.fail('no issue');
    issue.title = 'First line\r\n#999 open Second line';
    const rows = await tools.rows('list_issues', { ...website, state: 'all' });
    assert.equal(rows.filter((row) => row.startsWith('#999 ')).length, 0);
  });

  it('list issues, milestones, releases and members', async () => {
    const [first = ''] = await tools.rows('list_issues', website);
    const number = Number(/^#(\d+) open /.exec(first)?.[1]);
    const issue = await tools.rows('get_issue', { ...website, number });
    assert.ok(issue.includes('state: open'), issue.join('\n'));
    for (const tool of ['list_milestones', 'list_releases', 'list_members'])
      assert.match((await tools.call(tool, website)).text, / of alice\/website/, tool);
    assert.ok((await tools.rows('list_members', website)).some((row) => row.startsWith('alice')));
  });

  it('name the labels, the milestone and the people of an empty list that the host does not know', async () => {
    const { text } = await tools.call('list_issues', {
      ...website,
      labels: ['bug', 'no such'],
      milestone: 'none',
      assignee: 'alice',
      creator: 'nobody-here',
    });
    const sentences = [
      'No issue has the label “no such”',
      'There is no milestone “none”',
      'There is no user “nobody-here”',
    ];
    assert.equal(text, ['0 issues of alice/website (open)', ...sentences].join('. '));
    service.clear();
    assert.ok((await tools.rows('list_issues', { ...website, labels: ['bug'] })).length > 0);
    assert.equal(service.requests.length, 1);
  });

  it('search issues by words', async () => {
    const found = async (given: object): Promise<string[]> =>
      (await tools.rows('list_issues', { ...website, words: 'Contrast', ...given })).map(
        (row) => row.split(' (')[0] ?? '',
      );
    const all = await found({ state: 'all' });
    assert.ok(all.length > 1 && all.every((row) => row.includes('Contrast of links is too low')), all.join());
    assert.ok((await found({})).every((row) => / open /.test(row)));
    const mixed = tools.call('list_issues', { ...website, words: 'Contrast', labels: 'bug' });
    assert.equal((await rejection(mixed, 'invalid')).field, 'labels');
  });

  it('lead through all issues with their cursors', async () => {
    const numbers = new Set<string>();
    let cursor: string | undefined;
    do {
      const given = { ...website, state: 'all', ...(cursor === undefined ? {} : { cursor }) };
      const result = await tools.call('list_issues', given);
      for (const [, number = ''] of result.text.matchAll(/^\| #(\d+) /gm)) numbers.add(number);
      assert.ok(new TextEncoder().encode(result.text).length <= resultLimit);
      ({ cursor } = result);
    } while (cursor !== undefined);
    const { api } = await tools.window.session.connect();
    const all: string[] = [];
    const at = { owner: 'alice', repo: 'website' };
    for await (const issue of api.issues.list.all({ ...at, state: 'all' })) all.push(issue.number);
    assert.deepEqual([...numbers].sort(), all.toSorted());
  });

  it('lead to the end of a file and of its drafts with their cursors, with each line once', async () => {
    const { workingTree } = await tools.window.at();
    const lines = Array.from({ length: 900 }, (_, index) => `第 ${index} 行 😀 ${'长'.repeat(index % 97)}`);
    lines[450] = `one long line ${'字😀'.repeat(6_000)}`;
    await workingTree.write('long.md', bytes(`${lines.join('\r\n')}\r\n`), written);
    /** The fenced lines of all results. A line that was cut goes on in the next result. */
    const all = async (tool: string, given: object): Promise<string> => {
      const parts: string[] = [];
      let cursor: string | undefined;
      let isCut = false;
      do {
        const result = await tools.call(tool, { ...given, ...(cursor === undefined ? {} : { cursor }) });
        assert.ok(new TextEncoder().encode(result.text).length <= resultLimit);
        const shown = result.text.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.slice(2)] : []));
        parts.push(`${isCut ? '' : '\n'}${shown.join('\n')}`);
        ({ cursor } = result);
        isCut = cursor !== undefined && !cursor.endsWith('.0');
      } while (cursor !== undefined);
      return parts.join('').slice(1);
    };
    const file = await all('read_file', { ...website, path: 'long.md' });
    assert.deepEqual(
      file.split('\n'),
      lines.map((line, index) => `${index + 1}: ${line}`),
    );
    const drafts = await all('show_drafts', website);
    assert.deepEqual(drafts.split('\n').slice(3), [
      ...lines.map((line) => `+${line}`),
      '\\ The lines above end with CRLF',
    ]);
    const range = await all('read_file', { ...website, path: 'long.md', start_line: 450, end_line: 452 });
    assert.deepEqual(
      range.split('\n'),
      lines.slice(449, 452).map((line, index) => `${index + 450}: ${line}`),
    );
  });

  it('show the drafts as a diff', async () => {
    const { workingTree } = await tools.window.at();
    await workingTree.write('new.md', bytes('new\n'), written);
    assert.deepEqual(await tools.rows('show_drafts', website), [
      '--- /dev/null',
      '+++ new.md',
      '@@ -0,0 +1 @@',
      '+new',
    ]);
  });

  it('lead from a pull request to the end of the failed log in two calls', async () => {
    const [row = '', ...more] = await tools.rows('list_runs', { ...website, number: 41 });
    assert.match(row, /^[0-9a-f]{32} FAILED Checks #2; MR; feature\/login; !41; Begin the login page; /);
    assert.deepEqual(more, []);
    const { text } = await tools.call('get_run', { ...website, run: row.slice(0, 32) });
    assert.match(text, /job Test \/ Unit tests: FAILED; 初始化步骤 COMPLETED, Checkout COMPLETED, 单元测试 FAILED/);
    assert.match(text, /failed: Unit tests \/ 单元测试 \/ exit code 1; the last 100 lines of its log:/);
    assert.match(text, /✘ src\/login\.ts:3: expected 'login-ready'\n.*\[ERROR\] exit code 1$/m);
    assert.ok(!text.includes('\u001b') && text.length <= resultLimit);
    const requests = service.requests.map(({ operation }) => operation);
    assert.deepEqual(requests.slice(-4), ['runs.list', 'runs.get', 'runs.log', 'storage.get']);
  });

  it('name a branch and a status that no run can have', async () => {
    const { text } = await tools.call('list_runs', { ...website, branch: 'gone', status: 'BROKEN' });
    const status = 'The status “BROKEN” is unknown, usual are FAILED, RUNNING, COMPLETED, CANCELED';
    assert.ok(text.startsWith(`0 runs of alice/website. There is no branch “gone”. ${status}`), text);
  });

  it('say what the host finds in the file of a run that did not begin', async () => {
    const about = { status: 'FAILED', head_branch: 'main', file_path: 'README.md', stages: null };
    const json = { workflow_run_id: 'f'.repeat(32), ...about };
    service.fail({ operation: 'runs.get', times: 1, fault: { kind: 'answer', status: 200, json } });
    const { text } = await tools.call('get_run', { ...website, run: 'f'.repeat(32) });
    assert.match(text, /nothing ran: the workflow file may not be valid\n.*README\.md:9: Unexpected scalar token/);
  });

  it('send no request to a repository that is not allowed, and none that changes something', async () => {
    service.clear();
    for (const tool of toolTable) {
      if (tool.fields.repository === undefined) continue;
      const name = tool.name.slice('sourcehost_'.length);
      await rejection(tools.call(name, inputsOf(tool, 'bob/tools')), 'invalid');
    }
    assert.deepEqual(service.requests, []);
  });
});
