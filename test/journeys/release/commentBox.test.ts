import type { Locator } from 'playwright-core';
import { startService } from '../../service/service.ts';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const issue = 'sourcehost-record://local/alice/website/issues/2.md';
const box = ({ page }: Window): Locator => page.locator('.review-widget').first();
const panel = ({ page }: Window): Locator => page.locator('.part.panel');

/** Clicks the last lens with this title, at the end of the comments. */
async function press(window: Window, title: string | RegExp): Promise<void> {
  await window.run('View: Focus Active Editor Group');
  const lens = window.editor.locator('.codelens-decoration').getByText(title, { exact: true }).last();
  const input = box(window).locator('.monaco-editor.focused').first();
  // An answer that arrives moves the end of the document, and the editor draws its lenses again, which loses a click.
  await until(async () => {
    await window.page.keyboard.press('Control+End');
    const clicked = await lens.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    return clicked && (await window.shows(input, 5_000));
  });
}

describe('the comment box in an issue', () => {
  it('keeps what was typed over a reload, without a panel that opens by itself, and sends it once', async function () {
    this.timeout(120_000);
    const service = await startService();
    const desk = await sitDown({
      settings: { ...localHost(service), 'editor.minimap.enabled': false },
      env: signedInAs(service),
    });
    const window = await desk.open(undefined, issue);
    await press(window, 'Comment');
    await window.page.keyboard.type('A **typed** comment');
    await window.editor.getByText('Continue Comment: A **typed** comment').last().waitFor();
    await window.screenshot('comment-box', ['light', 'dark']);
    await window.remembered();
    await window.reload();
    await press(window, 'Continue Comment: A **typed** comment');
    await box(window).getByText('typed').first().waitFor();
    await window.page.keyboard.type(' and more');
    await window.screenshot('comment-draft', ['light', 'dark']);
    if (await panel(window).isVisible()) throw new Error('the panel opened');
    await box(window)
      .locator('.monaco-text-button', { hasText: /^Comment$/ })
      .click();
    await until(() => service.requests.filter(({ operation }) => operation === 'issueComments.create').length === 1);
    await window.editor.getByText('and more').first().waitFor();
    await service.close();
  });
});
