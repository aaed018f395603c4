// Measures how fast Sourcehost is and writes it into docs/performance.md: npm run bench [-- files …]
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './kit/paths.ts';

const all = globSync('test/bench/*.ts', { cwd: root }).sort();
const wanted = process.argv.slice(2);
const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.includes(basename(file, '.ts')));
if (chosen.length === 0) {
  console.error(`There are: ${all.map((file) => basename(file, '.ts')).join(', ')}`);
  process.exitCode = 1;
}
for (const file of chosen) {
  console.log(`\n── ${basename(file, '.ts')} ──`);
  // Each benchmark runs in a separate process, so that it does not affect the next one.
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(root, file)], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
