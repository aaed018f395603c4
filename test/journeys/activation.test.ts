import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';
import { stat } from 'node:fs/promises';
import { budget, within } from '../budgets.ts';
import { root } from '../../scripts/kit/paths.ts';
import { vsix } from '../../scripts/kit/vsix.ts';
import { localHost } from '../kit/localHost.ts';
import { startService } from '../service/service.ts';
import { sitDown } from './kit/desk.ts';
import { signIn } from './kit/signIn.ts';

describe('the packaged extension', () => {
  it('holds what it needs and nothing else, and is small', async () => {
    const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
    const rest = files.filter(
      (name) =>
        !/^dist\/(extension|chunk-[\w-]+)\.cjs$/.test(name) &&
        !/^media\/(pages|walkthrough)\/\w[\w-]*\.\w+$/.test(name),
    );
    assert.deepEqual(rest.sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/ThirdPartyNotices.txt',
      'l10n/bundle.l10n.zh-cn.json',
      'media/icon.png',
      'media/sourcehost.svg',
      'package.json',
      'package.nls.json',
      'package.nls.zh-cn.json',
    ]);
    within(budget.sizes.vsix, (await stat(vsix)).size, 'bytes');
  });

  it('is installed, runs its commands, and is still signed in after the editor was ended hard', async () => {
    const service = await startService();
    try {
      const desk = await sitDown({ settings: localHost(service) });
      const before = await desk.open();
      await signIn(before, service);
      await before.run('Sourcehost: Show Log');
      assert.ok(await before.shows(before.page.locator('.panel select:has(option:checked:text-is("Sourcehost"))')));
      await desk.restart();
      const after = await desk.open();
      await after.openSidebar();
      await after.tree('Repositories').row('alice').waitFor();
    } finally {
      await service.close();
    }
  });
});
