import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Gives the page the function that makes a picture of `pixel`. */
const makePicture = `globalThis.picture = (name) =>
  new File([Uint8Array.from(atob('${pixel}'), (one) => one.charCodeAt(0))], name, { type: 'image/png' });`;

/** Pastes a picture where the focus is, and gives it a name. */
async function paste(window: Window, name: string): Promise<void> {
  await window.page.bringToFront();
  await window.page.evaluate(
    `${makePicture} navigator.clipboard.write([new ClipboardItem({ 'image/png': picture('image.png') })])`,
  );
  await window.page.keyboard.press('Control+V');
  await enter(window, 'image.png', name);
}

/** Answers the question for the name of a file. */
async function enter(window: Window, given: string, name: string): Promise<void> {
  await window.tab(given).waitFor();
  await until(async () => (await window.quickInput.inputValue()) === given);
  await window.page.locator('.quick-input-widget:visible').getByText('Everybody who can read alice/website').waitFor();
  await window.answer(name);
}

/** Drops a picture on an editor, with the key with which the editor takes it. */
async function drop({ page }: Window, on: Locator, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    `${makePicture} (() => { const all = new DataTransfer(); all.items.add(picture('${name}')); return all; })()`,
  );
  const box = (await on.boundingBox()) ?? assert.fail();
  const at = { clientX: box.x + 5, clientY: box.y + 5 };
  for (const kind of ['dragenter', 'dragover', 'drop'])
    await on.dispatchEvent(kind, { dataTransfer, ...at, shiftKey: true, bubbles: true, cancelable: true });
}

/** The text of an editor in one line, as soon as it has a link of this name. */
async function linked(editor: Locator, name: string): Promise<string> {
  let text = '';
  const read = async (): Promise<string> => (await editor.innerText()).replaceAll('\u00a0', ' ').replaceAll('\n', '');
  await until(async () => (text = await read()).includes(`${name})`));
  return text;
}

const uploads = ({ requests }: Service): number =>
  requests.filter(({ operation }) => operation === 'uploads.picture').length;

describe('a picture', () => {
  it('is pasted into a document, the box of a page, and the inputs of a thread', async function () {
    this.timeout(240_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    const { page, webview } = window;

    await window.run('Sourcehost: New Issue');
    await window.editor.getByText('private').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Look: ');
    await paste(window, 'first [1].png');
    const text = await linked(window.editor.locator('.view-lines'), 'first%20%5B1%5D.png');
    assert.match(text, /Look: !\[first \\\[1\\\]\.png\]\(http/);
    // The name is selected.
    await page.keyboard.type('The page');
    await window.editor.getByText('![The page](').waitFor();
    await window.screenshot('upload-document', ['light', 'dark']);
    for (let i = 0; i < 3 && !(await window.shows(window.notification('first [1].png stays'), 500)); i += 1)
      await page.keyboard.press('Control+Z');
    await window.notification('first [1].png stays on the host').waitFor();

    await window.run('Sourcehost: Show Issue…');
    await window.pick('alice/website').catch(() => undefined);
    await window.quickInput.fill('#12');
    await page.keyboard.press('Enter');
    const box = webview.locator('.box textarea');
    await box.click();
    await page.keyboard.type('Look: ');
    await paste(window, 'second.png');
    await until(async () => /^Look: !\[second\.png\]\(http.*second\.png\)$/.test(await box.inputValue()));
    await page.keyboard.type('The page');
    assert.match(await box.inputValue(), /^Look: !\[The page\]\(/);
    await window.screenshot('upload-page', ['light', 'dark']);

    await window.openSidebar();
    const tree = window.tree('Pull Requests');
    for (const title of ['Repositories', 'Issues']) await window.tree(title).show(false);
    await tree.show();
    await tree.expand('!41 Begin the login page');
    await tree.click('Files');
    await tree.click('login.ts');
    const side = page.locator('.monaco-diff-editor .editor.modified');
    const input = page.locator('.review-widget .comment-form .monaco-editor.focused').first();
    await until(async () => {
      await side.locator('.line-numbers').getByText('2', { exact: true }).hover();
      await side
        .locator('.comment-range-glyph.line-hover')
        .first()
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      return await window.shows(input, 3_000);
    });
    await page.keyboard.type('Look: ');
    await paste(window, 'third.png');
    const lines = page.locator('.review-widget .comment-form .view-lines').first();
    assert.match(await linked(lines, 'third.png'), /^Look: !\[third\.png\]\(http/);
    await drop(window, lines, 'dropped.png');
    await enter(window, 'dropped.png', 'fourth.png');
    assert.match(await linked(lines, 'fourth.png'), /!\[fourth\.png\]\(http\S*fourth\.png\)/);
    await window.screenshot('upload-thread', ['light', 'dark']);
    assert.equal(uploads(service), 4);
    assert.deepEqual(service.violations, []);
    await service.close();
  });
});
