import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budget, within } from '../budgets.ts';
import { localHost } from '../kit/localHost.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { untilQuiet } from './kit/quiet.ts';
import { signIn } from './kit/signIn.ts';
import type { Window } from './kit/window.ts';

const website = 'alice/website';

const entry = (window: Window, name: string) =>
  window.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });

/** Opens a file by its path, wherever it is in the repository. */
async function goToFile(window: Window, path: string): Promise<void> {
  await window.run('Sourcehost: Go to File in Remote Repository');
  await window.quickInput.fill(path);
  const name = path.split('/').at(-1) ?? path;
  await window.pick(name);
  await window.tab(name).waitFor();
}

/** Follows a link of another program into the editor. */
async function followLink(window: Window, url: string): Promise<void> {
  await window.run('Developer: Open URL');
  await window.answer(`code-oss://sourcehost.sourcehost/open?url=${encodeURIComponent(url)}`);
  // The editor asks whether the extension may have it, the extension whether it is to be opened.
  const dialog = window.page.locator('.monaco-dialog-box');
  await dialog.filter({ hasText: 'to open this URI' }).waitFor();
  await window.dialog('Open');
  await dialog.filter({ hasText: 'of Local service?' }).waitFor();
  await window.dialog('Open');
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

  it('are followed where they change, compared and linked, and stay without the network', async function () {
    this.timeout(120_000);
    const push = (files: Record<string, string>): Promise<unknown> =>
      service.act({ do: 'push', repository: website, branch: 'main', files, as: 'bob' });
    await push({ 'notes/one.txt': 'one\n', 'notes/two.txt': 'two\n', 'notes/unseen.txt': 'unseen\n' });
    const before = await (await service.repository(website)).git(['rev-parse', 'main']);
    const desk = await sitDown({ settings: localHost(service) });
    await signIn(await desk.open(), service);
    const open = async (repository: string): Promise<Window> => {
      service.clear();
      const opened = await desk.open(`sourcehost://local/${repository}`);
      await entry(opened, 'README.md').waitFor({ timeout: 30_000 });
      await opened.statusBar('main').waitFor();
      return opened;
    };
    const samples = await open('alice/samples');
    // Its settings are read by the editor; nothing that an editor looks for and is not there is asked for.
    const once = ['branches.list', 'files.content', 'files.tree', 'repositories.get'];
    const asked = await untilQuiet(service);
    assert.deepEqual(asked.sort(), once);
    within(budget.requests.openRepository, asked);
    await followLink(samples, `${service.url}/alice/samples/blob/main/README.md#L2-L3`);
    await samples.statusBar('Ln 3, Col 46 (46 selected)').waitFor();
    await followLink(samples, `${service.url}/${website}/issues/1`);
    await samples.tab('1.md').waitFor();
    await samples.page.close();
    const window = await open(website);
    within(
      budget.requests.openRepository,
      service.requests.map(({ path }) => path),
    );

    await goToFile(window, 'notes/two.txt');
    await window.editor.locator('.view-lines').click();
    await window.page.keyboard.type('mine ');
    await window.dirtyTab('two.txt').waitFor();
    await goToFile(window, 'notes/one.txt');
    await window.run('Sourcehost: Copy Permalink');
    const link = `${service.url}/${website}/blob/${before}/notes/one.txt#L1`;
    await window.page.waitForFunction(`navigator.clipboard.readText().then((text) => text === '${link}')`);

    await push({ 'notes/one.txt': 'changed\n', 'notes/two.txt': 'theirs\n' });
    await window.run('Sourcehost: Refresh');
    await window.statusBar('changed on the server').waitFor();
    await window.editor.getByText('changed').waitFor();
    await window.tab('two.txt').click();
    await window.editor.getByText('mine').waitFor();
    await window.statusBar('changed on the server').click();
    await window.page.locator('.multiDiffEditor, .multi-diff-editor').first().waitFor();
    await window.page.getByText('theirs').first().waitFor();
    await window.statusBar('changed on the server').waitFor({ state: 'detached' });
    assert.deepEqual(await window.page.locator('.multiDiffEditor .status').allInnerTexts(), ['', '']);
    await window.screenshot('files-compared');

    service.fail({ operation: '*', fault: { kind: 'reset', at: 'headers' } });
    await window.run('Sourcehost: Refresh');
    await window.statusBar(/main.*as of/).waitFor({ timeout: 30_000 });
    await entry(window, 'one.txt').dblclick();
    await window.editor.getByText('changed').waitFor();
    await entry(window, 'unseen.txt').dblclick();
    await window.page.locator('.monaco-dialog-box').getByText('The connection was closed').waitFor({ timeout: 30_000 });
    await window.screenshot('files-offline');
    service.heal();
    await window.statusBar(/as of/).waitFor({ state: 'detached', timeout: 30_000 });
    assert.deepEqual(service.violations, []);
  });

  it('of several repositories and refs are one workspace, and reopen with it', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service) });
    const file = join(desk.dataDir, 'several.code-workspace');
    const uris = [`${website}@main`, `${website}@fix:42-a+b%25c%23d`, 'alice/samples'];
    const folders = uris.map((path, at) => ({ uri: `sourcehost://local/${path}`, name: `root ${at + 1}` }));
    await writeFile(file, JSON.stringify({ folders }));
    const sha = await (await service.repository(website)).git(['rev-parse', 'develop~1']);
    await service.act({ do: 'push', repository: website, branch: 'main', files: { 'notes/new.txt': 'new\n' } });
    await signIn(await desk.open(), service);
    for (const second of ['root 2', `website@${sha}`]) {
      const again = second !== 'root 2';
      if (again) await desk.restart();
      const window = await desk.open(file);
      // An editor that reads the workspace file before its server answers shows no folder, ours or others, until it is reloaded.
      if (!(await window.shows(entry(window, 'root 1'), 15_000))) await window.reload();
      // Only one of the refs has notes, only the other repository something deep.
      for (const [root, inside] of [
        ['root 1', entry(window, 'notes')],
        [second, entry(window, 'README.md').nth(1)],
        ['root 3', entry(window, 'deep')],
      ] as const) {
        await entry(window, root).waitFor({ timeout: 30_000 });
        // The editor expands them itself, sooner or later, but not as it was left; a click too many closes one.
        for (let tries = 0; tries < 3 && !(await window.shows(inside, 10_000)); tries += 1)
          if ((await entry(window, root).getAttribute('aria-expanded')) !== 'true') await entry(window, root).click();
        await inside.waitFor();
      }
      if (again) break;
      await window.screenshot('files-workspace');
      // Another ref takes the place of the one that is looked at: found by a part of its name, or by its full sha.
      await entry(window, 'README.md').nth(1).dblclick();
      const switchFrom = async (ref: string): Promise<void> => {
        await window.statusBar(ref).click();
        await window.asked('A branch or tag, or the full sha of a commit');
      };
      await switchFrom('fix/42-a+b%c#d');
      await window.quickInput.fill('lease/2');
      await window.pick('release/2.0-beta');
      await entry(window, 'website@release:2.0-beta').waitFor();
      await switchFrom('release/2.0-beta');
      await window.pick(sha);
      await entry(window, `website@${sha}`).waitFor();
      await window.statusBar(sha.slice(0, 8)).waitFor();
    }
    assert.deepEqual(service.violations, []);
  });
});
