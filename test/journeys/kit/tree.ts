import type { Locator, Page } from 'playwright-core';
import { chooseFromMenu } from './menu.ts';

/** A tree view of the sidebar. */
export class Tree {
  readonly #page: Page;
  /** The view with its title. */
  readonly view: Locator;

  constructor(page: Page, title: string) {
    this.#page = page;
    this.view = page.locator('.pane').filter({ has: page.locator('.pane-header').getByText(title, { exact: true }) });
  }

  /** Expands the view, or collapses it. */
  async show(expanded = true): Promise<void> {
    const header = this.view.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== String(expanded)) await header.click();
  }

  /** The row with exactly this label. */
  row(label: string): Locator {
    const name = this.#page.locator('.label-name').getByText(label, { exact: true });
    return this.view.locator('.monaco-list-row').filter({ has: name }).first();
  }

  /** The labels and descriptions of the visible rows, separated by one space. */
  async rows(): Promise<string[]> {
    await this.view.locator('.monaco-list-row').first().waitFor();
    const rows = await this.view.locator('.monaco-list-row .monaco-icon-label').all();
    return await Promise.all(
      rows.map(async (row) => {
        const parts = await row.locator('.label-name, .label-description').allInnerTexts();
        return parts
          .map((part) => part.trim())
          .filter((part) => part !== '')
          .join(' ');
      }),
    );
  }

  /** Waits for the row with this label, and clicks it. */
  async click(label: string): Promise<void> {
    await this.row(label).click();
  }

  /** Expands the rows with these labels, each inside the previous one. */
  async expand(...labels: readonly string[]): Promise<void> {
    for (const label of labels) {
      const row = this.row(label);
      await row.waitFor();
      if ((await row.getAttribute('aria-expanded')) !== 'true') await row.locator('.monaco-tl-twistie').click();
    }
  }

  /** Chooses from the context menu of a row. */
  async menu(label: string, item: string): Promise<void> {
    await this.row(label).click({ button: 'right' });
    await chooseFromMenu(this.#page, item);
  }

  /** Presses a button in the title of the view by its tooltip. */
  async action(title: string): Promise<void> {
    await this.view.locator('.pane-header').hover();
    await this.view.locator('.pane-header').getByRole('button', { name: title }).click();
  }

  /** The message of the view while it has no rows. */
  get welcome(): Locator {
    return this.view.locator('.welcome-view-content');
  }
}
