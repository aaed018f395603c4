import assert from 'node:assert/strict';
import { localHost } from '../kit/localHost.ts';
import { until } from '../kit/until.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { signedInAs } from './kit/signIn.ts';
import type { Window } from './kit/window.ts';
import { changesWithin } from '../kit/requests.ts';

const repository = 'alice/website';

/** Opens a file of the Explorer, types at its top and saves. */
async function edit(window: Window, name: string, typed: string): Promise<void> {
  if (!(await window.page.locator('.explorer-viewlet').isVisible()))
    await window.page
      .locator('.activitybar')
      .getByRole('tab', { name: /Explorer/ })
      .click();
  await window.page.locator('.explorer-viewlet .monaco-list-row').filter({ hasText: name }).first().dblclick();
  await window.tab(name).waitFor();
  await window.page.locator('.editor-instance .view-lines').first().click();
  await window.page.keyboard.press('Control+Home');
  await window.page.keyboard.type(typed);
  await window.page.keyboard.press('Enter');
  await window.page.keyboard.press('Control+s');
  await window.page.locator('.tab.dirty').waitFor({ state: 'detached' });
}

async function showChanges({ page }: Window): Promise<void> {
  if (await page.locator('.scm-view').isVisible()) return;
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: /Source Control/ })
    .click();
}

/** Writes the message and commits with the keys that the box names. */
async function commit(window: Window, message: string): Promise<void> {
  await showChanges(window);
  const box = window.page.locator('.scm-editor .monaco-editor').first();
  await box.click();
  await window.page.keyboard.press('Control+a');
  await window.page.keyboard.type(message);
  await window.page.keyboard.press('Control+Enter');
}

describe('source control', () => {
  it('stages, commits, resolves a conflict, and commits to a new branch after a refusal', async function () {
    this.timeout(120_000);
    const service = await startService();
    const git = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
    try {
      const desk = await sitDown({
        settings: { ...localHost(service), 'git.enabled': false },
        env: signedInAs(service),
      });
      const window = await desk.open(`sourcehost://local/${repository}@main`);
      const { page } = window;
      const row = (name: string) => page.locator('.scm-view .monaco-list-row').filter({ hasText: name });

      await edit(window, 'README.md', 'Typed at the top.');
      await page.locator('.dirty-diff-added').first().waitFor();
      await edit(window, 'package.json', ' ');
      await showChanges(window);
      await row('README.md').waitFor();
      await row('package.json').waitFor();
      await page
        .locator('.scm-view')
        .getByText(/commit on main/)
        .first()
        .waitFor();
      await page.screenshot({ path: 'out/screenshots/scm-changes.png' });

      await row('README.md').hover();
      await row('README.md').getByRole('button', { name: 'Stage Changes' }).click();
      await row('Staged Changes').waitFor();
      service.clear();
      await commit(window, 'Describe {path}');
      await row('Staged Changes').waitFor({ state: 'detached' });
      assert.equal(await git('log', '-1', '--format=%s', 'main'), 'Describe README.md');
      await until(() => service.requests.length >= 3);
      assert.ok(!(await window.statusBar('changed on the server').isVisible()), 'nobody else changed anything');
      assert.equal(await git('show', '--name-only', '--format=', 'main'), 'README.md');
      const asked = service.requests.map(({ operation }) => operation);
      changesWithin(3, asked, 'files.update');

      await edit(window, 'README.md', 'Mine.');
      const theirs = `Theirs.\n${await git('show', 'main:README.md')}\n`;
      await service.act({ do: 'push', repository, branch: 'main', files: { 'README.md': theirs } });
      await commit(window, 'Both');
      await page.locator('.monaco-dialog-box').getByText('Make 1 commit of 2 files on main?').waitFor();
      await window.screenshot('scm-agree');
      await window.dialog('Make 1 Commit');
      await page.locator('.codelens-decoration').getByText('Take Both').waitFor();
      await window.screenshot('scm-conflict');
      await page.locator('.codelens-decoration').getByText('Take Both').click();
      await page.locator('.codelens-decoration').getByText('Take Both').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+s');
      await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      await commit(window, 'Both');
      await window.dialog('Make 1 Commit');
      await row('README.md').waitFor({ state: 'detached' });
      assert.equal((await git('show', 'main:README.md')).split('\n').slice(0, 2).join(' '), 'Mine. Theirs.');
      assert.equal(await git('log', '-1', '--format=%s %an', 'main'), 'Both Alice Winter');
      assert.equal(await git('show', '--name-only', '--format=', 'main'), 'README.md\npackage.json');

      const rule = { wildcard: 'main', pusher: 'empty', merger: 'admin' };
      const params = { owner: 'alice', repo: 'website', ...rule };
      await service.act({ do: 'call', operation: 'branchRules.create', params, as: 'alice' });
      await edit(window, 'README.md', 'Refused.');
      await showChanges(window);
      await page.locator('.scm-editor .monaco-editor').first().click();
      await page.keyboard.type('Closes #');
      await page.locator('.suggest-widget.visible .monaco-list-row').first().waitFor();
      await page.screenshot({ path: 'out/screenshots/scm-mention.png' });
      await page.keyboard.press('Escape');
      await commit(window, 'Elsewhere');
      await page.locator('.monaco-dialog-box').getByText('You cannot commit to main.').waitFor();
      await window.screenshot('scm-refused');
      await window.dialog('Commit to a New Branch…');
      await window.answer('patch/refused');
      await window.statusBar('patch/refused').waitFor();
      await until(async () => (await git('branch', '--list', 'patch/refused')) !== '');
      assert.equal((await git('show', 'patch/refused:README.md')).split('\n')[0], 'Refused.');
      assert.notEqual((await git('show', 'main:README.md')).split('\n')[0], 'Refused.');
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });
});
