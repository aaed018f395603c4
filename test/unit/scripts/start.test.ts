import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { run } from '../../../scripts/kit/processes.ts';

describe('npm start', () => {
  it('packages its helper extension without output', async () => {
    const guide = JSON.stringify(join(root, 'scripts', 'start', 'guide.ts'));
    const script = `import { packageGuide } from ${guide}; await packageGuide();`;
    assert.equal(await run(process.execPath, ['--input-type=module-typescript', '-e', script]), '');
  }).timeout(60_000);
});
