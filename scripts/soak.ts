// Random use by several windows during random faults: npm run soak [-- MINUTES [SEED]]
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { table, writeSection } from '../test/bench/kit/page.ts';
import type { Wanted } from '../test/editor/soak/company.ts';
import { columns, reportFile, type Column } from '../test/kit/reliability/ledger.ts';
import { root } from './kit/paths.ts';

/** What one window reports. */
interface Report {
  readonly window: number;
  /** Number of executions of each action. */
  readonly did: Readonly<Record<string, number>>;
  /** Faults of the service during the run; reported by the first window. */
  readonly weather: Readonly<Record<string, number>>;
  readonly renewals: number;
  readonly counts: Readonly<Record<Column, number>>;
  /** Megabytes of the heap after each of as many equal parts of the run. */
  readonly heaps: readonly number[];
  readonly problems: readonly string[];
}

const windows = 3;
const [minutes = '30', seed = String(Date.now() % 100_000)] = process.argv.slice(2);
if (!(Number(minutes) > 0) || !/^\d+$/.test(seed)) {
  console.error('npm run soak [-- MINUTES [SEED]]');
  process.exit(1);
}
console.log(`${windows} windows for ${minutes} minutes, seed ${seed}`);
const files = Array.from({ length: windows }, (_, at) =>
  reportFile(`soak-${at + 1}`, join(root, 'out', 'results', 'soak.json')),
);
for (const file of files) rmSync(file, { force: true });
const wanted: Wanted = { minutes: Number(minutes), windows, seed: Number(seed) };
const { status } = spawnSync(process.execPath, ['scripts/test.ts', 'soak'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, SOURCEHOST_SOAK: JSON.stringify(wanted) },
});
const reports = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
const total = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((sum, count) => sum + count, 0);
const rows = reports.map(({ window, did, counts, heaps }) => [
  `window ${window}`,
  `${total(did)}`,
  `${(did.saves ?? 0) + (did.edits ?? 0)}`,
  `${(did.commits ?? 0) + (did.resumes ?? 0)}`,
  `${did['issue edits'] ?? 0}`,
  ...columns.map((column) => `${counts[column]}`),
  ...heaps.map((heap) => heap.toFixed(1)),
]);
const measures = reports[0]?.heaps.length ?? 0;
const head = [
  '',
  'deeds',
  'texts saved',
  'commits',
  'issues saved',
  ...columns,
  ...Array.from({ length: measures }, (_, at) => `MB ${Math.round((100 * (at + 1)) / measures)} %`),
];
const weather = reports.flatMap((report) => Object.entries(report.weather)).map(([what, count]) => `${count} ${what}`);
const renewals = reports.reduce((sum, report) => sum + report.renewals, 0);
const words = `${minutes} minutes, seed ${seed}: ${weather.join(', ')}, ${renewals} renewals of the token.`;
await writeSection('soak', `${words}\n\n${table(head, rows)}`, 'reliability.md');
for (const { window, problems } of reports)
  for (const problem of problems) console.error(`window ${window}: ${problem}`);
if (status !== 0 || reports.some(({ counts }) => total(counts) > 0)) process.exitCode = 1;
