import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenGit } from '../../kit/brokenGit.ts';
import { localHost } from '../../kit/localHost.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { importHistory, makeBare } from '../../service/git/fastImport.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';

describe('the view History', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('has the focus when it opens, and calls a repository empty only after it was read', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    const history = window.tree('History');
    const rows = history.view.locator('.monaco-list-row');
    await window.statusBar('alice/website').waitFor();
    await window.run('Sourcehost: Show History');
    await rows.nth(1).waitFor();
    await window.page.keyboard.press('ArrowDown');
    await history.view.locator('.monaco-list-row.focused').waitFor();
    assert.equal(await history.welcome.isVisible(), false);
    const empty = await desk.open('sourcehost://local/alice/empty');
    await empty.statusBar('alice/empty').waitFor();
    await empty.run('Sourcehost: Show History');
    await empty.tree('History').welcome.getByText('No commits found.').waitFor();
    assert.deepEqual(service.violations, []);
  });

  it('keeps comparisons above the commits, found by typing, refreshed and closed by keyboard', async function () {
    this.timeout(120_000);
    const push = (branch: string, text: string, count: number): Promise<unknown> => {
      const paths = Array.from({ length: count }, (_, at) => [`area-${at % 7}/part/file-${at}.txt`, text]);
      const files = Object.fromEntries(paths) as Record<string, string>;
      return service.act({ do: 'push', repository: 'alice/website', branch, files });
    };
    await push('old', 'old', 300);
    await push('new', 'new', 300);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    const history = window.tree('History');
    const { view } = history;
    const { keyboard } = window.page;
    const focused = (text: string): Promise<void> =>
      view.locator('.monaco-list-row.focused').filter({ hasText: text }).waitFor();
    await window.statusBar('alice/website').waitFor();
    await window.run('Sourcehost: Show History');
    await view.locator('.monaco-list-row').nth(1).waitFor();
    await window.run('Sourcehost: Compare Branches, Tags or Commits…');
    await window.pick('old');
    await window.pick('new');
    await focused('old ← new: 300 files');
    await keyboard.type('file-299');
    await focused('file-299.txt');
    await window.screenshot('history-found', ['dark', 'light']);
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await window.tab('file-299.txt (old ← new)').waitFor();
    await window.run('Sourcehost: Show Changed Files as Tree');
    await history.row('area-5/part').waitFor();
    await focused('file-299.txt');
    await view.locator('.monaco-list:focus').waitFor();
    await window.screenshot('history-tree', ['dark', 'light']);
    const group = view.locator('.monaco-list-row').filter({ hasText: 'old ← new' });
    await keyboard.press('Home');
    await focused('old ← new: 300 files');
    await service.act({ do: 'push', repository: 'alice/website', branch: 'new', files: { 'area-0/more.txt': 'more' } });
    await keyboard.press('Shift+F10');
    await window.menu('Refresh');
    await focused('old ← new: 301 files');
    await keyboard.press('ArrowLeft');
    await keyboard.press('ArrowDown');
    await focused('History of alice/website');
    await keyboard.press('ArrowUp');
    await window.run('Sourcehost: Compare Branches, Tags or Commits…');
    await window.pick('new');
    await window.pick('old');
    await focused('new ← old: 301 files');
    await keyboard.press('Home');
    for (const title of ['new ← old', 'old ← new']) {
      await focused(title);
      await keyboard.press('Shift+F10');
      await window.menu('Close Comparison');
    }
    await group.waitFor({ state: 'detached' });
    await keyboard.press('ArrowDown');
    await view.locator('.monaco-list-row.focused').waitFor();
    assert.deepEqual(service.violations, []);
  });

  it('says how far back it looked, and grows in its place with its focus and selection', async function () {
    this.timeout(120_000);
    await using folder = await temporaryFolder();
    const directory = join(folder.path, 'long');
    await makeBare(directory, 'main');
    const author = { name: 'Alice Winter', email: 'alice@example.org' };
    const commits = Array.from({ length: 24 }, (_, month) => ({
      branch: 'main',
      message: `Month ${month + 1}`,
      author,
      time: Date.UTC(2020, month, 15, 12) / 1_000,
      files: { 'docs/log.md': `${month}\n` },
    }));
    await importHistory(directory, commits);
    const long = await startService({ repositories: [directory] });
    const broken = await brokenGit(folder.path);
    // The fetch of all folders waits; the one of the last year does not.
    const waiting = (script: string): Promise<void> =>
      broken.breakAt(
        'fetch',
        `case " $* " in *--shallow-since=*|*--filter=tree:0*) ;; *) ${script}; while ! test -e '${folder.path}/gate'; do sleep 0.1; done;; esac`,
      );
    await waiting(`printf 'Receiving objects:  50%% (1/2), 250.00 MiB | 9.00 MiB/s\\r' >&2`);
    const settings = { ...localHost(long), 'git.path': await broken.command() };
    const desk = await sitDown({ settings, env: signedInAs(long) });
    const window = await desk.open('sourcehost://local/alice/long');
    const { view } = window.tree('History');
    const { keyboard } = window.page;
    const row = (text: string, kind = ''): Promise<void> =>
      view.locator(`.monaco-list-row${kind}`).filter({ hasText: text }).first().waitFor();
    await window.statusBar('alice/long').waitFor();
    await window.openFile('docs/log.md');
    await window.page
      .locator('.explorer-folders-view')
      .getByRole('treeitem', { name: 'log.md' })
      .click({ button: 'right' });
    await window.menu('Show History');
    const question = window.page.locator('.monaco-dialog-box');
    await question.getByText('If you stop, only the newest commits are listed.').waitFor();
    await window.screenshot('history-question');
    await window.dialog('Cancel');
    // Only visible rows are in the page.
    for (const title of ['Remote Search', 'Results'])
      await window.page.locator('.pane-header').getByText(title, { exact: true }).click();
    await row('Searched back to Dec 15, 2020 only');
    await window.screenshot('history-newest', ['dark', 'light']);
    await waiting(':');
    await window.tree('History').action('Refresh History');
    await row('Searched back to Dec 15, 2020; looking for older commits…');
    await window.tree('History').click('Month 22');
    await row('Month 22', '.focused.selected');
    await window.screenshot('history-looking', ['dark', 'light']);
    await writeFile(join(folder.path, 'gate'), '');
    await row('Month 10');
    await row('Month 22', '.focused.selected');
    await view.locator('.monaco-list:focus').waitFor();
    await keyboard.press('ArrowDown');
    await row('Month 21', '.focused');
    assert.equal(await view.getByText('Searched back').count(), 0);
    await window.screenshot('history-whole', ['dark', 'light']);
    assert.deepEqual(long.violations, []);
    await long.close();
  });
});
