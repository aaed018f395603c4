import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/kit/paths.ts';

/** Loads the extension with an editor that is made of nothing, and prints the files that this read. */
const load = `
  const { Module } = process.getBuiltinModule('node:module');
  const nothing = new Proxy(class {}, { get: (target, key) => key === 'prototype' ? target.prototype : nothing });
  const original = Module._load;
  Module._load = (name, ...rest) => name === 'vscode' ? nothing : original(name, ...rest);
  require(process.argv[1]);
  console.log(JSON.stringify(Object.keys(require.cache)));
`;

/** The files of the extension as it is published. */
export interface Bundle {
  readonly all: readonly string[];
  /** Those that are read before the extension is active. */
  readonly atActivation: readonly string[];
}

/** Builds the extension into `folder`. */
export function bundle(folder: string): Bundle {
  const run = (...args: readonly string[]): string =>
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  run('esbuild.mjs', '--production', `--outdir=${folder}`);
  const atActivation = JSON.parse(run('--eval', load, '--', join(folder, 'extension.cjs'))) as string[];
  return { all: globSync(join(folder, '*.cjs')), atActivation };
}
