import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';
import { budget, within } from '../../budgets.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

/** Loads the extension with an editor that is made of nothing, and prints the files that this read. */
const load = `
  const { Module } = process.getBuiltinModule('node:module');
  const nothing = new Proxy(class {}, { get: (target, key) => key === 'prototype' ? target.prototype : nothing });
  const original = Module._load;
  Module._load = (name, ...rest) => name === 'vscode' ? nothing : original(name, ...rest);
  require(process.argv[1]);
  console.log(JSON.stringify(Object.keys(require.cache)));
`;

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

describe('the bundle', () => {
  it('is small, and what is read at activation smaller', async function () {
    this.timeout(60_000);
    await using folder = await temporaryFolder();
    const run = (...args: readonly string[]): string =>
      execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    run('esbuild.mjs', '--production', `--outdir=${folder.path}`);
    const read = JSON.parse(run('--eval', load, '--', join(folder.path, 'extension.cjs'))) as string[];
    within(budget.sizes.activation, bytesOf(read), 'bytes at activation');
    within(budget.sizes.bundle, bytesOf(globSync(join(folder.path, '*.cjs'))), 'bytes');
  });
});
