import type { Page } from 'playwright-core';
import { inTime } from './inTime.ts';

/** Chooses from the menu that is open. In its first moments a menu takes no click, so that the one that opened it does not choose. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  const entry = page.locator('.monaco-menu').getByRole('menuitem', { name: item, exact: true });
  const until = Date.now() + 15_000;
  await entry.click();
  // It may have gone just before it is clicked again.
  while (!(await inTime(entry.waitFor({ state: 'hidden', timeout: 500 }))) && Date.now() < until)
    await inTime(entry.click({ timeout: 1_000 }));
}
