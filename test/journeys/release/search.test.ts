import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const website = 'alice/website';

/** The document of the search view. */
const viewOf = (window: Window): FrameLocator =>
  window.page
    .frameLocator('.part.sidebar iframe.webview.ready, iframe.webview.ready')
    .frameLocator('iframe#active-frame');

describe('text in remote files', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
  });

  it('is searched, opened and replaced by keyboard, and becomes drafts', async function () {
    this.timeout(120_000);
    const files = {
      'src/app.ts': 'const needle = 1;\nexport { needle };\n',
      'src/hostile.ts': '<img src=x onerror="window.harmed = 1"> needle\n',
      'docs/needle.md': '# A needle\n',
    };
    await service.act({ do: 'push', repository: website, branch: 'main', files });
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(`sourcehost://local/${website}`);
    const { keyboard } = window.page;
    const view = viewOf(window);
    await window.statusBar('main').waitFor();

    await keyboard.press('Control+Shift+F');
    await view.locator('#query:focus').waitFor();
    const results = window.tree('Results');
    const selected = (label: RegExp): Promise<void> =>
      results.view.locator('.monaco-list-row.selected').getByText(label).waitFor();
    const focused = (name: string): Locator =>
      window.page.locator('.editor-group-container.active').getByRole('tab', { name, selected: true });
    await keyboard.type('needle');
    await results.view.getByText('4 results in 3 files').waitFor();
    await results.view.getByRole('treeitem', { name: 'app.ts src 2 matches' }).waitFor();
    const line = results.view.getByRole('treeitem', { name: 'line 1 …window.harmed = 1"> needle' });
    assert.equal(await line.locator('.highlight').innerText(), 'needle');
    assert.equal(await results.view.locator('.monaco-list-row img').count(), 0);
    await window.screenshot('search');

    await keyboard.press('F4');
    await window.tab('needle.md').waitFor();
    await window.page.locator('.monaco-editor .selected-text').first().waitFor();
    await keyboard.press('Shift+F4');
    await window.tab('hostile.ts').waitFor();
    await selected(/^1: …window/);
    await view.locator('#query').focus();
    await keyboard.press('Control+ArrowDown');
    await results.view.locator('.monaco-list:focus').waitFor();
    await keyboard.press('Home');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await focused('needle.md').waitFor();
    await results.view.locator('.monaco-list:focus').waitFor();
    await keyboard.press('Enter');
    await window.page.locator('.monaco-editor.focused').waitFor();
    await results.row('1: # A needle').click();
    await results.view.locator('.monaco-list:focus').waitFor();
    await keyboard.press('Control+Enter');
    await until(async () => (await window.page.locator('.editor-group-container').count()) === 2);

    await keyboard.press('Control+Shift+H');
    await view.locator('#replacement:focus').waitFor();
    await keyboard.type('pin');
    await results.menu('app.ts', 'Replace All in This File');
    await window.notification('Replaced 2 matches in 1 file. Nothing is committed yet.').waitFor();
    await results.view.getByText('2 results in 2 files').waitFor();
    await window.notification('Replaced').getByRole('button', { name: 'Undo' }).click();
    await results.view.getByText('4 results in 3 files').waitFor();
    await results.action('Replace All…');
    await window.page.locator('.multiDiffEditor, .multi-diff-editor').first().waitFor();
    await view.getByText('Replace 4 matches in 3 files?').waitFor();
    await window.screenshot('search-preview');
    await view.locator('#confirm').click();
    await window.notification('Replaced 4 matches in 3 files. Nothing is committed yet.').waitFor();
    await results.view.getByText('No results').waitFor();
    await results.row('needle.md').waitFor({ state: 'detached' });
    await window.screenshot('search-replaced');
    const sent = service.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/git-upload-pack'));
    assert.deepEqual(sent, []);

    await keyboard.press('Control+Shift+G');
    for (const name of ['app.ts', 'hostile.ts', 'needle.md'])
      await window.page.locator('.scm-view').getByText(name).first().waitFor();
    await window.notification('Replaced').getByRole('button', { name: 'Undo' }).click();
    await until(async () => (await window.page.locator('.scm-view').getByText('app.ts').count()) === 0);
    assert.deepEqual(service.violations, []);
  });
});
