// Combines every operation with every fault of the local service, and writes docs/reliability.md: npm run faults [--
// SURFACE …]
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { table, writeSection } from '../test/bench/kit/page.ts';
import { columns, reportFile, type Report, type Row } from '../test/kit/reliability/ledger.ts';
import { root } from './kit/paths.ts';

/** The surfaces of the extension that send requests, and the stage that tests each. */
const surfaces = { client: 'contract', sidebar: 'editor', files: 'editor', records: 'editor', commands: 'editor' };
/** Timeout of responses during the tests, in milliseconds. */
const timeout = '1000';

const results = join(root, 'out', 'results', 'faults.json');
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in surfaces));
if (unknown.length > 0) {
  console.error(`npm run faults [-- ${Object.keys(surfaces).join(' | ')} …]`);
  process.exit(1);
}
for (const [surface, stage] of Object.entries(surfaces)) {
  if (named.length > 0 && !named.includes(surface)) continue;
  const file = reportFile(surface, results);
  rmSync(file, { force: true });
  const args = ['scripts/test.ts', stage, `reliability/${surface}`];
  const env = { ...process.env, SOURCEHOST_TEST_TIMEOUT: timeout };
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  await writeSection(surface, sectionOf(report), 'reliability.md');
  for (const problem of report.problems) console.error(problem);
  if (report.problems.length > 0) process.exitCode = 1;
}

/** The results of one surface, one line for each kind of trouble. */
function sectionOf({ operations, rows }: Report): string {
  const sorts = Map.groupBy(rows, ({ sort }) => sort);
  const groups: readonly (readonly [string, readonly Row[]])[] = [...sorts, ['all', rows]];
  const lines = groups.map(([sort, some]) => {
    const sum = (key: 'cells' | (typeof columns)[number]): string =>
      String(some.reduce((all, row) => all + row[key], 0));
    return [sort, `${some.length}`, sum('cells'), ...columns.map(sum)];
  });
  const head = ['', 'faults', 'cases', ...columns];
  return `${table(head, lines)}\n\nOperations (${operations.length}): ${operations.map((name) => `\`${name}\``).join(', ')}.`;
}
