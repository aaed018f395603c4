// Bundles src into an empty dist (or --outdir=…), and the tests that run inside the editor into out/editor. With --mcp only
// the MCP server.
import { chmodSync, globSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build, watch } from 'rolldown';

const has = (name) => process.argv.includes(`--${name}`);
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

const inEditor = { platform: 'node', transform: { target: 'node22' }, external: ['vscode', 'mocha/lib/mocha.cjs'] };
const output = { minify: has('production'), sourcemap: !has('production') };

/** What is imported with import() is read at its first use; all that activation needs is in one chunk. */
const extension = {
  ...inEditor,
  input: { extension: 'src/extension.ts' },
  output: {
    ...output,
    dir: outdir,
    format: 'esm',
    chunkFileNames: 'chunk-[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'activation', tags: ['$initial'] }] },
  },
};

/** The scripts of the web views: of the pages and of the search. Each is one file. */
const webviews = [{ page: 'src/webview/page.ts' }, { search: 'src/webview/search/search.ts' }].map((input) => ({
  input,
  platform: 'browser',
  transform: { target: 'es2022' },
  output: { ...output, dir: `${outdir}/webview`, format: 'iife' },
}));

/**
 * The MCP server: a program for Node of its own, in one file. Of the two validators of its SDK it
 * has the small one, which generates no code.
 */
const mcp = {
  input: { mcp: 'src/mcp/main.ts' },
  platform: 'node',
  transform: { target: 'node20' },
  resolve: {
    alias: {
      '@modelcontextprotocol/server/_shims': resolve('node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs'),
    },
  },
  output: {
    ...output,
    dir: outdir,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    banner: '#!/usr/bin/env node',
  },
};

const testFiles = globSync('{run,**/*.test}.ts', { cwd: 'test/editor' });
const tests = {
  ...inEditor,
  input: Object.fromEntries(testFiles.map((file) => [file.slice(0, -'.ts'.length), `test/editor/${file}`])),
  // Its main file is an ES module, which Node 22 and 24 give to require() in different shapes.
  resolve: { alias: { mocha: 'mocha/lib/mocha.cjs' } },
  output: {
    ...output,
    dir: 'out/editor',
    cleanDir: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunk-[hash].mjs',
  },
};

const all = has('production') ? [extension, mcp, ...webviews] : [extension, mcp, ...webviews, tests];
const targets = has('mcp') ? [mcp] : all;
rmSync(outdir, { recursive: true, force: true });
if (has('watch')) {
  watch(targets).on('event', (event) => {
    if (event.code === 'START') console.log('[watch] build started');
    if (event.code === 'END') console.log('[watch] build finished');
    if (event.code === 'ERROR') console.error(stripVTControlCharacters(event.error.message));
  });
} else {
  await build(targets);
  chmodSync(`${outdir}/mcp.cjs`, 0o755);
}
