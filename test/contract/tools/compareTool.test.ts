import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { budget, within } from '../../budgets.ts';
import { asked } from '../../kit/remoteFiles.ts';
import { rejection } from '../../kit/rejection.ts';
import { suiteService } from '../kit/suiteService.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const website = { repository: 'alice/website' };
const big = { repository: 'alice/big' };

describe('The tool that compares', () => {
  const service = suiteService({ histories: [{ name: 'big', files: 2300, commits: 30 }] });
  let tools: ToolWindow;
  beforeEach(async () => {
    tools = await toolWindow(service, ['alice/website', 'alice/big']);
  });
  afterEach(() => tools[Symbol.asyncDispose]());

  const git = async (repository: string, ...args: readonly string[]): Promise<string> =>
    await (await service.repository(repository)).git(args);
  const pathsOf = (rows: readonly string[]): string[] => rows.map((row) => row.slice(row.indexOf(' ') + 1)).sort();

  it('compare two refs', async () => {
    const [head, base] = (await git('alice/website', 'log', '-2', '--first-parent', '--format=%H', 'main')).split('\n');
    const refs = { ...website, base, head };
    const expected = (await git('alice/website', 'diff', '--name-only', '--no-renames', `${base}`, `${head}`)).split(
      '\n',
    );
    const rows = await tools.rows('compare', refs);
    assert.deepEqual(rows.map((row) => row.slice(row.indexOf(' ') + 1)).sort(), expected.toSorted());
    const [path = ''] = expected;
    const diff = await tools.rows('compare', { ...refs, path });
    assert.match(diff[0] ?? '', /^--- /);
  });

  it('compare modes', async () => {
    const { directory } = await service.repository('alice/website');
    const commit = (branch: string, mode: string): string => {
      const head = `commit refs/heads/${branch}\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\n`;
      return `${head}M ${mode} inline run.sh\ndata 5\necho\n\n`;
    };
    const input = commit('plain', '100644') + commit('executable', '100755');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input });
    const [base, head] = await Promise.all([
      git('alice/website', 'rev-parse', 'plain'),
      git('alice/website', 'rev-parse', 'executable'),
    ]);
    const rows = await tools.rows('compare', { ...website, base, head });
    assert.deepEqual(rows, ['changed run.sh (mode 644 → 755)']);
  });

  it('takes few requests with git, whatever differs', async () => {
    const [base, head] = await Promise.all(['main~25', 'main'].map((ref) => git('alice/big', 'rev-parse', ref)));
    const expected = (await git('alice/big', 'diff', '--name-only', '--no-renames', `${base}`, `${head}`)).split('\n');
    const requests = await asked(service, async () => {
      assert.deepEqual(pathsOf(await tools.rows('compare', { ...big, base, head })), expected.toSorted());
    });
    const ofApi = requests.filter((request) => request !== 'git');
    within(budget.requests.compare, ofApi);
  });

  it('lists only the files of a folder, and refuses a path that is on neither side', async () => {
    const [base, head] = await Promise.all(['main~25', 'main'].map((ref) => git('alice/big', 'rev-parse', ref)));
    const all = (await git('alice/big', 'diff', '--name-only', '--no-renames', `${base}`, `${head}`)).split('\n');
    const folder = all[0]?.split('/')[0] ?? '';
    const below = all.filter((path) => path.startsWith(`${folder}/`));
    assert.ok(below.length > 0 && below.length < all.length);
    assert.deepEqual(pathsOf(await tools.rows('compare', { ...big, base, head, path: folder })), below.toSorted());
    await rejection(tools.call('compare', { ...big, base, head, path: 'no/such' }), 'missing');
  });

  it('says without git how many requests it needs, and which folders to compare', async () => {
    await using plain = await toolWindow(service, ['alice/big'], { git: false });
    const [base, head] = await Promise.all(['main~25', 'main'].map((ref) => git('alice/big', 'rev-parse', ref)));
    const all = (await git('alice/big', 'diff', '--name-only', '--no-renames', `${base}`, `${head}`)).split('\n');
    let text = '';
    const requests = await asked(service, async () => {
      ({ text } = await plain.call('compare', { ...big, base, head }));
    });
    // 2 refs and 2 roots, the list of paths, and at most 20 for folders.
    within(27, requests);
    assert.match(
      text,
      /needs at least \d+ requests, so it is not complete\. Call the tool again with one of the folders/,
    );
    const [folder = ''] = /(?<=\| differs ).+(?=\/)/.exec(text) ?? [];
    const below = all.filter((path) => path.startsWith(`${folder}/`));
    assert.ok(folder !== '' && below.length > 0, text);
    assert.deepEqual(pathsOf(await plain.rows('compare', { ...big, base, head, path: folder })), below.toSorted());
  });
});
