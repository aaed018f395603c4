// Tries every property many times: npm run fuzz [-- TIMES [part of a file name …]]
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './kit/paths.ts';

const [times = '10000', ...parts] = process.argv.slice(2);
const files = globSync('test/{unit,contract}/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .sort();
console.log(`Each property ${times} times, in ${files.length} files`);
const mocha = [join('node_modules', 'mocha', 'bin', 'mocha.js'), '--require', './test/kit/fuzz.ts'];
const { status } = spawnSync(process.execPath, [...mocha, '--timeout', '1800000', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PROPERTY_RUNS: times },
});
process.exit(status ?? 1);
