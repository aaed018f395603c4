import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const website = 'alice/website';

const entry = (window: Window, name: string) =>
  window.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

describe('remote folders', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it('form one workspace of several repositories and refs, which reopens with its unsaved texts', async function () {
    this.timeout(120_000);
    await service.act({ do: 'push', repository: website, branch: 'main', files: { 'notes/three.txt': '3\n' } });
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const file = join(desk.dataDir, 'several.code-workspace');
    const uris = [`${website}@main`, `${website}@fix:42-a+b%25c%23d`, 'alice/samples'];
    const folders = uris.map((path, at) => ({ uri: `sourcehost://local/${path}`, name: `root ${at + 1}` }));
    await writeFile(file, JSON.stringify({ folders }));
    for (const start of ['first', 'again']) {
      if (start === 'again') await desk.restart();
      const window = await desk.open(file);
      // An editor that reads the workspace file before its server responds shows no folder of any extension until it is
      // reloaded.
      if (!(await window.shows(entry(window, 'root 1'), 15_000))) await window.reload();
      for (const at of [1, 2, 3]) {
        await entry(window, `root ${at}`).waitFor({ timeout: 30_000 });
        if ((await entry(window, `root ${at}`).getAttribute('aria-expanded')) !== 'true')
          await entry(window, `root ${at}`).click();
      }
      // Only one of the refs has notes, and only the other repository has a deep folder.
      for (const name of ['notes', 'deep']) await entry(window, name).waitFor();
      await entry(window, 'README.md').nth(1).waitFor();
      if (start === 'first') {
        await window.screenshot('files-workspace');
        await entry(window, 'README.md').first().dblclick();
        await window.tab('README.md').waitFor();
        await window.editor.locator('.view-lines').click();
        await window.page.keyboard.press('Control+Home');
        await window.page.keyboard.type('Not saved. ');
        await window.dirtyTab('README.md').waitFor();
        await until(async () => (await desk.backups('sourcehost')).length > 0);
      } else {
        await window.dirtyTab('README.md').waitFor();
        await window.editor.getByText('Not saved.').waitFor();
      }
    }
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
