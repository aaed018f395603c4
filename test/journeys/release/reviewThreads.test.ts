import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const login = '!41 Begin the login page';
/** The input that the editor opens for `+`. */
const newInput = ({ page }: Window): Locator =>
  page.locator('.review-widget .comment-form .monaco-editor.focused').first();
/** The input of a comment that is being written in its thread. */
const input = ({ page }: Window): Locator =>
  page.locator('.review-widget .edit-textarea .monaco-editor.focused').first();
const thread = ({ page }: Window, text: string): Locator => page.locator('.review-widget').filter({ hasText: text });
const button = (shown: Locator, name: RegExp): Locator => shown.getByRole('button', { name }).first();

/** Opens the difference of a file of the pull request, in its row. */
async function openFile(window: Window, name: string): Promise<void> {
  const tree = window.tree('Pull Requests');
  await tree.expand(login);
  await tree.click('Files');
  await tree.click(name);
  await window.page.locator('.monaco-diff-editor .modified').first().waitFor();
}

/** Clicks the `+` beside a line (from 1) of the file that is shown. */
async function begin(window: Window, line: number): Promise<void> {
  const side = window.page.locator('.monaco-diff-editor .editor.modified');
  const number = side.locator('.line-numbers').getByText(String(line), { exact: true });
  // The editor draws its margin again when the comments arrive, which loses a click.
  await until(async () => {
    await number.hover();
    const box = await number.boundingBox();
    const plus = await side.locator('.comment-range-glyph').first().boundingBox();
    if (box !== null && plus !== null) await window.page.mouse.click(plus.x + plus.width / 2, box.y + box.height / 2);
    return await window.shows(newInput(window), 5_000);
  });
}

const bodies = async (service: Service): Promise<readonly string[]> => {
  const params = { owner: 'alice', repo: 'website', number: 41 };
  const listed = await service.act({ do: 'call', operation: 'pullRequestComments.list', params, as: 'alice' });
  type Listed = { readonly body: string; readonly reply?: readonly Listed[] };
  return (listed as readonly Listed[]).flatMap((one) => [one, ...(one.reply ?? [])]).map(({ body }) => body);
};

describe('the comments on the lines of a pull request', () => {
  it('are written beside their line and kept over a reload, replied to, and resolved', async function () {
    this.timeout(240_000);
    const service = await startService();
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    await window.openSidebar();
    for (const title of ['Repositories', 'Issues']) await window.tree(title).show(false);
    await window.tree('Pull Requests').show();
    await openFile(window, 'login.ts');

    await begin(window, 2);
    await window.page.keyboard.type('A **typed** comment');
    await window.screenshot('thread-input', ['light', 'dark', 'contrast']);
    await window.remembered();
    await window.reload();
    await openFile(window, 'login.ts');
    const draft = thread(window, 'A typed comment');
    await draft.waitFor();
    await window.screenshot('thread-draft', ['light', 'dark']);
    assert.ok(!(await bodies(service)).includes('A **typed** comment'));
    await button(draft, /^Comment/).click();
    await window.answer('2');
    await until(async () => (await bodies(service)).includes('A **typed** comment'));

    const written = thread(window, 'A typed comment');
    await button(written, /^Reply/).click();
    await input(window).waitFor();
    await window.page.keyboard.type('An answer');
    // The editor ignores Ctrl+Enter until it has enabled the button.
    await written
      .locator('.edit-container .monaco-text-button:not(.disabled)', { hasText: 'Comment' })
      .first()
      .waitFor();
    await window.page.keyboard.press('Control+Enter');
    await until(async () => (await bodies(service)).includes('An answer'));
    await thread(window, 'An answer').waitFor();
    assert.equal(await window.page.locator('.review-widget').getByText('unknown').count(), 0);
    await window.screenshot('thread-reply', ['light', 'dark']);
    await button(written, /^Resolve/).click();
    await until(() => service.requests.some(({ operation }) => operation === 'pullRequestComments.resolve'));
    await service.close();
  });
});
