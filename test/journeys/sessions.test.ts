import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budget, within } from '../budgets.ts';
import type { Service } from '../service/handle.ts';
import { until } from '../kit/until.ts';
import { startService } from '../service/service.ts';
import { accounts, signedIn, signIn, signInWithToken, sitDownAt } from './kit/account.ts';

describe('sessions', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  it('need no request at the start, survive a restart, and leave no token outside the secret storage', async () => {
    const desk = await sitDownAt(service);
    const window = await desk.open();
    const addresses: string[] = [];
    desk.context.on('request', (request) => addresses.push(request.url()));
    await window.openSidebar();
    await window.tree('Repositories').welcome.waitFor();
    assert.deepEqual(service.requests, []);
    await signIn(desk, window, service);
    await signedIn(window, 'alice');
    await signInWithToken(window, service.token('bob'));
    await signedIn(window, 'bob');
    await window.run('Sourcehost: Show Log');
    await window.page.locator('.panel select:has(option:checked:text-is("Sourcehost"))').first().waitFor();
    await window.tree('Repositories').rows();
    service.clear();
    await window.page.addInitScript(`new MutationObserver(() => {
      if (document.querySelector('.welcome-view-content')?.textContent.includes('Sign In')) globalThis.welcomed = true;
    }).observe(document, { childList: true, subtree: true, characterData: true })`);
    await window.reload();
    await window.openSidebar();
    await window.tree('Repositories').rows();
    assert.equal(await window.page.evaluate('globalThis.welcomed'), undefined, 'nobody who is signed in is asked to');
    within(
      budget.requests.start,
      service.requests.map(({ operation }) => operation),
    );
    await window.run('Sourcehost: Report a Problem');
    await window.tab('Sourcehost report').waitFor();
    const report = await window.editorText();
    assert.match(report, /## Host local/);
    await desk.quit();
    const issued = [...service.state.tokens.values()].flatMap(({ value, refresh }) => [value, refresh ?? value]);
    const files = await filesOf(desk.dataDir);
    assert.ok(files.length > 20, 'the folder of the editor has files');
    for (const secret of new Set([...issued, service.clientSecret])) {
      assert.ok(!report.includes(secret));
      assert.ok(!addresses.some((address) => address.includes(secret)));
      for (const { name, text } of files) assert.ok(!text.includes(secret), name);
    }
    await desk.start();
    const again = await desk.open();
    await again.openSidebar();
    await again.tree('Repositories').row('alice').waitFor();
    // The menu of the editor has the accounts a moment after the views.
    await until(async () => (await accounts(again)).length > 0);
    assert.deepEqual(await accounts(again), ['alice (Local)', 'bob (Local)']);
  });
});

async function filesOf(folder: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.map(async (name) => ({ name, text: await readFile(name, 'latin1') })));
}
