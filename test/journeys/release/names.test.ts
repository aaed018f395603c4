import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';

const website = 'alice/website';
const branch = 'فرع-التجارب';
const title = 'تقرير عن خطأ #3 (abc)';
const long = `${'a-very-long-name/'.repeat(8)}🚀👩\u200d👩\u200d👧`;

interface Dom {
  createTreeWalker(root: unknown, show: number): { nextNode(): unknown; readonly currentNode: { data: string } };
  createRange(): {
    setStart(node: unknown, at: number): void;
    setEnd(node: unknown, at: number): void;
    getBoundingClientRect(): { readonly left: number };
  };
}

/** The place of each part of the text of `element` on the screen, from the left. Runs in the page. */
function lefts(element: unknown, parts: readonly string[]): number[] {
  const { document } = globalThis as unknown as { readonly document: Dom };
  return parts.map((part) => {
    const texts = document.createTreeWalker(element, 4);
    while (texts.nextNode() !== null) {
      const start = texts.currentNode.data.indexOf(part);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(texts.currentNode, start);
      range.setEnd(texts.currentNode, start + part.length);
      return range.getBoundingClientRect().left;
    }
    return Number.NaN;
  });
}

/** Checks that the element shows the parts of its text from left to right. */
async function showsInOrder(element: Locator, ...parts: readonly string[]): Promise<void> {
  await element.waitFor();
  const found = await element.evaluate(lefts, parts);
  assert.ok(!found.includes(Number.NaN), `${parts.join(' | ')} are in ${await element.innerText()}`);
  const sorted = found.toSorted((one, other) => one - other);
  assert.deepEqual(found, sorted, `${parts.join(' | ')} stand at ${found.join(' | ')}`);
}

describe('names', () => {
  it('do not reorder what stands around them from right to left, and fit if they are long', async function () {
    this.timeout(150_000);
    const service = await startService();
    try {
      for (const name of [branch, long])
        await service.act({ do: 'push', repository: website, branch: name, files: { 'one.txt': 'text\n' }, as: 'bob' });
      const issue = { owner: 'alice', repo: 'website', title, body: title };
      await service.act({ do: 'call', operation: 'issues.create', params: issue, as: 'alice' });
      const settings = { ...localHost(service), 'git.enabled': false };
      const desk = await sitDown({ settings, env: signedInAs(service) });
      const window = await desk.open(`sourcehost://local/${website}`);
      const { page } = window;
      const file = (name: string): Locator =>
        page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true });
      const status = window.statusBar(/alice\/website/);
      const to = async (name: string): Promise<void> => {
        await status.click();
        await window.asked('Branch, tag or full commit SHA');
        await window.answer(name);
        await window.statusBar(name.slice(0, 30)).waitFor();
      };
      await file('README.md').waitFor({ timeout: 30_000 });
      for (const name of [branch, long]) {
        await to(name);
        await file('one.txt').dblclick();
        await window.editor.getByText('text').waitFor();
        await page.locator('.editor-instance .view-lines').first().click();
        await page.keyboard.type('typed ');
        await page.keyboard.press('Control+s');
        await page.locator('.tab.dirty').waitFor({ state: 'detached' });
      }
      const bar = await page.locator('.statusbar').boundingBox();
      const item = await status.boundingBox();
      assert.ok(item !== null && bar !== null && item.width < bar.width / 2, 'the status bar has room for other items');
      await window.screenshot('names-long');
      await to(branch);
      await showsInOrder(status, website, branch);

      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /Source Control/ })
        .click();
      const changes = page.locator('.scm-view .monaco-list-row');
      await changes.filter({ hasText: 'one.txt' }).waitFor();
      await to('main');
      await showsInOrder(changes.filter({ hasText: branch }), branch, '1 draft');
      await window.screenshot('names-source-control');

      await window.openSidebar();
      const drafts = window.tree('Drafts').view.locator('.monaco-list-row');
      await showsInOrder(drafts.filter({ hasText: branch }), website, branch, '1 draft', '· alice');
      const issues = window.tree('Issues').view.locator('.monaco-list-row');
      await showsInOrder(issues.filter({ hasText: 'تقرير' }), '#61', '#3', 'تقرير');
      await window.screenshot('names-sidebar');
      await issues.filter({ hasText: 'تقرير' }).click();
      await showsInOrder(window.webview.locator('h1'), 'تقرير', '#61');
      await window.screenshot('names-page');
      assert.deepEqual(service.violations, []);
    } finally {
      await service.close();
    }
  });
});
