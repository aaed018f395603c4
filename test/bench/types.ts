// How long the types take to be checked, all of them and those of the API's table alone.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/kit/paths.ts';
import { budget } from '../budgets.ts';
import { table, writeSection } from './kit/page.ts';

/** Seconds. */
const most = budget.times.types / 1000;
const rows: (readonly string[])[] = [];

for (const [name, files] of [
  ['everything', []],
  ['the API alone', ['src/api/client/client.ts']],
] as const) {
  const project = ['--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const alone = [...project, '--allowImportingTsExtensions', '--target', 'esnext', '--module', 'nodenext'];
  const options = ['--noEmit', '--incremental', 'false', '--extendedDiagnostics'];
  const tsc = [
    join('node_modules', 'typescript', 'bin', 'tsc'),
    ...options,
    ...(files.length > 0 ? alone : []),
    ...files,
  ];
  const { status, stdout } = spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' });
  const seconds = (label: string): number => Number(new RegExp(`^${label}:\\s+([\\d.]+)s`, 'm').exec(stdout)?.[1]);
  rows.push([name, `${seconds('Total time')} (≤ ${most})`, `${seconds('Check time')}`]);
  console.log(rows.at(-1)?.join(' | '));
  if (status !== 0) console.log(stdout.split('\n').slice(0, 10).join('\n'));
  if (status !== 0) process.exitCode = 1;
}
await writeSection('types', table(['tsc of', 's', 'of which checking, s'], rows));
