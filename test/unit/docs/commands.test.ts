import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedCommands } from '../../../scripts/commandDocs/describedCommands.ts';
import { commandPage } from '../../../scripts/commandDocs/page.ts';
import { commandIds, readManifest } from '../../../scripts/contributions/manifest.ts';
import { toolPages, withToolList } from '../../../scripts/commandDocs/toolList.ts';
import { root } from '../../../scripts/kit/paths.ts';

describe('docs/commands.md', () => {
  it('equals the generated page', async () => {
    const page = readFileSync(join(root, 'docs', 'commands.md'), 'utf8');
    assert.equal(page, commandPage(await describedCommands()), 'run npm run docs:commands');
  });
});

for (const [page, texts] of toolPages)
  describe(page, () => {
    it('lists the tools of the table', async () => {
      assert.equal(
        readFileSync(join(root, page), 'utf8'),
        await withToolList(page, texts),
        'run npm run docs:commands',
      );
    });
  });

describe('the table of commands', () => {
  it('has no command that package.json lacks', async () => {
    const declared = commandIds((await readManifest()).contributes);
    const unknown = (await describedCommands()).map(({ id }) => id).filter((id) => !declared.includes(id));
    assert.deepEqual(unknown, []);
  });

  it('has every command of package.json, except those that only have another title in a menu', async () => {
    const ids = new Set((await describedCommands()).map(({ id }) => id));
    const declared = commandIds((await readManifest()).contributes);
    const lacking = declared.filter((id) => !ids.has(id.replace(/On(Row|Tag|File|Commit|View)$/, '')));
    assert.deepEqual(lacking, []);
  });
});
