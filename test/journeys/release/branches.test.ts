import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const website = 'alice/website';

const entry = (window: Window, name: string) =>
  window.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

describe('the branch of an open folder', () => {
  it('has its own drafts and commit message, and a row in Source Control leads to those of another branch', async function () {
    this.timeout(120_000);
    const service = await startService();
    try {
      const draft = { path: 'both.txt' };
      for (const branch of ['main', 'work'])
        await service.act({
          do: 'push',
          repository: website,
          branch,
          files: { [draft.path]: `the text of ${branch}\n` },
          as: 'bob',
        });
      const desk = await sitDown({
        settings: { ...localHost(service), 'git.enabled': false },
        env: signedInAs(service),
      });
      const window = await desk.open(`sourcehost://local/${website}`);
      const { page } = window;
      const rows = page.locator('.scm-view .monaco-list-row');
      const message = page.locator('.scm-editor .view-lines').first();
      await entry(window, draft.path).dblclick();
      await window.editor.getByText('the text of main').waitFor();
      await page.locator('.editor-instance .view-lines').first().click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('Mine: ');
      await page.keyboard.press('Control+s');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /Source Control/ })
        .click();
      await rows.filter({ hasText: draft.path }).waitFor();
      await message.click();
      await page.keyboard.type('About main');

      await window.statusBar(/alice\/website.*main/).click();
      await window.pick('work');
      await page
        .locator('.scm-view')
        .getByText(/commit on work/)
        .waitFor();
      await rows.filter({ hasText: draft.path }).waitFor({ state: 'detached' });
      await rows.filter({ hasText: 'main (1 draft)' }).waitFor();
      await window.screenshot('other-branches');
      assert.equal((await message.innerText()).trim(), '');
      await message.click();
      await page.keyboard.type('About work');

      await rows.filter({ hasText: 'main (1 draft)' }).click();
      await window.editor.getByText('Mine: the text of main').waitFor();
      await rows.filter({ hasText: draft.path }).waitFor();
      await message.getByText('About main').waitFor();
      await rows.filter({ hasText: 'draft)' }).waitFor({ state: 'detached' });

      await window.statusBar(/alice\/website.*main/).click();
      await window.pick('work');
      await message.getByText('About work').waitFor();
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });

  it('is shown with its repository in the status bar, and a lock holds the repository in one window only', async function () {
    this.timeout(120_000);
    const service = await startService();
    try {
      const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
      const window = await desk.open(`sourcehost://local/${website}`);
      const item = window.statusBar(/alice\/website.*main/);
      await item.locator('.codicon-repo').waitFor();
      await window.run('Sourcehost: Lock Active Repository');
      await item.locator('.codicon-lock').waitFor();
      const other = await desk.open('sourcehost://local/alice/samples');
      await other
        .statusBar(/alice\/samples.*main/)
        .locator('.codicon-repo')
        .waitFor();
      await item.click();
      await window.pick('Choose Another Repository…');
      assert.deepEqual(await window.choices(), ['Follow the Editor', 'Choose Another Repository…']);
      await window.screenshot('active-repository');
      await window.pick('Follow the Editor');
      await item.locator('.codicon-repo').waitFor();
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });
});
