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
// The kinds of packages that a script does without. A later script adds the rest.
// `npm start` begins with Node, and packages the extension while it installs the editor.
const omitted = { 'scripts/start.ts': ['dev', 'optional'], 'scripts/package.ts': ['dev'] }[script] ?? [];
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const [had, ...lacking] = existsSync(stamp) && existsSync(node) ? readFileSync(stamp, 'utf8').split(' ') : [];
const installed = had === lock && lacking.every((kind) => omitted.includes(kind));
// A linked node_modules belongs to another checkout.
const linked = lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
if (!installed && !linked) {
  console.log('Installing the packages of package-lock.json …');
  // `npm ci` would remove the packages that a running script uses.
  const command = had === lock ? ['install', '--no-save'] : ['ci'];
  const options = [...omitted.map((kind) => `--omit=${kind}`), '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', [...command, ...options], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('npm failed; its output is above. Check that the npm registry can be reached, then try again.');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(stamp, [lock, ...omitted].join(' '));
}

const child = spawn(node, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`${node} does not run: ${error.message}. Remove node_modules and try again.`);
  process.exit(1);
});
// The child ends what it started, then this process follows.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
