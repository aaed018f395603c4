// Bundles src into an empty dist (or --outdir=…), and the tests that run inside the editor into out/editor.
import { globSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { build, watch } from 'rolldown';

const has = (name) => process.argv.includes(`--${name}`);
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

const shared = { platform: 'node', transform: { target: 'node22' }, treeshake: true };

/** What is imported with import() is read at its first use; all that activation needs is in one chunk. */
const extension = {
  ...shared,
  input: { extension: 'src/extension.ts' },
  external: ['vscode'],
  output: {
    dir: outdir,
    format: 'esm',
    chunkFileNames: 'chunk-[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'activation', tags: ['$initial'] }] },
    minify: has('production'),
    sourcemap: !has('production'),
  },
};

/** The script of the pages, which runs in their web view. */
const webview = {
  input: { page: 'src/webview/page.ts' },
  platform: 'browser',
  transform: { target: 'es2022' },
  output: { dir: `${outdir}/webview`, format: 'iife', minify: has('production'), sourcemap: !has('production') },
};

const tests = {
  ...shared,
  input: Object.fromEntries(
    globSync(['test/editor/index.ts', 'test/editor/**/*.test.ts']).map((file) => [
      file.slice('test/editor/'.length, -'.ts'.length),
      file,
    ]),
  ),
  external: ['vscode', 'mocha/lib/mocha.cjs'],
  // Its main file is an ES module, which Node 22 and 24 give to require() in different shapes.
  resolve: { alias: { mocha: 'mocha/lib/mocha.cjs' } },
  output: {
    dir: 'out/editor',
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunk-[hash].cjs',
    sourcemap: true,
  },
};

const targets = has('production') ? [extension, webview] : [extension, webview, tests];
rmSync(outdir, { recursive: true, force: true });
if (has('watch')) {
  watch(targets).on('event', (event) => {
    if (event.code === 'START') console.log('[watch] build started');
    if (event.code === 'END') console.log('[watch] build finished');
    if (event.code === 'ERROR') console.error(stripVTControlCharacters(event.error.message));
  });
} else await build(targets);
