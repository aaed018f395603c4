import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { localHost } from '../../kit/localHost.ts';
import { until } from '../../kit/until.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { isComplete, look } from '../kit/page.ts';
import { signedInAs } from '../kit/signIn.ts';
import type { Window } from '../kit/window.ts';

const at = { owner: 'alice', repo: 'website', number: '41' };
const pipeline = (number: number, state: string): string =>
  `<div style="margin: 2px">流水线 <a href="https://ci.example/${number}">PR-pipeline#${number}</a>  [ commitID：121cc507 ] ${state}</div>\n<table><tr><th>阶段</th><th>状态</th></tr><tr><td>编译构建</td><td>&#9989;</td></tr></table>`;

async function fill(service: Service): Promise<void> {
  const say = async (body: string, as = 'bob', more: object = {}): Promise<unknown> =>
    await service.act({ do: 'call', operation: 'pullRequestComments.create', params: { ...at, body, ...more }, as });
  await say('Look at #2 and !42, @carol: it was fine in 1a2b3c4d5e.\n\n- [ ] one\n- [x] two', 'alice');
  for (const number of [1, 1, 1, 2]) await say(pipeline(number, '已完成'));
  await say('Is this line needed?', 'bob', { path: 'src/login.ts', position: 2 });
  const params = { ...at, number: '2', title: 'Contrast of links is too low', body: 'Like !41.' };
  await service.act({ do: 'call', operation: 'issues.edit', params, as: 'alice' });
}

const texts = async (shown: Locator): Promise<string[]> =>
  await Promise.all((await shown.all()).map((one) => one.inputValue()));

/** Opens the page of the pull request from a link on the page of an issue. */
async function open(window: Window): Promise<void> {
  await window.run('Sourcehost: Show Issue…');
  await window.pick('alice/website');
  await window.pick('#2 Contrast of links is too low');
  await window.webview.getByRole('link', { name: '!41' }).click();
  await window.webview.getByText('Is this line needed?').waitFor();
  await isComplete(window);
}

describe('a conversation', () => {
  it('is read at any width, written, kept over a crash, and sent once', async function () {
    this.timeout(400_000);
    const service = await startService();
    await fill(service);
    const settings = { 'workbench.activityBar.location': 'hidden', 'workbench.sideBar.location': 'right' };
    const desk = await sitDown({ settings: { ...localHost(service), ...settings }, env: signedInAs(service) });
    const window = await desk.open();
    await open(window);
    const { webview, page } = window;
    const line = webview.locator('article', { hasText: 'Is this line needed?' });
    await line.locator('.excerpt').waitFor();
    await webview.locator('summary', { hasText: '3 times' }).waitFor();
    await look(window, 'conversation', [200, 800, 2000]);

    const box = webview.locator('.box textarea');
    await box.click();
    await page.keyboard.type('Thanks @bo');
    await webview.getByRole('option', { name: /@bob/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('and **more**');
    await line.getByRole('button', { name: 'Reply', exact: true }).click();
    await line.locator('textarea:focus').waitFor();
    await page.keyboard.type('It is');
    await look(window, 'conversation-writing', [200]);
    await window.remembered();
    // A text is stored 300 ms after the last key.
    await page.waitForTimeout(1_000);
    await desk.killExtensionHosts();
    await window.reload();
    await until(async () => (await texts(webview.locator('textarea'))).length === 2);
    assert.deepEqual(await texts(webview.locator('textarea')), ['It is', 'Thanks @bob and **more**']);

    await box.click();
    await page.keyboard.press('Control+Enter');
    await webview.locator('.entries strong', { hasText: 'more' }).waitFor();
    assert.equal(service.requests.filter(({ operation }) => operation === 'pullRequestComments.create').length, 1);
    assert.deepEqual(await texts(webview.locator('textarea')), ['It is', '']);

    await webview.getByRole('button', { name: 'Unresolved', exact: true }).click();
    await webview.getByText('Look at #2').waitFor({ state: 'hidden' });
    await line.getByRole('button', { name: 'Open at Its Line' }).click();
    await window.tab('login.ts').waitFor();
    await service.close();
  });
});
