import type { Page } from 'playwright-core';
import { inTime } from './inTime.ts';

/** Chooses an item of the open menu. A menu ignores clicks right after it opens, so the click is repeated. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  const entry = page.locator('.monaco-menu').getByRole('menuitem', { name: item, exact: true });
  const until = Date.now() + 15_000;
  await entry.click();
  // The menu may have closed just before it is clicked again.
  while (!(await inTime(entry.waitFor({ state: 'hidden', timeout: 500 }))) && Date.now() < until)
    await inTime(entry.click({ timeout: 1_000 }));
}
