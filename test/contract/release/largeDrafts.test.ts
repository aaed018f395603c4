import assert from 'node:assert/strict';
import { commitNow } from '../../kit/commitNow.ts';
import { memoryStorage } from '../../kit/memoryStorage.ts';
import { suiteService } from '../kit/suiteService.ts';
import { editingWindow, progress, request, written, type EditingWindow } from '../kit/editing.ts';

describe('CheckoutRegistry', () => {
  const service = suiteService();
  let window: EditingWindow;
  before(() => (window = editingWindow(service, { storage: memoryStorage() })));
  after(() => window.checkouts.dispose());

  it('stores and commits a file of 20 MB', async function () {
    this.timeout(60_000);
    const edited = await window.at();
    const part = crypto.getRandomValues(new Uint8Array(16_384));
    const whole = new Uint8Array(20 * 1024 * 1024).map((_, index) => part[index % part.length] ?? 0);
    await edited.workingTree.write('large.bin', whole, written);
    assert.ok(Buffer.from(await edited.workingTree.read('large.bin')).equals(Buffer.from(whole)));
    const sha = edited.drafts.effective('large.bin')?.sha;
    await commitNow(edited.committer, request, progress);
    assert.equal(await (await service.repository('alice/website')).git(['rev-parse', 'main:large.bin']), sha);
  });
});
