import assert from 'node:assert/strict';
import { listFiles, PackageManager } from '@vscode/vsce';
import { stat } from 'node:fs/promises';
import { budget, within } from '../budgets.ts';
import { packageFolder, vsix } from '../../scripts/kit/vsix.ts';

describe('the packaged extension', () => {
  it('contains the required files and no others, and is small', async () => {
    const files = await listFiles({ cwd: packageFolder, packageManager: PackageManager.None });
    const rest = files.filter(
      (name) =>
        !/^dist\/(extension|(chunk|onDemand)-[\w-]+|webview\/(page|search))\.js$/.test(name) &&
        !/^media\/(pages|walkthrough)\/\w[\w-]*\.\w+$/.test(name),
    );
    assert.deepEqual(rest.sort(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/ThirdPartyNotices.txt',
      'dist/mcp.cjs',
      'l10n/bundle.l10n.zh-cn.json',
      'media/icon.png',
      'media/search.svg',
      'media/sourcehost.svg',
      'package.json',
      'package.nls.json',
      'package.nls.zh-cn.json',
      'skills/fix-remote-file/SKILL.md',
      'skills/make-release/SKILL.md',
      'skills/mend-run/SKILL.md',
      'skills/review-pull-request/SKILL.md',
      'skills/triage-issues/SKILL.md',
    ]);
    within(budget.sizes.vsix, (await stat(vsix)).size, 'bytes');
  });
});
