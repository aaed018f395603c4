import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budget, within } from '../budgets.ts';
import { localHost } from '../kit/localHost.ts';
import { until } from '../kit/until.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { signedInAs } from './kit/signIn.ts';
import type { Window } from './kit/window.ts';

const website = 'alice/website';

const entry = (window: Window, name: string) =>
  window.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

/** Opens a file by its path, wherever it is in the repository. */
async function goToFile(window: Window, path: string): Promise<void> {
  await window.run('Sourcehost: Go to File in Remote Repository…');
  await window.quickInput.fill(path);
  const name = path.split('/').at(-1) ?? path;
  // The rows move when they are filtered, which loses a click.
  await until(async () => (await window.choices())[0] === name);
  await window.page.keyboard.press('Enter');
  await window.tab(name).waitFor();
}

describe('remote files', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  afterEach(() => service.heal());
  after(async () => {
    await service.close();
  });

  it('follow changes of their branch, can be compared and linked, and stay readable offline', async function () {
    this.timeout(120_000);
    const push = (files: Record<string, string>): Promise<unknown> =>
      service.act({ do: 'push', repository: website, branch: 'main', files, as: 'bob' });
    await push({ 'notes/one.txt': 'one\n', 'notes/two.txt': 'two\n', 'notes/unseen.txt': 'unseen\n' });
    const before = await (await service.repository(website)).git(['rev-parse', 'main']);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    service.clear();
    const window = await desk.open(`sourcehost://local/${website}`);
    await entry(window, 'README.md').waitFor({ timeout: 30_000 });
    await window.statusBar('main').waitFor();
    // The editor also asks once for the account of the token in its environment.
    within(
      budget.requests.openRepository,
      service.requests.filter(({ operation }) => operation !== 'users.self').map(({ path }) => path),
    );

    await goToFile(window, 'notes/two.txt');
    await window.editor.locator('.view-lines').click();
    await window.page.keyboard.type('mine ');
    await window.dirtyTab('two.txt').waitFor();
    await goToFile(window, 'notes/one.txt');
    await window.run('Sourcehost: Copy Permalink');
    const link = `${service.url}/${website}/blob/${before}/notes/one.txt#L1`;
    await until(async () => (await window.clipboard()) === link);

    await push({ 'notes/one.txt': 'changed\n', 'notes/two.txt': 'theirs\n' });
    await window.run('Sourcehost: Refresh');
    await window.statusBar('changed on the server').waitFor();
    await window.editor.getByText('changed').waitFor();
    await window.tab('two.txt').click();
    await window.editor.getByText('mine').waitFor();
    await window.statusBar('changed on the server').click();
    const history = window.tree('History');
    await history.row('two.txt').waitFor();
    await window.statusBar('changed on the server').waitFor({ state: 'detached' });
    await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('ArrowDown');
    await history.view.locator('.monaco-list-row.focused').filter({ hasText: 'two.txt' }).waitFor();
    await window.page.keyboard.press('Enter');
    await window.page.getByText('theirs').first().waitFor();
    await history.row('two.txt').hover();
    await window.screenshot('files-compared-list');
    const group = history.view.locator('.monaco-list-row').filter({ hasText: '2 files' });
    await group.hover();
    await group.getByRole('button', { name: 'Open All Changes' }).click();
    await window.page.locator('.multiDiffEditor .status').nth(1).waitFor({ state: 'attached' });
    assert.deepEqual(await window.page.locator('.multiDiffEditor .status').allInnerTexts(), ['', '']);
    await window.screenshot('files-compared');
    await window.page.keyboard.press('Control+Shift+E');

    service.fail({ operation: '*', fault: { kind: 'reset', at: 'headers' } });
    await window.run('Sourcehost: Refresh');
    await window.statusBar(/main.*as of (now|\d+ minutes? ago)/).waitFor({ timeout: 30_000 });
    await entry(window, 'one.txt').dblclick();
    await window.editor.getByText('changed').waitFor();
    // The comparison fetched the commit with git, so that a file that was never read is here too.
    await entry(window, 'unseen.txt').dblclick();
    await window.editor.getByText('unseen').waitFor();
    await window.screenshot('files-offline');
    service.heal();
    await window.statusBar(/as of/).waitFor({ state: 'detached', timeout: 30_000 });
    assert.deepEqual(service.violations, []);
  });

  it('are opened by Ctrl+P in a remote folder, which another one replaces without a reload', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(`sourcehost://local/${website}`);
    const { page } = window;
    const { keyboard } = page;
    await entry(window, 'README.md').waitFor({ timeout: 30_000 });
    await keyboard.press('Control+P');
    await window.asked('Search files by path');
    await window.quickInput.fill('README.md');
    await window.pick('README.md');
    await window.tab('README.md').waitFor();

    await page.locator('.explorer-folders-view').hover();
    await page.getByRole('button', { name: 'Go to File in Remote Repository' }).click();
    await window.asked('Search files by path');
    await keyboard.press('Escape');

    // The window is not reloaded.
    await page.evaluate('globalThis.stays = true');
    await window.run('Sourcehost: Open Repository…');
    await window.asked('Search repositories, or enter owner/repo or a URL');
    await window.screenshot('pick-repository');
    await window.pick(website);
    await entry(window, 'README.md').waitFor();
    assert.equal(await page.evaluate('globalThis.stays'), true);

    assert.deepEqual(service.violations, []);
  });

  it('share a window with a local folder, in which Ctrl+P and Ctrl+Shift+F are those of the editor', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const folder = join(desk.dataDir, 'local');
    await mkdir(folder);
    await writeFile(join(folder, 'local.txt'), 'text\n');
    const file = join(desk.dataDir, 'mixed.code-workspace');
    const folders = [{ path: folder }, { uri: `sourcehost://local/${website}`, name: 'remote' }];
    await writeFile(file, JSON.stringify({ folders }));
    const mixed = await desk.open(file);
    await entry(mixed, 'README.md').waitFor({ timeout: 30_000 });
    // No editor is open, then a local file, then a remote one. The installed oldest editor has no program that searches
    // files: it opens them by their path.
    const local = process.env.SOURCEHOST_RELEASE === 'oldest' ? join(folder, 'local.txt') : 'local.txt';
    await mixed.openFile(local);
    await mixed.openFile(local);
    // The editor's own search would not end in the remote folder.
    await mixed.page.keyboard.press('Control+Shift+F');
    const included = mixed.page
      .locator('.search-view .file-types.includes textarea, .search-view .includes input')
      .first();
    await included.waitFor();
    await until(async () => (await included.inputValue()) === './local');
    await mixed.page.keyboard.press('Control+Shift+E');
    await entry(mixed, 'README.md').dblclick();
    await mixed.tab('README.md').waitFor();
    await mixed.editor.getByText('website').first().waitFor();
    await mixed.page.keyboard.press('Control+P');
    await mixed.asked('Search files by path');
    await mixed.page.keyboard.press('Escape');
    assert.deepEqual(service.violations, []);
  });
});
