import { type FrameLocator, type Locator, type Page } from 'playwright-core';
import { join } from 'node:path';
import { until } from '../../kit/until.ts';
import { inTime } from './inTime.ts';
import { layoutWritten } from './layout.ts';
import { chooseFromMenu } from './menu.ts';
import { themeOfRun, themes, type Theme } from './theme.ts';
import { Tree } from './tree.ts';

/** A window of the editor, as a user sees it. Every method waits for the elements that it needs; no method sleeps. */
export class Window {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(30_000);
  }

  /** Waits until the workbench and the contributions of extensions are loaded. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
    const contributed = `performance.getEntriesByName('code/didHandleExtensionPoints').length > 0`;
    await this.page.waitForFunction(contributed, undefined, { timeout: 60_000 });
  }

  /** Waits until the current tabs are stored for the next start; otherwise older tabs are restored. */
  async remembered(): Promise<void> {
    await layoutWritten(this.page);
  }

  /** Shows the restored tabs. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.ready();
  }

  /** Runs a command from the command palette by its whole title, such as `Sourcehost: Sign In`. */
  async run(title: string): Promise<void> {
    const row = this.#choice(title);
    await this.page.bringToFront();
    const until = Date.now() + 15_000;
    // A window that is still starting misses keys, its list is not complete, and its palette closes when the focus moves.
    do {
      await this.page.keyboard.press('F1');
      if (await this.shows(this.quickInput, 1000)) {
        await this.quickInput.fill(`>${title}`, { timeout: 1000 }).catch(() => undefined);
        if (await this.shows(row, 1000)) break;
      }
      await this.page.keyboard.press('Escape');
    } while (Date.now() < until);
    await this.#clickAway(row);
  }

  /** The input at the top: the palette, a list, a question. */
  get quickInput(): Locator {
    return this.page
      .locator('.quick-input-widget:visible input[type="text"], .quick-input-widget:visible input[type="password"]')
      .first();
  }

  /** Waits for the question with this placeholder. */
  async asked(placeholder: string): Promise<void> {
    await this.page.locator('.quick-input-widget:visible').getByPlaceholder(placeholder).waitFor();
  }

  /** Enters a text for the question at the top of the window. */
  async answer(text: string): Promise<void> {
    await this.quickInput.fill(text);
    await this.page.keyboard.press('Enter');
    // The next question uses the same input; a question that rejects the text stays open.
    const taken = `[...document.querySelectorAll('.quick-input-widget input')]
      .every((input) => input.offsetParent === null || input.value !== ${JSON.stringify(text)})`;
    await inTime(this.page.waitForFunction(taken, undefined, { timeout: 3000 }));
  }

  /** Chooses from the list at the top of the window by the entry's label. */
  async pick(label: string): Promise<void> {
    const row = this.#choice(label);
    // Only visible rows are in the DOM; typing makes the others visible.
    if (!(await this.shows(row, 1000))) await this.quickInput.fill(label);
    await this.#clickAway(row);
  }

  /** The labels in the list at the top of the window. */
  async choices(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row .label-name');
    await rows.first().waitFor();
    return await rows.allInnerTexts();
  }

  /** Clicks a row that disappears afterwards. */
  async #clickAway(row: Locator): Promise<void> {
    await row.click();
    await inTime(row.waitFor({ state: 'hidden', timeout: 3000 }));
  }

  #choice(label: string): Locator {
    return this.page
      .locator('.quick-input-list .monaco-list-row .label-name')
      .getByText(label, { exact: true })
      .first();
  }

  /** Shows the extension's container in the sidebar. */
  async openSidebar(): Promise<void> {
    const tab = this.page.locator('.activitybar').getByRole('tab', { name: /^Sourcehost/ });
    if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  }

  /** Drags the border of the sidebar until it is `width` pixels wide. */
  async resizeSidebar(width: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) throw new Error('the sidebar is closed');
    const { mouse } = this.page;
    const middle = box.y + box.height / 2;
    await mouse.move(box.x + box.width, middle);
    await mouse.down();
    await mouse.move(box.x + width, middle, { steps: 5 });
    await mouse.up();
  }

  /** A view of the sidebar by its title, such as `Repositories`. */
  tree(title: string): Tree {
    return new Tree(this.page, title);
  }

  /** Opens a file of the workspace by its name, or the end of its path. */
  async openFile(path: string): Promise<void> {
    const name = path.split('/').at(-1) ?? path;
    await this.page.keyboard.press('Control+P');
    await this.quickInput.fill(path);
    await this.#choice(name).click();
    await this.tab(name).waitFor();
  }

  /** The tab of an open editor; its accessible name begins with the name of the file. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container').getByRole('tab', { name }).first();
  }

  /** The tab of an editor with unsaved changes. */
  dirtyTab(name: string): Locator {
    return this.page.locator('.tabs-container .tab.dirty').filter({ hasText: name });
  }

  /** The active text editor. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor').first();
  }

  async clipboard(): Promise<string> {
    return await this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** The whole text of the active editor, through the clipboard, with the line endings of the file. */
  async editorText(): Promise<string> {
    await this.editor.locator('.view-lines').click();
    await this.page.evaluate(`navigator.clipboard.writeText('\\0')`);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.press('Control+C');
    let text = '\0';
    await until(async () => (text = await this.clipboard()) !== '\0');
    await this.page.keyboard.press('Control+Home');
    return text;
  }

  /** A notification that contains this text. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notification-list-item').filter({ hasText: text });
  }

  /** Presses a button of the modal dialog. */
  async dialog(button: string): Promise<void> {
    await this.page.locator('.monaco-dialog-box').getByRole('button', { name: button, exact: true }).click();
  }

  /** An item of the status bar that contains this text. */
  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.statusbar-item').filter({ hasText: text });
  }

  /** The document of the active web view. */
  get webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  }

  /** Chooses from the context menu that is open. */
  async menu(item: string): Promise<void> {
    await chooseFromMenu(this.page, item);
  }

  async theme(theme: Theme): Promise<void> {
    const [label, id] = themes[theme];
    const workbench = this.page.locator(`.monaco-workbench[class*="${id}"]`);
    if (await workbench.isVisible()) return;
    await this.run('Preferences: Color Theme');
    await this.pick(label);
    await workbench.waitFor();
  }

  /** Takes the picture out/screenshots/NAME-THEME.png, or several; the theme of the run is restored. */
  async screenshot(name: string, wanted: readonly Theme[] = [themeOfRun]): Promise<void> {
    for (const theme of wanted) {
      await this.theme(theme);
      await this.page.screenshot({ path: join('out', 'screenshots', `${name}-${theme}.png`), animations: 'disabled' });
    }
    await this.theme(themeOfRun);
  }

  /** Whether the element appears within `timeout` ms. */
  async shows(locator: Locator, timeout = 5000): Promise<boolean> {
    return await inTime(locator.first().waitFor({ timeout }));
  }
}
