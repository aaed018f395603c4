import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
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
    await window.run('Sourcehost: Show Comparisons as Tree');
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
});
