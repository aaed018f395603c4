import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Service } from '../service/handle.ts';
import { startService } from '../service/service.ts';
import { localHost } from '../kit/localHost.ts';
import { sitDown } from './kit/desk.ts';
import { signedInAs } from './kit/signIn.ts';
import type { Window } from './kit/window.ts';

const folder = 'sourcehost://local/alice/website';
const typed = 'Typed by hand. ';

describe('editing remote files', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => {
    await service.close();
  });

  const row = (window: Window, name: string): Locator =>
    window.page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: false }).first();

  /** Pastes a file of this computer into the Explorer, in the same way as the browser. */
  async function paste(window: Window, name: string, bytes: readonly number[]): Promise<void> {
    const script = `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], ${JSON.stringify(name)}));
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    })()`;
    await row(window, 'README.md').click();
    await window.page.evaluate(script);
    await window.dialog('Paste');
  }

  it('stores every text on this computer, survives the end of the window, and sends nothing', async function () {
    this.timeout(180_000);
    const desk = await sitDown({ settings: localHost(service), env: signedInAs(service) });
    const window = await desk.open(folder);
    const head = await (await service.repository('alice/website')).git(['rev-parse', 'main']);
    const bytes = Array.from({ length: 700 }, (_, index) => index % 256);

    await row(window, 'README.md').dblclick();
    await window.tab('README.md').waitFor();
    await window.editor.locator('.view-lines').click();
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type(typed);
    await window.dirtyTab('README.md').waitFor();
    await window.page.keyboard.press('Control+S');
    await window.dirtyTab('README.md').waitFor({ state: 'detached' });
    await desk.killExtensionHosts();
    await window.reload();
    await row(window, 'README.md').dblclick();
    await window.tab('README.md').waitFor();
    assert.ok((await window.editorText()).startsWith(typed), 'what was saved survives the extension host');

    await row(window, 'package.json').click();
    await window.page.keyboard.press('F2');
    await window.page.keyboard.press('Control+A');
    await window.page.keyboard.type('包 1.json');
    await window.page.keyboard.press('Enter');
    await row(window, '包 1.json').waitFor();
    await paste(window, 'drawn.bin', bytes);
    await row(window, 'drawn.bin').waitFor();
    await window.tab('drawn.bin').waitFor();
    await window.page.locator('.monaco-editor-pane-placeholder').waitFor();

    await desk.restart();
    const again = await desk.open();
    await again.openSidebar();
    const drafts = again.tree('Drafts');
    await drafts.expand('alice/website');
    await drafts.row('drawn.bin').waitFor();
    const rows = await drafts.rows();
    await again.screenshot('drafts');
    assert.deepEqual(rows, [
      'alice/website main · 4 drafts · alice',
      'README.md changed',
      'drawn.bin added',
      'package.json deleted',
      '包 1.json moved',
    ]);
    await drafts.menu('README.md', 'Discard Drafts…');
    await again.dialog('Discard');
    await drafts.row('README.md').waitFor({ state: 'detached' });
    await again.notification('Discarded the changes in README.md.').getByRole('button', { name: 'Undo' }).click();
    await drafts.row('README.md').waitFor();
    await drafts.click('README.md');
    await again.tab('README.md').waitFor();
    assert.ok((await again.editorText()).startsWith(typed));

    assert.equal(await (await service.repository('alice/website')).git(['rev-parse', 'main']), head);
    assert.deepEqual(
      service.requests.filter(({ method }) => method !== 'GET').map(({ operation }) => operation),
      [],
    );
    assert.deepEqual(service.violations, []);
  });
});
