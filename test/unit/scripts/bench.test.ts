import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { rowsAboveLimit, table } from '../../bench/kit/page.ts';

const rows = [
  ['fast', '1.30 (≤ 1.3)', '3'],
  ['slow', '1.34 (≤ 1.3)', '3'],
  ['below zero', '-4.7 (≤ 5)', '0 (≤ 0)'],
  ['asks too much', '1 (≤ 5)', '1 (≤ 0)'],
  ['not measured', 'NaN (≤ 5)', ''],
];
const figures = table(['', 'ms', 'requests'], rows);

describe('the figures of npm run bench', () => {
  it('are above their limit where the page would say so', () => {
    assert.deepEqual(
      rowsAboveLimit(figures).map((row) => row.split(' | ')[0]),
      ['| slow', '| asks too much', '| not measured'],
    );
  });

  it('are nowhere above their limit in the page', async () => {
    const page = await readFile(join(root, 'docs', 'performance.md'), 'utf8');
    assert.ok(page.includes('(≤ '));
    assert.deepEqual(rowsAboveLimit(page), []);
  });

  it('fail the run if one of them is above its limit', () => {
    const page = JSON.stringify(join(root, 'test', 'bench', 'kit', 'page.ts'));
    const judged = (markdown: string): ReturnType<typeof spawnSync> => {
      const script = `import { judge } from ${page}; judge(${JSON.stringify(markdown)});`;
      return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' });
    };
    const { status, stderr } = judged(figures);
    assert.equal(status, 1, String(stderr));
    assert.match(String(stderr), /^Above its limit: \| slow \| 1\.34 \(≤ 1\.3\)/);
    assert.equal(judged(table(['', 'ms', 'requests'], rows.slice(0, 1))).status, 0);
  });
});
