import assert from 'node:assert/strict';
import { localHost } from '../kit/localHost.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { signIn } from './kit/signIn.ts';

describe('the packaged extension', () => {
  it('is installed and runs its commands', async () => {
    const desk = await sitDown();
    const window = await desk.open();
    await window.run('Sourcehost: Show Log');
    assert.ok(await window.shows(window.page.locator('.panel select:has(option:checked:text-is("Sourcehost"))')));
  });

  it('is still signed in after the editor was ended hard and started again', async () => {
    const service = await startService();
    try {
      const desk = await sitDown({ settings: localHost(service) });
      await signIn(await desk.open(), service);
      await desk.restart();
      const window = await desk.open();
      await window.openSidebar();
      await window.tree('Repositories').row('alice').waitFor();
    } finally {
      await service.close();
    }
  });
});
