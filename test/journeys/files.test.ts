import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

describe('remote files', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
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
