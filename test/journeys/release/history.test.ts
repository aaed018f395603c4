import assert from 'node:assert/strict';
import { localHost } from '../../kit/localHost.ts';
import type { Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';
import { sitDown } from '../kit/desk.ts';
import { signedInAs } from '../kit/signIn.ts';

describe('the view History', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  it('has the focus when it opens, and calls a repository empty only after it was read', async function () {
    this.timeout(120_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open('sourcehost://local/alice/website');
    const history = window.tree('History');
    const rows = history.view.locator('.monaco-list-row');
    await window.statusBar('alice/website').waitFor();
    await window.run('Sourcehost: Show History');
    await rows.nth(1).waitFor();
    await window.page.keyboard.press('ArrowDown');
    await history.view.locator('.monaco-list-row.focused').waitFor();
    assert.equal(await history.welcome.isVisible(), false);
    const empty = await desk.open('sourcehost://local/alice/empty');
    await empty.statusBar('alice/empty').waitFor();
    await empty.run('Sourcehost: Show History');
    await empty.tree('History').welcome.getByText('No commits found.').waitFor();
    assert.deepEqual(service.violations, []);
  });
});
