import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delay } from '../../src/core/async.ts';
import { budget, within } from '../budgets.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { localHost } from '../kit/localHost.ts';
import { consentPage, decide } from './kit/account.ts';
import { sitDown, type Desk } from './kit/desk.ts';
import type { Window } from './kit/window.ts';

const repository = 'alice/big';
const chinese = Buffer.from('bcf2cce50d0a', 'hex');

/** Signs in as alice on the page of the host, as a user does for the first time. */
async function signIn(desk: Desk, window: Window, service: Service): Promise<void> {
  const page = await consentPage(desk, async () => {
    await window.run('Sourcehost: Sign In');
    await window.pick('Local service');
    await window.pick('In the browser');
    await window.asked('Client secret');
    await window.screenshot('client-secret');
    await window.answer(service.clientSecret);
  });
  await page.screenshot({ path: 'out/screenshots/consent.png' });
  await decide(page, 'Grant');
  await window.page.bringToFront();
}

/** Milliseconds without a write to the storage of the browser: more than `secretsOf` waits before it stores again. */
const quiet = 7_000;

/**
 * Waits until the editor has written the session to the storage of the browser. A window that is opened earlier can be
 * signed out, because an older write may end last; it then resolves the branch again.
 */
async function sessionWritten({ page }: Window): Promise<void> {
  const secrets = async (): Promise<unknown> => await page.evaluate("localStorage.getItem('secrets.provider')");
  let before: unknown = null;
  let since = Date.now();
  while (before === null || Date.now() - since < quiet) {
    const now = await secrets();
    if (now !== before) since = Date.now();
    before = now;
    await delay(250);
  }
}

/** Opens a file by its path, as Go to File of the editor does for folders of this computer. */
async function goToFile(window: Window, path: string): Promise<void> {
  await window.run('Sourcehost: Go to File in Remote Repository…');
  const name = path.split('/').at(-1) ?? path;
  await window.quickInput.fill(path);
  // The list drops a click during which it shows other entries.
  while ((await window.choices()).join() !== name) await delay(100);
  await window.page.keyboard.press('Enter');
  await window.tab(name).waitFor();
}

describe('the first repository', () => {
  let service: Service;
  before(async () => {
    service = await startService({ histories: [{ name: 'big', files: 2000, commits: 300 }] });
    const picture = await readFile('media/icon.png', 'base64');
    const files = {
      'docs/中文 说明.md': { base64: Buffer.from('\ufeff# 标题\r\n\r\n正文\r\n').toString('base64') },
      'docs/gbk.txt': { base64: chinese.toString('base64') },
      'media/icon.png': { base64: picture },
    };
    await service.act({ do: 'push', repository, branch: 'main', files });
  });
  beforeEach(() => service.clear());
  after(async () => {
    await service.close();
  });

  it('is opened after signing in through the browser, and its files have the bytes of git', async function () {
    this.timeout(300_000);
    const git = await service.repository(repository);
    assert.ok(Number(await git.git(['rev-list', '--count', 'main'])) >= 300);
    assert.ok((await git.git(['ls-tree', '-r', '--name-only', 'main'])).split('\n').length >= 2000);

    const desk = await sitDown({ settings: { ...localHost(service), 'files.autoGuessEncoding': false } });
    const window = await desk.open();
    await window.openSidebar();
    const tree = window.tree('Repositories');
    await tree.welcome.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    assert.deepEqual(service.requests.map(path), [], 'nothing is asked before a person acts');

    await signIn(desk, window, service);
    await tree.row('acme').waitFor({ timeout: 30_000 });
    const asked = service.requests.map(({ operation }) => operation).filter((operation) => operation !== 'avatar');
    // Three of them are of the browser and for the token.
    within(3 + budget.requests.signIn + budget.requests.view, asked);
    await tree.expand('acme');
    await tree.row('docs').waitFor();
    await tree.click('acme');
    await tree.expand('My repositories');
    await tree.row(repository).waitFor();

    const pages = window.page;
    await sessionWritten(window);
    service.clear();
    await tree.menu(repository, 'Open Repository…');
    await pages.waitForURL(/folder=/, { timeout: 30_000 }).catch(() => undefined);
    await window.ready();
    const file = (name: string) => pages.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
    await file('README.md').waitFor({ timeout: 30_000 });
    within(
      budget.requests.openRoot,
      service.requests.filter((one) => isOfFiles(one.path)).map(({ path, account }) => `${path} as ${account}`),
    );
    await window.screenshot('open-repository');

    service.clear();
    await file('docs').click();
    await file('中文 说明.md').dblclick();
    await window.tab('中文 说明.md').waitFor();
    const markdown = await window.editorText();
    const shown = Buffer.from(`\ufeff${markdown}`);
    assert.deepEqual(shown, await bytes(service, 'docs/中文 说明.md'));
    within(budget.requests.openFolderAndFile, service.requests.map(path).filter(isOfFiles));

    const source =
      (await git.git(['ls-tree', '-r', '--name-only', 'main'])).split('\n').find((path) => path.endsWith('.ts')) ?? '';
    await goToFile(window, source);
    assert.deepEqual(Buffer.from(await window.editorText()), await bytes(service, source));

    await goToFile(window, 'media/icon.png');
    const image = window.webview.locator('img');
    await image.waitFor();
    const drawn = await image.evaluate(async (element) => {
      const { src } = element as unknown as { src: string };
      return Array.from(new Uint8Array(await (await fetch(src)).arrayBuffer()));
    });
    assert.deepEqual(Buffer.from(drawn), await bytes(service, 'media/icon.png'));

    await file('gbk.txt').dblclick();
    await window.tab('gbk.txt').waitFor();
    assert.ok((await window.editorText()).length > 0);
    await goToFile(window, 'README.md');
    await window.run('Markdown: Open Preview');
    await window.webview.getByRole('heading', { name: 'Made up' }).waitFor();
    assert.deepEqual(service.violations, []);
  });
});

const path = (request: { readonly path: string }): string => request.path;
/** The status bar asks for the CI of the branch after some seconds. */
const isOfFiles = (address: string): boolean => !address.includes('/actions/runs');

/** The content in git at a path of the default branch. */
async function bytes(service: Service, path: string): Promise<Buffer> {
  const { directory } = await service.repository(repository);
  return execFileSync('git', ['-C', directory, 'cat-file', 'blob', `main:${path}`]);
}
