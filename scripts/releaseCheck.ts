// Runs all checks before a release, about two hours: npm run release:check [-- PART-OF-A-NAME …]
import { spawnSync } from 'node:child_process';
import { root } from './kit/paths.ts';

interface Check {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const oldest = { SOURCEHOST_RELEASE: 'oldest' };
const checks: readonly Check[] = [
  { name: 'translations', script: 'contributions.ts', args: ['--check', '--translated'] },
  { name: 'all tests', script: 'test.ts' },
  { name: 'paths of configuration in the editor', script: 'editorPaths.ts' },
  { name: 'palette walk', script: 'test.ts', args: ['editor', 'palette'] },
  { name: 'search of 100,000 files', script: 'test.ts', args: ['contract', 'hugeRepository'] },
  { name: 'tests for releases', script: 'test.ts', args: ['unit', 'contract', 'editor', 'journeys', 'release/'] },
  { name: 'oldest editor: extension host', script: 'test.ts', args: ['editor'], env: oldest },
  { name: 'oldest editor: journeys', script: 'test.ts', args: ['journeys', 'test/journeys/'], env: oldest },
  {
    name: 'oldest editor: configuration of repositories',
    script: 'test.ts',
    args: ['journeys', 'release/configuration'],
    env: oldest,
  },
  { name: 'rules of ESLint', script: '../node_modules/eslint/bin/eslint.js', args: ['.'] },
  { name: 'regular expressions', script: 'patterns.ts', args: ['--all'] },
  { name: 'walk of all screens', script: 'walk.ts' },
  { name: 'coverage', script: 'coverage.ts' },
  { name: 'faults', script: 'faults.ts' },
  { name: 'kills', script: 'kills.ts' },
  { name: 'fuzz', script: 'fuzz.ts' },
  { name: 'long soak', script: 'soak.ts' },
  { name: 'packages, built twice', script: 'packageRelease.ts' },
];

const parts = process.argv.slice(2);
const wanted = checks.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
const results = wanted.map(({ name, script, args = [], env = {} }) => {
  console.log(`\n════ ${name} ════`);
  const started = Date.now();
  const { status } = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return { name, passed: status === 0, minutes: ((Date.now() - started) / 60_000).toFixed(1) };
});
console.log('');
for (const { name, passed, minutes } of results) console.log(`${passed ? '✔' : '✘'} ${name} (${minutes} min)`);
process.exitCode = results.length > 0 && results.every(({ passed }) => passed) ? 0 : 1;
