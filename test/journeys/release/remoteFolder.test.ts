import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

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
});
