// Runs unit tests again whenever a file that they read is saved: npm run watch:test -- PART-OF-A-FILE-NAME …
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { root } from './kit/paths.ts';

const parts = process.argv.slice(2);
const files = globSync('test/unit/**/*.test.ts', { cwd: root }).filter((file) =>
  parts.some((part) => file.includes(part)),
);
if (files.length === 0) {
  console.error('npm run watch:test -- PART-OF-A-FILE-NAME …: no file of test/unit has it in its path');
  process.exit(1);
}
const mocha = ['node_modules/mocha/bin/mocha.js', '--reporter', 'dot', ...files];
spawn(process.execPath, ['--watch', '--watch-preserve-output', ...mocha], { cwd: root, stdio: 'inherit' }).on(
  'exit',
  (code) => process.exit(code ?? 1),
);
