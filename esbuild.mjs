// Bundles src into an empty dist (or --outdir=…), and the tests that run inside the editor into out/editor. With --mcp only
// the MCP server. With --production minified, without source maps and tests. With --watch again at every save. With --inputs it
// lists the bundled files.
import { chmodSync, globSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, context } from 'esbuild';

const has = (name) => process.argv.includes(`--${name}`);
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

/** @type {import('esbuild').BuildOptions} */
const usual = { bundle: true, minify: has('production'), sourcemap: !has('production'), logLevel: 'warning' };
/** @type {import('esbuild').BuildOptions} */
const inEditor = { ...usual, platform: 'node', target: 'node22', format: 'esm', splitting: true };
/** The modules that a CommonJS package of an ES module may require. */
const require = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** One file for activation, one for what is loaded with import(), and one with the code that both use. */
const extension = () => ({
  ...inEditor,
  entryPoints: ['src/extension.ts'],
  external: ['vscode'],
  banner: { js: require },
  outdir,
});

/** The scripts of the web views: of the pages and of the search. Each is one file. */
const webviews = () => ({
  ...usual,
  entryPoints: { page: 'src/webview/page.ts', search: 'src/webview/search/search.ts' },
  platform: 'browser',
  target: 'es2022',
  format: 'iife',
  outdir: `${outdir}/webview`,
});

/**
 * The MCP server: a program for Node of its own, in one file, with the texts of the skills. Of the two validators of its SDK it
 * has the small one, which generates no code.
 */
const mcp = () => ({
  ...usual,
  entryPoints: { mcp: 'src/mcp/main.ts' },
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  alias: {
    '@modelcontextprotocol/server/_shims': resolve('node_modules/@modelcontextprotocol/server/dist/shimsBrowser.mjs'),
  },
  define: {
    SKILLS: JSON.stringify(
      globSync('skills/*/SKILL.md')
        .sort()
        .map((file) => readFileSync(file, 'utf8')),
    ),
  },
  banner: { js: '#!/usr/bin/env node' },
  outdir,
  outExtension: { '.js': '.cjs' },
});

const tests = () => ({
  ...inEditor,
  entryPoints: globSync('test/editor/{run,**/*.test}.ts'),
  outbase: 'test/editor',
  external: ['vscode', 'mocha/lib/mocha.cjs'],
  // Its main file is an ES module, which Node 22 and 24 give to require() in different shapes.
  alias: { mocha: 'mocha/lib/mocha.cjs' },
  banner: { js: require },
  outdir: 'out/editor',
  outExtension: { '.js': '.mjs' },
});

const all = has('production') ? [extension(), mcp(), webviews()] : [extension(), mcp(), webviews(), tests()];
const bundles = has('mcp') ? [mcp()] : all;
for (const folder of new Set(bundles.map((bundle) => (bundle.outdir === 'out/editor' ? 'out/editor' : outdir))))
  rmSync(folder, { recursive: true, force: true });
if (has('watch')) {
  const announce = {
    name: 'announce',
    setup({ onStart, onEnd }) {
      onStart(() => console.log('[watch] build started'));
      onEnd(() => console.log('[watch] build finished'));
    },
  };
  for (const bundle of bundles) await (await context({ ...bundle, plugins: [announce] })).watch();
} else {
  const built = await Promise.all(bundles.map((bundle) => build({ ...bundle, metafile: true })));
  const inputs = built.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap((file) => Object.keys(file.inputs)),
  );
  if (has('inputs')) console.log(inputs.join('\n'));
  chmodSync(`${outdir}/mcp.cjs`, 0o755);
}
