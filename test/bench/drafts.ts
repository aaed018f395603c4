// What 2,000 and 20,000 deletions take in a window with the folder open, and what is done among them; fails where it is
// more than it may. npm run bench -- drafts
import { budget } from '../budgets.ts';
import type { ManyDrafts } from './host/drafts.ts';
import { withHosts } from './kit/hosts.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const words = {
  deleteEach: 'delete them, one after the other',
  list: 'list a folder of them',
  write: 'write one of them again',
  discard: 'discard all',
  deleteFolder: 'delete them with their folders',
  local: 'delete half as many local files, for comparison',
} as const satisfies Record<keyof ManyDrafts, string>;
const keys = Object.keys(words) as (keyof ManyDrafts)[];
const rows: string[][] = keys.map((key) => [words[key]]);
const problems: string[] = [];

const sizes = (process.env.SIZES ?? '2000 20000').split(' ').map(Number);
for (const size of sizes) {
  await withService({ histories: [{ name: 'many', files: size, commits: 1 }] }, async (service) => {
    const folder = 'sourcehost://local/alice/many@main';
    await withHosts('drafts', { service, folder }, async (inHost) => {
      const found = await inHost<ManyDrafts>({ size });
      for (const [row, key] of keys.entries()) {
        if (key === 'local') {
          rows[row]?.push(found[key].toFixed(0));
          continue;
        }
        const most = budget.drafts[key] * (key === 'list' || key === 'write' ? 1 : size / 2000);
        rows[row]?.push(`${found[key].toFixed(0)} (≤ ${most})`);
        if (found[key] > most) problems.push(`${words[key]}, of ${size}`);
      }
      console.log(size, found);
    });
  });
}
const head = ['', ...sizes.map((size) => `${size.toLocaleString('en')} files, ms`)];
if (process.env.SIZES === undefined) await writeSection('drafts', table(head, rows));
for (const problem of problems) console.error(`Too slow: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
