import assert from 'node:assert/strict';
import { isObject } from '../../../src/core/text.ts';
import { suiteService } from '../kit/suiteService.ts';
import { mcpClient, mcpProgram, type McpClient } from '../kit/mcpProgram.ts';

const repository = 'alice/website';

/** The fenced lines of the result of a call. */
type Ask = (tool: string, given?: object) => Promise<readonly string[]>;

/** What a user asks for, and the calls that do it. */
const tasks: Readonly<Record<string, (ask: Ask, git: (...args: string[]) => Promise<string>) => Promise<void>>> = {
  'Which repositories can you use, and what is in this one?': async (ask) => {
    assert.ok((await ask('list_repositories')).some((row) => row.startsWith(repository)));
    assert.ok((await ask('get_repository')).includes('default branch: main'));
    assert.ok((await ask('list_folder', { depth: 2 })).includes('file docs/guide.md'));
  },
  'Find where the build is described and change the command to npm run make.': async (ask, git) => {
    const found = await ask('find_text', { query: 'npm run build', include: '*.md', context_lines: 1 });
    for (const path of found.filter((row) => !/^\d+[:-] |^--$/.test(row))) {
      assert.ok((await ask('read_file', { path })).some((row) => row.includes('npm run build')));
      await ask('edit_file', { path, old_text: 'npm run build', new_text: 'npm run make' });
    }
    assert.ok((await ask('show_drafts')).some((row) => row.startsWith('+') && row.includes('npm run make')));
    await ask('commit', { message: 'Call the build make' });
    assert.ok((await git('show', 'main:docs/guide.md')).includes('npm run make'));
  },
  'Triage the five newest issues: label them, and give them to a member and a milestone.': async (ask) => {
    const rows = await ask('list_issues');
    const numbers = rows.slice(0, 5).map((row) => Number(/^#(\d+) /.exec(row)?.[1]));
    for (const number of numbers) assert.ok((await ask('get_issue', { number })).includes('state: open'));
    const [member = ''] = await ask('list_members');
    const [milestone = ''] = await ask('list_milestones');
    const change = {
      numbers,
      add_labels: ['triaged'],
      assignee: member.split(';')[0],
      milestone: Number.parseInt(milestone, 10),
    };
    const planned = await ask('edit_issues', { ...change, dry_run: true });
    assert.ok(planned.some((row) => row.includes('triaged')));
    const changed = await ask('edit_issues', change);
    assert.ok(changed.length === 5 && changed.every((row) => row.includes('triaged')));
  },
  'Make a release with notes about what changed since the last one.': async (ask) => {
    const [last = ''] = (await ask('list_releases')).flatMap((row) => /^release ([^;]+);/.exec(row)?.[1] ?? []);
    const files = await ask('compare', { base: last, head: 'main' });
    const subjects = (await ask('history')).slice(0, 3).map((row) => row.slice(row.indexOf(': ') + 2));
    const body = [...subjects, `${files.length} files`].map((line) => `- ${line}`).join('\n');
    await ask('create_release', { tag_name: 'v9.0', name: 'Nine', body });
    assert.ok((await ask('list_releases')).some((row) => row.startsWith('release v9.0; Nine')));
  },
  'Who wrote the first lines of the guide, and what else did that commit change?': async (ask) => {
    const [origin = ''] = await ask('read_file', { path: 'docs/guide.md', start_line: 1, end_line: 2, blame: true });
    const [, sha = ''] = /^commit ([0-9a-f]{40}) /.exec(origin) ?? [];
    const shown = await ask('compare', { head: sha });
    assert.ok(shown.includes(`commit ${sha}`) && shown.some((row) => row.startsWith('+++ ')));
  },
  'Show me the whole difference between the second last commit and main.': async (ask) => {
    const [, before = ''] = await ask('history');
    const rows = await ask('compare', { base: before.slice(0, 40), head: 'main', diff: true });
    assert.ok(rows.some((row) => row.startsWith('@@ ')));
  },
  'Fix the title of the readme on a new branch.': async (ask, git) => {
    await ask('create_ref', { type: 'branch', name: 'fix/title', ref: 'main' });
    const ref = 'fix/title';
    await ask('edit_file', { ref, path: 'README.md', old_text: '# Website', new_text: '# The website' });
    await ask('commit', { ref, message: 'Fix the title', paths: ['README.md'] });
    assert.match(await git('show', `${ref}:README.md`), /^# The website/);
    assert.match(await git('show', 'main:README.md'), /^# Website/);
  },
  'Rename the guide, but keep no other draft.': async (ask, git) => {
    await ask('write_file', { path: 'scratch.md', content: 'x\n' });
    const [path = ''] = await ask('list_folder', { query: 'guide.md' });
    await ask('move', { path, to: 'docs/handbook.md' });
    assert.deepEqual(await ask('discard', { paths: ['scratch.md'] }), ['scratch.md']);
    await ask('commit', { message: 'Rename the guide' });
    const names = await git('ls-tree', '-r', '--name-only', 'main');
    assert.ok(names.includes('docs/handbook.md') && !names.includes('docs/guide.md') && !names.includes('scratch'));
  },
  'Bring back the guide as it was before it was renamed, and delete the new one.': async (ask, git) => {
    const [, before = ''] = await ask('history');
    const lines = await ask('read_file', { ref: before.slice(0, 40), path: 'docs/guide.md' });
    const content = lines.map((line) => line.replace(/^\d+: /, '')).join('\n');
    await ask('write_file', { path: 'docs/guide.md', content: `${content}\n` });
    await ask('delete', { path: 'docs/handbook.md' });
    await ask('commit', { message: 'Bring back the guide' });
    assert.equal(await git('diff', '--name-only', before.slice(0, 40), 'main'), '');
  },
  'Report that the logo is missing in the guide, unless there is such an issue.': async (ask) => {
    assert.ok(!(await ask('list_issues', { state: 'all' })).some((row) => row.includes('logo')));
    const [row = ''] = await ask('create_issue', { title: 'The guide has no logo', body: 'See `docs/guide.md`.' });
    assert.match(row, /^#\d+ open The guide has no logo/);
  },
  'Answer what alice asked in the pull request about the login page, and ask to merge develop too.': async (ask) => {
    const [row = ''] = (await ask('list_pull_requests')).filter((one) => one.includes('login page'));
    const number = Number(/^!(\d+)/.exec(row)?.[1]);
    const lines = await ask('get_pull_request', { number });
    const discussion = lines.flatMap((line) => /^--- comment .*discussion ([\da-f]+)/.exec(line)?.[1] ?? [])[0];
    await ask('comment', { on: 'pull_request', number, body: 'Done.', discussion });
    assert.ok((await ask('get_pull_request', { number })).includes('  Done.'));
    const [created = ''] = await ask('create_pull_request', { title: 'Merge develop', head: 'develop' });
    assert.match(created, /^!\d+ open Merge develop; develop into main/);
  },
  'Which step of the failed run failed?': async (ask) => {
    const [row = ''] = (await ask('list_runs', { status: 'FAILED' })).filter((one) => one.includes('FAILED'));
    const lines = await ask('get_run', { run: row.slice(0, 32) });
    assert.ok(
      lines.some((line) => line.includes('FAILED')),
      lines.join('\n'),
    );
  },
  'Give the pull request about the search a label, and approve it.': async (ask) => {
    const [row = ''] = (await ask('list_pull_requests')).filter((one) => one.includes('Search in titles'));
    const number = Number(/^!(\d+)/.exec(row)?.[1]);
    const [edited = ''] = await ask('edit_pull_request', { number, labels: ['enhancement'] });
    assert.ok(edited.includes('labels: enhancement'), edited);
    await ask('review', { number, decision: 'approve' });
    assert.ok((await ask('get_pull_request', { number })).some((line) => line.includes('alice (approved)')));
    assert.ok((await ask('list_refs', { type: 'branch' })).some((line) => line.endsWith(' main')));
  },
};

describe('Thirteen tasks with the list of tools alone', () => {
  const service = suiteService();
  let mcp: McpClient;
  let inputs: ReadonlyMap<string, readonly string[]>;
  before(async function () {
    this.timeout(60_000);
    await mcpProgram();
  });
  // A server sends at most 50 requests a minute, so that the tasks do not share one.
  beforeEach(async () => {
    mcp = await mcpClient(service, { args: ['--write', '--repos', repository], answer: () => true });
    const { tools } = await mcp.client.listTools();
    inputs = new Map(tools.map(({ name, inputSchema: { properties } }) => [name, Object.keys(properties ?? {})]));
  });
  afterEach(() => mcp[Symbol.asyncDispose]());

  /** Calls a tool as the list describes it. */
  const ask: Ask = async (tool, more = {}) => {
    const named = inputs.get(`sourcehost_${tool}`) ?? assert.fail(`${tool} is not in the list`);
    const given = named.includes('repository') ? { repository, ...more } : more;
    for (const key of Object.keys(given)) assert.ok(named.includes(key), `${tool} lists no input ${key}`);
    assert.ok(isObject(given));
    return await mcp.rows(tool, given);
  };
  const git = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);

  for (const [words, work] of Object.entries(tasks)) it(words, async () => await work(ask, git));

  it('need every tool of the list', () => {
    const used = new Set(
      Object.values(tasks).flatMap((work) => [...String(work).matchAll(/ask\('(\w+)'/g)].map(([, tool]) => tool)),
    );
    assert.deepEqual(
      [...inputs.keys()].filter((name) => !used.has(name.slice('sourcehost_'.length))),
      [],
    );
  });
});
