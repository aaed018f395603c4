// src → dist/extension.cjs (or another folder: --outdir=…) with lazily loaded chunks beside it; the tests that run inside
// the editor → out/.
import { build, context, transform } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const watch = process.argv.includes('--watch');
const production = process.argv.includes('--production');
const outdir = process.argv.find((argument) => argument.startsWith('--outdir='))?.slice('--outdir='.length) ?? 'dist';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  logLevel: 'info',
  sourcemap: production ? false : 'linked',
};

/** What a chunk exports, at its end. Converted by esbuild it would cost each of the many chunks half a kilobyte. */
const exported = /\bexport\s*\{([^}]*)\};?(\s*\/\/# sourceMappingURL=.*)?\s*$/;

function withoutExports(code) {
  return code.replace(exported, (_, names, map = '') => {
    const members = names.split(',').map((name) => {
      const [local, outside = local] = name.trim().split(' as ');
      return `${outside}:${local}`;
    });
    return `module.exports={${members.join(',')}};${map}`;
  });
}

/**
 * esbuild splits only ES modules, the extension host loads CommonJS: split first, then turn every chunk into CommonJS.
 * What is imported with import() is read from disk at its first use, not at activation.
 */
const commonJs = {
  name: 'split-commonjs',
  setup(build) {
    build.onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      await rm(outdir, { recursive: true, force: true });
      for (const file of outputFiles ?? []) {
        await mkdir(dirname(file.path), { recursive: true });
        const code = file.path.endsWith('.cjs')
          ? (
              await transform(withoutExports(file.text), {
                format: 'cjs',
                platform: 'node',
                target: 'node22',
                minify: production,
                supported: { 'dynamic-import': false },
              })
            ).code
          : file.text;
        await writeFile(file.path, code);
      }
    });
  },
};

const extension = {
  ...shared,
  entryPoints: { extension: 'src/extension.ts' },
  outdir,
  format: 'esm',
  splitting: true,
  chunkNames: 'chunk-[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  minify: production,
  legalComments: 'none',
  write: false,
  plugins: [commonJs],
};

const tests = {
  ...shared,
  entryPoints: ['test/editor/index.ts', 'test/editor/**/*.test.ts'],
  outbase: 'test/editor',
  outdir: 'out/editor',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // Its main file is an ES module, which Node 22 and 24 give to require() in different shapes.
  alias: { mocha: 'mocha/lib/mocha.cjs' },
  external: ['vscode', 'mocha/lib/mocha.cjs'],
  sourcemap: 'linked',
};

if (!production) await rm('out/editor', { recursive: true, force: true });
const targets = production ? [extension] : [extension, tests];
if (watch) await Promise.all(targets.map(async (options) => (await context(options)).watch()));
else await Promise.all(targets.map((options) => build(options)));
