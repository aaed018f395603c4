import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { writeGuide } from '../../../scripts/start/guide.ts';

describe('the guide of npm start', () => {
  it('has its texts in both languages, and links to commands that exist', async () => {
    const folder = await writeGuide();
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    const [own, program, ...texts] = await Promise.all(
      ['package.json', 'extension.js', 'package.nls.json', 'package.nls.zh-cn.json'].map(read),
    );
    const used = new Set([...(own ?? '').matchAll(/%([\w.]+)%/g)].map(([, key]) => key));
    const commands = new Set([
      ...manifest.contributes.commands.map(({ command }) => command),
      ...[...(program ?? '').matchAll(/\{ (signIn.*) \}/g)].flatMap(([, names = '']) =>
        names.split(', ').map((name) => `sourcehost-guide.${name}`),
      ),
      'workbench.action.openWalkthrough',
    ]);
    for (const text of texts) {
      assert.deepEqual(new Set(Object.keys(JSON.parse(text) as object)), used);
      const linked = [...text.matchAll(/\(command:([\w.-]+)/g)].map(([, command = '']) => command);
      assert.equal(linked.length, 10);
      assert.deepEqual(
        linked.filter((command) => !commands.has(command)),
        [],
      );
    }
  });
});
