import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { toolFailureText } from '../../../src/tools/failureText.ts';
import { bytes } from '../../kit/bytes.ts';
import { rejection } from '../../kit/rejection.ts';
import { suiteService } from '../kit/suiteService.ts';
import { written } from '../kit/editing.ts';
import { toolWindow, type ToolWindow } from '../kit/toolWindow.ts';

const website = { repository: 'alice/website' };

describe('Tools that read commits and the lines around a match', () => {
  const service = suiteService();
  let tools: ToolWindow;
  beforeEach(async () => {
    tools = await toolWindow(service);
  });
  afterEach(() => tools[Symbol.asyncDispose]());

  const git = async (...args: readonly string[]): Promise<string> =>
    await (await service.repository('alice/website')).git(args);
  /** Imports commits of the branch `branch`, one for each text of `changes`, in the format of `git fast-import`. */
  const commit = async (branch: string, ...changes: readonly string[]): Promise<readonly string[]> => {
    const { directory } = await service.repository('alice/website');
    const input = changes.map(
      (change, index) =>
        `commit refs/heads/${branch}\ncommitter Bob <b@example.org> ${1_767_600_000 + index} +0800\ndata 9\nChange ${index}\n\n${change}\n`,
    );
    execFileSync('git', ['fast-import', '--quiet'], { cwd: directory, input: input.join('') });
    return (await git('log', '--reverse', '--format=%H', branch)).split('\n');
  };
  const file = (path: string, text: string, mode = '100644'): string =>
    `M ${mode} inline ${path}\ndata ${bytes(text).length}\n${text}\n`;

  it('show the message and the unified difference of a commit, as git does', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('');
    const [first = '', second = ''] = await commit(
      'changes',
      file('a.txt', many) + file('docs/old.md', many) + file('link', 'a.txt', '120000'),
      `${file('a.txt', many.replace('line 9\n', 'line nine\n'))}R docs/old.md docs/new.md\n${file('link', 'docs', '120000')}`,
    );
    const rows = await tools.rows('compare', { ...website, head: second });
    assert.deepEqual(rows.slice(0, 6), [
      `commit ${second}`,
      'author: Bob; 2026-01-05T16:00:01+08:00',
      '  Change 1',
      'modified a.txt',
      'renamed docs/old.md → docs/new.md',
      'modified link',
    ]);
    const shown = rows.slice(6).filter((row) => !row.startsWith('@@'));
    const expected = (await git('diff', '--no-prefix', '-M', first, second)).split('\n');
    const signs = (lines: readonly string[]): readonly string[] =>
      lines.filter((line) => /^([-+] ?[^-+]|\\)/.test(line));
    assert.deepEqual(signs(shown), signs(expected));
    const root = await tools.rows('compare', { ...website, head: first, path: 'docs' });
    assert.deepEqual(root.slice(3, 5), ['--- /dev/null', '+++ docs/old.md']);
    assert.equal(root.filter((row) => row.startsWith('+line')).length, 30);
  });

  it('lead through a long commit of a branch that moves meanwhile', async () => {
    const long = Array.from({ length: 900 }, (_, index) => `line ${index} of a long file\n`).join('');
    const [tip = ''] = await commit('long', file('long.txt', long));
    const first = await tools.call('compare', { ...website, head: 'long' });
    assert.match(first.cursor ?? '', new RegExp(`@${tip}$`));
    await commit('long', `from ${tip}\n${file('other.txt', 'other\n')}`);
    const added: string[] = [];
    let { cursor } = first;
    for (let text = first.text; ;) {
      added.push(...[...text.matchAll(/^\| \+(line .*)$/gm)].map(([, line = '']) => line));
      if (cursor === undefined) break;
      ({ text, cursor } = await tools.call('compare', { ...website, head: 'long', cursor }));
    }
    assert.equal(added.join('\n'), long.trimEnd());
  });

  it('show the unified difference of all files between two refs', async () => {
    const [base = '', head = ''] = await commit(
      'sides',
      file('one.txt', 'one\n') + file('two.txt', 'two\n'),
      file('one.txt', 'first\n') + file('two.txt', 'second\n'),
    );
    const rows = await tools.rows('compare', { ...website, base, head, diff: true });
    assert.deepEqual(rows, [
      ...['--- one.txt', '+++ one.txt', '@@ -1 +1 @@', '-one', '+first'],
      ...['--- two.txt', '+++ two.txt', '@@ -1 +1 @@', '-two', '+second'],
    ]);
  });

  it('name the input of a commit that does not exist', async () => {
    const missing = await rejection(tools.call('compare', { ...website, head: 'nothing' }), 'missing');
    assert.equal(missing.field, 'head');
  });

  it('tell the commits of a range of lines, also of a moved file with drafts', async () => {
    const [first = '', second = ''] = await commit(
      'blame',
      file('old.txt', 'a\nb\nc\nd\n'),
      `R old.txt new.txt\n${file('new.txt', 'a\nB\nc\nd\n')}`,
    );
    const { workingTree } = await tools.window.at('alice/website', 'blame');
    await workingTree.write('new.txt', bytes('a\nB\ndraft\nc\nd\n'), written);
    const given = { ...website, ref: 'blame', path: 'new.txt', start_line: 2, end_line: 4, blame: true };
    assert.deepEqual(await tools.rows('read_file', given), [
      `commit ${second} 2026-01-05T16:00:01+08:00 Bob: Change 1`,
      '2: B',
      'draft',
      '3: draft',
      `commit ${first} (old.txt) 2026-01-05T16:00:00+08:00 Bob: Change 0`,
      '4: c',
    ]);
    const at = await tools.rows('read_file', { ...website, ref: first, path: 'old.txt', start_line: 2, end_line: 3 });
    assert.deepEqual(at, ['2: b', '3: c']);
  });

  it('show lines around each match, once', async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
    lines[2] = `${'x'.repeat(900)} needle ${'y'.repeat(900)}`;
    lines[4] = 'a needle';
    lines[11] = 'last needle';
    await commit('around', file('a.txt', `${lines.join('\r\n')}\r\n`) + file('b.txt', 'needle\n'));
    const given = { ...website, ref: 'around', query: 'needle' };
    const rows = await tools.rows('find_text', { ...given, context_lines: 1 });
    assert.deepEqual(rows, [
      'a.txt',
      '2- line 2',
      `3: …${'x'.repeat(39)} needle ${'y'.repeat(92)}…`,
      '4- line 4',
      '5: a needle',
      '6- line 6',
      '--',
      '11- line 11',
      '12: last needle',
      'b.txt',
      '1: needle',
    ]);
    const plain = await tools.rows('find_text', given);
    assert.deepEqual(
      plain.filter((row) => !row.startsWith('3: ')),
      ['a.txt', '5: a needle', '12: last needle', 'b.txt', '1: needle'],
    );
  });

  it('say briefly what they show, and what to ask for if it is nothing', async () => {
    const [base = '', head = ''] = await commit('brief', file('a.txt', 'a\nb\n'), file('a.txt', 'a\nc\n'));
    const summary = async (tool: string, given: object): Promise<string> =>
      (await tools.call(tool, { ...website, ...given })).text.split('\n')[0] ?? '';
    const sides = `between “${base.slice(0, 10)}” and “${head.slice(0, 10)}” of alice/website`;
    assert.equal(await summary('compare', { base, head }), `1 files differ ${sides}`);
    assert.equal(await summary('compare', { base, head, path: 'a.txt' }), `Difference ${sides}`);
    const brief = { ref: 'brief', path: 'a.txt' };
    const at = '“a.txt” of alice/website at “brief”';
    assert.equal(await summary('read_file', brief), `All 2 lines of ${at}`);
    assert.equal(await summary('read_file', { ...brief, start_line: 2 }), `Lines 2 to 2 of the 2 lines of ${at}`);
    assert.match(await summary('read_file', { ...brief, start_line: 3 }), /has 2 lines: give start_line up to that/);
    assert.match(await summary('history', { ref: 'brief', path: 'no.txt' }), /^0 commits of “no.txt”.*list_folder/);
    assert.match(
      await summary('list_issues', { milestone: 'No such' }),
      /^0 issues of alice\/website \(open\)\. There is no milestone “No such”$/,
    );
  });

  it('show a moved file in the drafts once, with both paths', async () => {
    await commit('moved', file('old/a.txt', 'a\n') + file('old/b.txt', 'b\n'));
    const moved = await tools.call('move', { ...website, ref: 'moved', path: 'old/a.txt', to: 'new/a.txt' });
    assert.equal(moved.text, '“old/a.txt” of alice/website at “moved” is moved as a draft (1 files)');
    const rows = await tools.rows('show_drafts', { ...website, ref: 'moved' });
    assert.deepEqual(
      rows.filter((row) => !row.startsWith('new folder')),
      ['--- old/a.txt', '+++ new/a.txt'],
    );
  });

  it('say that blame needs git, and what works without', async () => {
    await using plain = await toolWindow(service, ['alice/website'], { git: false });
    const failure = await rejection(plain.call('read_file', { ...website, path: 'README.md', blame: true }), 'refused');
    assert.match(toolFailureText(failure), /This needs git, .*Files, search and comparisons work without git\.$/s);
  });
});
