import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { budget, within } from '../budgets.ts';
import { until } from '../kit/until.ts';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { accounts, signedIn, signIn, signInWithToken, sitDownAt } from './kit/account.ts';
import type { Window } from './kit/window.ts';

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
    assert.deepEqual(await accounts(again), ['alice (Local)', 'bob (Local)']);
  });

  it('stay valid in two windows although the refresh token rotates', async () => {
    const desk = await sitDownAt(service);
    const first = await desk.open();
    service.set({ operation: 'oauth.token', habits: { rotation: true } });
    await signIn(desk, first, service);
    await signedIn(first, 'alice');
    const second = await desk.open();
    for (const window of [first, second]) {
      await window.page.bringToFront();
      await window.openSidebar();
      await window.tree('Repositories').rows();
    }
    for (const [value, token] of service.state.tokens) {
      if (token.kind === 'oauth') service.state.tokens.set(value, { ...token, expires: 0 });
    }
    service.clear();
    const look = async (window: Window): Promise<void> => {
      await window.page.bringToFront();
      await window.tree('Repositories').action('Refresh Repositories');
    };
    await look(first);
    await look(second);
    const renewals = (): number[] =>
      service.requests.filter(({ operation }) => operation === 'oauth.token').map(({ status }) => status);
    await until(() => renewals().length > 0 && service.requests.filter(({ status }) => status === 401).length > 1);
    await second.reload();
    for (const window of [first, second]) {
      await window.page.bringToFront();
      await window.openSidebar();
      await window.tree('Repositories').rows();
      assert.deepEqual(await accounts(window), ['alice (Local)']);
      await look(window);
      await window.tree('Repositories').rows();
    }
    const answers = service.requests.filter(({ operation }) => !operation.startsWith('oauth'));
    assert.equal(answers.at(-1)?.status, 200);
    assert.deepEqual(renewals(), [200], 'renewed once, by whoever came first');
  });
});

async function filesOf(folder: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.map(async (name) => ({ name, text: await readFile(name, 'latin1') })));
}
