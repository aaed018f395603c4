import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signIn } from '../kit/signIn.ts';

describe('the inbox', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('shows what concerns the user, by keyboard, and keeps each decision after a restart', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service) });
    const window = await desk.open();
    await signIn(window, service);
    await window.page.setViewportSize({ width: 1280, height: 1400 });
    await window.openSidebar();
    const { keyboard } = window.page;
    const tree = window.tree('Inbox');
    const badge = window.page.locator('.activitybar .badge-content').filter({ hasText: /\d/ }).first();
    const counts = (count: number): Promise<void> => badge.getByText(String(count), { exact: true }).waitFor();

    // The view is collapsed, and sends nothing until it is opened.
    await tree.view.locator('.pane-header').waitFor();
    assert.ok(!service.requests.some(({ operation }) => operation.startsWith('inbox.')));
    await window.tree('Repositories').view.locator('.pane-header').click();
    await tree.view.locator('.pane-header').click();
    for (const row of ['To review', '!42 Search in titles too', 'Mine', 'Assigned', 'Mentioned'])
      await tree.row(row).waitFor();
    const rows = tree.view.locator('.monaco-list-row').filter({ hasText: /#\d+ .*alice\/website/ });
    await rows.nth(2).waitFor();
    const labelOf = async (index: number): Promise<string> => await rows.nth(index).locator('.label-name').innerText();
    const [first, second, third] = [await labelOf(0), await labelOf(1), await labelOf(2)];

    // Unread: a dot. The badge counts what waits.
    await tree.row(second).click({ modifiers: ['Control'] });
    await keyboard.press('Control+U');
    await tree.row(second).locator('.codicon-circle-filled').waitFor();
    await window.screenshot('inbox');
    const waiting = Number(await badge.innerText());

    // Opening marks it as read; Delete hides it; Shift+Delete hides it until a day.
    await tree.row(second).click();
    await window.tab(second.split(' ')[0] ?? '').waitFor();
    await tree.row(second).locator('.codicon-issues').waitFor();
    const focused = (label: string): Promise<void> =>
      tree.view.locator('.monaco-list-row.focused').filter({ hasText: label }).waitFor();
    // The row was selected by opening it: this gives it the focus, and the keys select it again.
    await tree.row(second).click({ modifiers: ['Control'] });
    await keyboard.press('Control+Shift+Enter');
    await keyboard.press('Delete');
    await tree.row(second).waitFor({ state: 'detached' });
    await counts(waiting - 1);
    // The next row has the focus, so the next key applies to it.
    await focused(third);
    await keyboard.press('Shift+Delete');
    await window.pick('Tomorrow');
    await tree.row(third).waitFor({ state: 'detached' });
    await counts(waiting - 2);
    await focused('!43');
    await tree.row(first).waitFor();

    // The next window shows the same without a request, and any issue can be brought back.
    await desk.restart();
    const next = await desk.open();
    await next.openSidebar();
    const again = next.tree('Inbox');
    await again.row(first).waitFor();
    for (const label of [second, third]) assert.equal(await again.row(label).count(), 0, label);
    await next.run('Sourcehost: Mark Inbox Entry as Unread…');
    await next.pick(second);
    await again.row(second).locator('.codicon-circle-filled').waitFor();
    assert.deepEqual(service.violations, []);
  });
});
