import assert from 'node:assert/strict';
import { budget, within } from '../../budgets.ts';
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
});
