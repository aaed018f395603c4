import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/kit/paths.ts';

/** Absolute paths of the files of the published extension. */
export interface Bundle {
  readonly all: readonly string[];
  /** The files that activation reads: the entry and its static imports. */
  readonly atActivation: readonly string[];
  /** The MCP server. */
  readonly mcp: string;
  /** Paths of the bundled files from the root of the project. */
  readonly inputs: readonly string[];
}

/** Builds the extension into `folder`. */
export function bundle(folder: string): Bundle {
  const options = ['--production', '--inputs', `--outdir=${folder}`];
  const listed = execFileSync(process.execPath, ['esbuild.mjs', ...options], { cwd: root, encoding: 'utf8' });
  const atActivation = new Set([join(folder, 'extension.js')]);
  for (const file of atActivation) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
      atActivation.add(join(folder, basename(name)));
    }
  }
  return {
    all: globSync(join(folder, '**/*.js')),
    atActivation: [...atActivation],
    mcp: join(folder, 'mcp.cjs'),
    inputs: listed.trim().split('\n'),
  };
}
