// Measures the branch coverage of each layer by the unit and contract tests, and fails below the minimum.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './kit/paths.ts';

/** Minimum branch coverage of a folder in per cent. */
const wanted: Readonly<Record<string, number>> = {
  'src/core': 95,
  'src/api': 95,
  'src/net': 95,
  'src/domain': 95,
};
const tests = ['test/unit/{core,api,net,domain}/**/*.test.ts', 'test/contract/{api,domain,release,tools}/**/*.test.ts'];

interface Summary {
  readonly branches: { readonly total: number; readonly covered: number };
}

const folders = Object.keys(wanted);
const run = spawnSync(
  process.execPath,
  [
    join('node_modules', 'c8', 'bin', 'c8.js'),
    '--all',
    ...folders.map((folder) => `--include=${folder}/**`),
    '--reporter=json-summary',
    '--reporter=html',
    process.execPath,
    join('node_modules', 'mocha', 'bin', 'mocha.js'),
    '--reporter=dot',
    '--timeout=60000',
    ...globSync(tests, { cwd: root }),
  ],
  { cwd: root, stdio: 'inherit' },
);
if (run.status !== 0) process.exit(run.status ?? 1);

const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, removeComments: true };
/** A file that contains only types never runs, and counts as one missed branch. */
const runs = (file: string): boolean =>
  ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText.trim() !== 'export {};';

const files = Object.entries(
  JSON.parse(await readFile(join(root, 'coverage', 'coverage-summary.json'), 'utf8')) as Record<string, Summary>,
).filter(([file]) => file !== 'total' && runs(file));
for (const [folder, least] of Object.entries(wanted)) {
  const own = files.filter(([file]) => file.startsWith(join(root, folder)));
  const sum = (of: 'total' | 'covered'): number => own.reduce((count, [, { branches }]) => count + branches[of], 0);
  const percent = (100 * sum('covered')) / sum('total');
  console.log(`${folder}: ${percent.toFixed(1)} % of ${sum('total')} branches, ${least} % wanted`);
  for (const [file, { branches }] of own)
    if (branches.covered < branches.total)
      console.log(`  ${file.slice(root.length + 1)}: ${branches.total - branches.covered} of ${branches.total} missed`);
  if (!(percent >= least)) process.exitCode = 1;
}
