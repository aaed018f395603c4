// What 2,000 and 20,000 deletions take in a window with the folder open, and what is done among them; fails where it is
// more than it may. npm run bench -- drafts
import { budget } from '../budgets.ts';
import type { ManyDrafts } from './host/drafts.ts';
import { withHosts } from './kit/hosts.ts';
import { judge, table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const words = {
  deleteEach: 'delete them, one after the other',
  deleteWork: 'of that, processor time of the extension host',
  list: 'list a folder of them',
  write: 'write one of them again',
  discard: 'discard all',
  deleteFolder: 'delete them with their folders',
  deleteNothing: 'delete half as many of an extension that stores nothing, for comparison',
} as const satisfies Record<keyof ManyDrafts, string>;
const keys = Object.keys(words) as (keyof ManyDrafts)[];
const rows: string[][] = keys.map((key) => [words[key]]);

/** The limit of a figure in a window with `size` drafts. */
function limitOf(key: keyof ManyDrafts, size: number, { deleteNothing }: ManyDrafts): number {
  const { deleteRatio, list, write } = budget.drafts;
  if (key === 'deleteNothing') return Infinity;
  if (key === 'deleteEach') return deleteRatio * 2 * deleteNothing;
  return key === 'list' || key === 'write' ? { list, write }[key] : (budget.drafts[key] * size) / 2000;
}

const sizes = (process.env.SIZES ?? '2000 20000').split(' ').map(Number);
for (const size of sizes) {
  await withService({ histories: [{ name: 'many', files: size, commits: 1 }] }, async (service) => {
    const folder = 'sourcehost://local/alice/many@main';
    await withHosts('drafts', { service, folder }, async (inHost) => {
      const found = await inHost<ManyDrafts>({ size });
      for (const [row, key] of keys.entries()) {
        const most = limitOf(key, size, found);
        rows[row]?.push(`${found[key].toFixed(0)}${most === Infinity ? '' : ` (≤ ${most.toFixed(0)})`}`);
      }
      console.log(size, found);
    });
  });
}
const head = ['', ...sizes.map((size) => `${size.toLocaleString('en')} files, ms`)];
const figures = table(head, rows);
if (process.env.SIZES === undefined) await writeSection('drafts', figures);
else judge(figures);
