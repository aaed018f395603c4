import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import { sitDown, type Desk } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Tree } from '../kit/tree.ts';
import type { Window } from '../kit/window.ts';
import { within } from '../../budgets.ts';

/** A workspace of local clones, each with a file named after its repository. */
async function workspaceOf(desk: Desk, service: Service, ...repositories: readonly string[]): Promise<string> {
  const folders = repositories.map((repository) => join(desk.dataDir, repository.replace('/', '-')));
  for (const [index, repository] of repositories.entries()) {
    const folder = folders[index] ?? '';
    await mkdir(folder);
    execFileSync('git', ['init', '--quiet', folder]);
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', `${service.url}/${repository}.git`]);
    await writeFile(join(folder, `${repository.split('/')[1] ?? ''}.txt`), 'text\n');
  }
  const file = join(desk.dataDir, 'clones.code-workspace');
  await writeFile(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }));
  return file;
}

/** A user without a pointer. */
class Keyboard {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#window.page.keyboard.press(key);
  }

  /** Runs a command by its title in the palette. */
  async run(title: string): Promise<void> {
    const { page, quickInput } = this.#window;
    const until = Date.now() + 30_000;
    const first = page
      .locator('.quick-input-list .monaco-list-row.focused .label-name')
      .getByText(title, { exact: true });
    // A window that is still starting misses keys, and its list is not complete.
    do {
      await this.press('Escape', 'F1');
      if (await this.#window.shows(quickInput, 1000)) await quickInput.fill(`>${title}`);
    } while (!(await this.#window.shows(first, 1000)) && Date.now() < until);
    await first.waitFor();
    await this.press('Enter');
    await first.waitFor({ state: 'hidden' });
  }

  /** Filters the list at the top by the text and chooses the remaining entry, once its placeholder is `placeholder`. */
  async choose(placeholder: string | RegExp, text: string, label = text): Promise<void> {
    const { page, quickInput } = this.#window;
    await page.locator('.quick-input-widget:visible').getByPlaceholder(placeholder).waitFor();
    await quickInput.fill(text);
    await page
      .locator('.quick-input-list .monaco-list-row.focused .label-name')
      .getByText(label, { exact: true })
      .waitFor();
    await this.press('Enter');
  }

  /** The text that Ctrl+C copies. */
  async copied(): Promise<string> {
    const { page } = this.#window;
    await page.evaluate(`navigator.clipboard.writeText('')`);
    await this.press('Control+C');
    let text = '';
    await until(async () => (text = await this.#window.clipboard()) !== '');
    return text;
  }
}

const focused = (tree: Tree) => tree.view.locator('.monaco-list-row.focused');

/**
 * Violations that every view of the editor has: headers contain buttons, and the name of a row repeats its place and
 * icon.
 */
const ofTheEditor = { 'nested-interactive': { enabled: false }, 'label-content-name-mismatch': { enabled: false } };

/** Buttons of the editor, of which those in the oldest one have a name that their role does not allow. */
const menusOfTheEditor = '.codicon-toolbar-more';

/** The violations that axe reports for the views, and rows with the same accessible name. */
async function flaws(window: Window, titles: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const title of titles) {
    const rows = window.tree(title).view.locator('[role="treeitem"]');
    const names = await rows.evaluateAll((all) => all.map((row) => (row as { ariaLabel?: string }).ariaLabel ?? ''));
    if (names.length === 0) found.push(`${title}: no rows`);
    const levels = await rows.evaluateAll((all) => all.map((row) => (row as { ariaLevel?: string }).ariaLevel ?? ''));
    const places = names.map((name, index) => `${levels[index] ?? ''} ${name}`);
    if (names.some((name) => name.trim() === '')) found.push(`${title}: a row without a name`);
    const twice = places.filter((place, index) => places.indexOf(place) !== index);
    if (twice.length > 0) found.push(`${title}: twice ${twice.join('; ')}`);
  }
  const source = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await window.page.evaluate(await readFile(source, 'utf8'));
  const { violations } = await window.page.evaluate<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>(
    `axe.run({ include: '.part.sidebar .composite', exclude: '${menusOfTheEditor}' }, { rules: ${JSON.stringify(ofTheEditor)} })`,
  );
  return [...found, ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))];
}

describe('the sidebar', () => {
  let service: Service;
  before(async function () {
    this.timeout(60_000);
    service = await startService({ data: 'large' });
  });
  after(() => service.close());

  it('works by keyboard alone, at any size, and follows the folder of the open file', async function () {
    this.timeout(180_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(await workspaceOf(desk, service, 'alice/many-issues', 'alice/website'));
    const keyboard = new Keyboard(window);
    const asked = (): string[] => service.requests.map(({ operation }) => operation).filter((one) => one !== 'avatar');
    const issues = window.tree('Issues');

    // The first folder is the active repository; three views are visible, and nothing is requested for the other ones.
    service.clear();
    // The oldest editor knows only this view before the extension is active.
    await keyboard.run('Sourcehost: Focus on Repositories View');
    await keyboard.run('Sourcehost: Focus on Issues View');
    await issues.view.locator('.monaco-list-row').first().waitFor();
    await window.tree('Repositories').row('My repositories').waitFor();
    await window.statusBar('alice/many-issues').waitFor();
    within(4, asked());
    // A view that was empty when it was focused keeps the focus.
    await keyboard.run('Sourcehost: Focus on Issues View');

    // One more page of 20,000 issues.
    service.clear();
    await keyboard.press('End');
    await focused(issues).getByText('Load more').waitFor();
    await keyboard.press('Enter');
    await focused(issues).getByText(/^#/).waitFor();
    assert.deepEqual(asked(), ['issues.list']);

    // The selected rows are copied: that of the last page, and the one with the focus.
    await keyboard.press('Home', 'ArrowDown', 'Control+Shift+Enter');
    const copied = (await keyboard.copied()).split('\n');
    assert.equal(copied.length, 2);
    await focused(issues)
      .getByText(copied[1] ?? '', { exact: true })
      .waitFor();

    // The line of the filter.
    await keyboard.run('Sourcehost: Filter Issues…');
    await keyboard.choose(/^For example/, 'auth', 'author:');
    await until(async () => (await window.quickInput.inputValue()) === 'author:');
    await window.page.keyboard.type('nobody-at-all');
    await window.page.locator('.quick-input-list .monaco-list-row.focused').getByText('author:nobody-at-all').waitFor();
    await keyboard.press('Enter');
    await issues.view.getByText('No issues: author:nobody-at-all').waitFor();
    await keyboard.run('Sourcehost: Clear Issue Filter');
    await issues.view.locator('.monaco-list-row').first().waitFor();

    // The page of an issue is opened; a refresh keeps the selection, and requests only the visible rows.
    await keyboard.run('Sourcehost: Focus on Issues View');
    await keyboard.press('Home', 'ArrowDown', 'ArrowDown', 'Enter');
    await window.webview.locator('#conversation[aria-busy="false"]').waitFor();
    const opened = await focused(issues).locator('.label-name').innerText();
    service.clear();
    await keyboard.run('Sourcehost: Refresh');
    await until(() => asked().includes('issues.list'));
    await issues.view.locator('.monaco-list-row.selected').getByText(opened, { exact: true }).waitFor();
    within(4, asked());

    // A change from elsewhere is visible after the next refresh.
    const number = /\d+/.exec(opened)?.[0] ?? assert.fail(opened);
    const params = { owner: 'alice', repo: 'many-issues', number, title: 'Called otherwise' };
    await service.act({ do: 'call', operation: 'issues.edit', params, as: 'alice' });
    await keyboard.run('Sourcehost: Refresh');
    await issues.view.locator('.monaco-list-row.selected').getByText('Called otherwise').waitFor();

    // The other folder has another repository. A path is opened also where the editor has no program that searches files.
    await keyboard.press('Control+P');
    await keyboard.choose(/Search files by name/, join(desk.dataDir, 'alice-website', 'website.txt'), 'website.txt');
    await window.statusBar('alice/website').waitFor();
    await issues.view.getByText(/^alice\/website/).waitFor();

    // Rows stay expanded after a refresh.
    const views = ['Branches', 'Tags', 'Milestones', 'Releases', 'Members', 'Webhooks'];
    for (const view of views) await keyboard.run(`Sourcehost: Focus on ${view} View`);
    const milestones = window.tree('Milestones');
    await keyboard.run('Sourcehost: Focus on Milestones View');
    await milestones.row('Version 2.0').waitFor();
    await keyboard.press('Home', 'ArrowDown');
    service.clear();
    await keyboard.press('ArrowRight');
    await milestones.view.locator('.monaco-list-row[aria-level="2"]').first().waitFor();
    assert.deepEqual(asked(), ['issues.list']);
    service.clear();
    await keyboard.run('Sourcehost: Refresh');
    await until(() => asked().includes('milestones.list'));
    await milestones.view.locator('.monaco-list-row[aria-level="2"]').first().waitFor();

    await window.page.setViewportSize({ width: 1280, height: 2400 });
    assert.deepEqual(await flaws(window, ['Repositories', 'Issues', ...views]), []);
    assert.deepEqual(service.violations, []);
  });

  it('opens a repository that is dragged to an editor, to an empty Explorer or to the workspace', async function () {
    this.timeout(180_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open();
    const { page, webview } = window;
    await page.setViewportSize({ width: 1280, height: 1600 });
    const repositories = window.tree('Repositories');
    const drag = async (label: string, x: number, y: number, over: Locator): Promise<void> => {
      await repositories.row(label).hover();
      await page.mouse.down();
      // A drop works only after a target has accepted the dragged item.
      await until(async () => {
        await page.mouse.move(x - 1, y);
        await page.mouse.move(x, y);
        return await over.isVisible();
      });
    };
    const shows = (label: string) => webview.getByRole('heading', { level: 1, name: label }).waitFor();
    const dropArea = page.locator('#monaco-workbench-editor-drop-overlay');

    await window.openSidebar();
    await repositories.expand('My repositories');
    await repositories.row('alice/samples').waitFor();
    service.clear();
    await drag('alice/samples', 800, 400, dropArea);
    assert.ok(service.requests.every(({ operation }) => operation === 'avatar'));
    await page.mouse.up();
    await shows('alice/samples');
    await webview.getByRole('img', { name: 'Logo' }).waitFor();

    // The Explorer opens while the item is held over its icon.
    const empty = page.getByText('You have not yet opened a folder.');
    const icon = await page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Explorer/ })
      .boundingBox();
    await drag('alice/website', (icon?.x ?? 0) + 10, (icon?.y ?? 0) + 10, empty);
    await empty.hover();
    await page.mouse.up();
    await shows('alice/website');

    await webview.getByRole('button', { name: 'Open Files' }).click();
    const folders = page.locator('.explorer-folders-view');
    await folders.getByText('README.md').waitFor();
    await window.openSidebar();
    await repositories.expand('My repositories');
    await drag('alice/samples', 800, 400, dropArea);
    await page.mouse.up();
    await webview.getByRole('button', { name: 'Open Files' }).click();
    await window.pick('Add to This Workspace');
    await folders.getByText('samples', { exact: true }).waitFor();
    await folders.getByText('website', { exact: true }).waitFor();
  });
});
