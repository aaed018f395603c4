// How long it takes until the list of a comparison is in the view History, when its objects are on this computer; fails
// where it is more than it may: npm run bench -- comparison
import { join } from 'node:path';
import { budget } from '../budgets.ts';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { importHistory, makeBare, type SeedStep } from '../service/git/fastImport.ts';
import type { ComparisonTimes } from './host/comparison.ts';
import { withHosts } from './kit/hosts.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const counts = [500, 5_000];

/** A branch `old-COUNT` and a branch `new-COUNT` that differ in COUNT files of COUNT / 20 folders. */
function* branches(): Generator<SeedStep> {
  const author = { name: 'Alice', email: 'alice@example.com' };
  for (const count of counts) {
    for (const branch of ['old', 'new']) {
      const paths = Array.from({ length: count }, (_, at) => `area-${at % 10}/part-${at % (count / 20)}/file-${at}.ts`);
      const files = Object.fromEntries(paths.map((path) => [path, `${branch} ${path}\n`]));
      yield { branch: `${branch}-${count}`, message: branch, author, time: 1_700_000_000, files };
    }
  }
}

await using folder = await temporaryFolder();
const directory = join(folder.path, 'compared');
await makeBare(directory, 'new-500');
await importHistory(directory, branches());
await withService({ repositories: [directory] }, async (service) => {
  await withHosts('comparison', { service }, async (inHost) => {
    const rows: string[][] = [];
    for (const count of counts) {
      const refs = { repository: 'alice/compared', base: `old-${count}`, head: `new-${count}` };
      const { files, list, tree } = await inHost<ComparisonTimes>(refs);
      if (files !== count) throw new Error(`${files} files differ, not ${count}`);
      const most = budget.times.comparison;
      rows.push([`${count} files`, ...[list, tree].map((took) => `${took.toFixed(0)} (≤ ${most})`)]);
    }
    for (const row of rows) console.log(row.join(' | '));
    await writeSection('comparison', table(['', 'as list, ms', 'as tree, ms'], rows));
  });
});
