// src → dist/extension.cjs (or another folder: --outdir=…) with lazily loaded chunks beside it; the tests that run inside
// the editor → out/.
import { build, context, transform } from 'esbuild';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

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

const entry = 'extension.cjs';

const commonJs = { format: 'cjs', minify: production, supported: { 'dynamic-import': false } };

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

/** Names of the output `entry` and of all that it imports at once. */
function eager(entry, outputs, found = new Set()) {
  found.add(basename(entry));
  for (const { path, kind } of outputs[entry].imports) {
    if (kind === 'import-statement' && path in outputs && !found.has(basename(path))) eager(path, outputs, found);
  }
  return found;
}

/** What is read at activation as one module, which gives those parts away as `chunks` that others use. */
async function join(texts, names, given) {
  const parts = given.map((name, at) => `import * as c${at} from './${name}';`);
  const chunks = `export const chunks = [${given.map((_, at) => `c${at}`).join()}];`;
  const contents = `export * from './${entry}'; ${parts.join('')} ${chunks}`;
  const inMemory = {
    name: 'in-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ path }) =>
        names.has(basename(path)) ? { path: basename(path), namespace: 'made' } : { path, external: true },
      );
      onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({ contents: texts.get(path), loader: 'js' }));
    },
  };
  const { outputFiles } = await build({
    ...shared,
    ...commonJs,
    stdin: { contents },
    banner: { js: '"use strict";' },
    write: false,
    logLevel: 'error',
    plugins: [inMemory],
  });
  return outputFiles[0].text;
}

/**
 * esbuild splits only ES modules, the extension host loads CommonJS: split first, then turn every chunk into CommonJS.
 * What is imported with import() is read from disk at its first use, not at activation. What is read at activation is one
 * file, since the extension host looks at every require(), which makes many small files slow; the others find there what
 * they share with it. (While one develops it stays apart, so that source maps tell where its lines come from.)
 */
const splitCommonJs = {
  name: 'split-commonjs',
  setup({ onEnd }) {
    onEnd(async ({ errors, outputFiles, metafile }) => {
      if (errors.length > 0) return;
      await rm(outdir, { recursive: true, force: true });
      await mkdir(outdir, { recursive: true });
      const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
      const { outputs } = metafile;
      const first = Object.keys(outputs).find((path) => basename(path) === entry);
      const atOnce = production ? eager(first, outputs) : new Set();
      const given = [];
      const found = (code) =>
        code.replaceAll(/\brequire\("\.\/([\w.-]+)"\)/g, (whole, name) => {
          if (!atOnce.has(name)) return whole;
          if (!given.includes(name)) given.push(name);
          return `require("./${entry}").chunks[${given.indexOf(name)}]`;
        });
      for (const [name, text] of texts) {
        if (atOnce.has(name)) continue;
        await writeFile(`${outdir}/${name}`, name.endsWith('.cjs') ? found(await toCommonJs(text)) : text);
      }
      if (production) await writeFile(`${outdir}/${entry}`, await join(texts, atOnce, given));
    });
  },
};

async function toCommonJs(text) {
  const { platform, target } = shared;
  return (await transform(withoutExports(text), { platform, target, ...commonJs })).code;
}

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
  metafile: true,
  plugins: [splitCommonJs],
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
