// Tests every property with new random values: npm run fuzz [-- MINUTES [part of a file name …]]
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './kit/paths.ts';

const [minutes = '10', ...parts] = process.argv.slice(2);
const files = globSync('test/{unit,contract}/**/*.test.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
  .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  .sort();
if (!(Number(minutes) > 0) || files.length === 0) {
  console.error('npm run fuzz [-- MINUTES [part of a file name …]]');
  process.exit(1);
}
const end = Date.now() + Number(minutes) * 60_000;
console.log(`The properties of ${files.length} files for ${minutes} minutes`);
const mocha = [join('node_modules', 'mocha', 'bin', 'mocha.js'), '--require', './test/kit/fuzz.ts', '--no-color'];

// Runs in rounds with new values, so that no test exceeds its timeout.
for (let factor = 1, round = 1; ; round += 1) {
  const started = Date.now();
  const env = { ...process.env, PROPERTY_FACTOR: String(factor) };
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...mocha, '--timeout', '600000', ...files], options);
  const took = Date.now() - started;
  if (status !== 0) {
    console.error(`Round ${round} failed; its seeds are below\n${stdout}${stderr}`);
    process.exit(1);
  }
  console.log(`Round ${round}: each property ${factor} times as often as usual, in ${Math.round(took / 1000)} s`);
  if (took < 20_000) factor *= 4;
  if (Date.now() + took / 2 > end) break;
}
