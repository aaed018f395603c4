// Runs a script of this repository on the Node that package.json names, after installing what it needs.
// Plain JavaScript, for the Node (20 or later) that the machine happens to have.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const [script, ...args] = process.argv.slice(2);
// `npm start` needs no package of the tests. A later command installs the rest.
const few = script === 'scripts/start.ts';
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const kinds = few ? [lock, `${lock} without dev`] : [lock];
const installed = existsSync(stamp) && existsSync(node) && kinds.includes(readFileSync(stamp, 'utf8'));
// A linked node_modules belongs to another checkout.
const linked = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
if (!installed && !linked) {
  console.log('Installing the packages of package-lock.json …');
  const omitted = few ? ['--omit=dev'] : [];
  const npm = spawnSync('npm', ['ci', ...omitted, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('npm ci failed; its output is above. Check that the npm registry can be reached, then try again.');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, kinds.at(-1) ?? lock);
}

const child = spawn(node, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`${node} does not run: ${error.message}. Remove node_modules and try again.`);
  process.exit(1);
});
// The child ends what it started, then this process follows.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
