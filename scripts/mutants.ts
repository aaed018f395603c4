// Changes a folder of src in small ways, and counts the changes that its tests notice: npm run mutants -- FOLDER [TEST …]
// Stryker does it, in a copy of the last commit with packages of its own: it needs an older Mocha, and nobody else needs it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './kit/paths.ts';

const packages = [
  '@stryker-mutator/core@10.0.0',
  '@stryker-mutator/mocha-runner@10.0.0',
  'mocha@11.8.0',
  'typescript@5.9.3',
];

const [folder = '', ...named] = process.argv.slice(2);
const source = folder.replace(/\/$/, '');
if (!source.startsWith('src/') || !existsSync(join(root, source))) {
  console.error('npm run mutants -- src/FOLDER [test/unit/FOLDER …]');
  process.exit(1);
}
const tests = named.length > 0 ? named : [source.replace('src/', 'test/unit/')];

const copy = join(cache, 'mutants');
const git = (...args: string[]): string => execFileSync('git', ['-C', copy, ...args], { encoding: 'utf8' });
if (!existsSync(copy)) execFileSync('git', ['clone', '--quiet', '--no-checkout', root, copy]);
git('fetch', '--quiet', root, 'HEAD');
git('checkout', '--quiet', '--force', 'FETCH_HEAD');
const npm = (...args: string[]): unknown =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: copy,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
npm('ci');
npm('install', '--no-save', ...packages);

writeFileSync(
  join(copy, 'stryker.json'),
  JSON.stringify({
    testRunner: 'mocha',
    mochaOptions: {
      spec: tests.map((test) => (test.endsWith('.ts') ? test : `${test.replace(/\/$/, '')}/**/*.test.ts`)),
      require: ['./test/budgets.ts'],
      // A changed program is slower, so a limit of time would say nothing.
      grep: String.raw`^(?!.*(within \d+ ms|budget of processor time))`,
    },
    // A busy computer is no endless loop.
    timeoutMS: 20_000,
    mutate: [`${source}/**/*.ts`],
    coverageAnalysis: 'perTest',
    // A change of what a file computes when it is loaded needs all tests in a new process: such changes take most of the time.
    ignoreStatic: true,
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  }),
);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'stryker.json'],
  {
    cwd: copy,
    stdio: 'inherit',
  },
);
if (status !== 0) process.exit(status ?? 1);

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}
const { files } = JSON.parse(readFileSync(join(copy, 'reports', 'mutation', 'mutation.json'), 'utf8')) as Report;
const states = Object.values(files).flatMap(({ mutants }) => mutants.map((mutant) => mutant.status));
const count = (...wanted: string[]): number => states.filter((state) => wanted.includes(state)).length;
const noticed = count('Killed', 'Timeout');
const all = noticed + count('Survived', 'NoCoverage');
console.log(`${source}: ${noticed} of ${all} changes noticed, ${count('NoCoverage')} in code that no test runs`);
