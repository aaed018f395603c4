// What stays on the heap of the extension host after an hour of work: 1,000 things opened, 500 views refreshed, 200
// saved. Fails where it is more than it may. npm run bench -- memory
import { budget } from '../budgets.ts';
import type { Memory } from './host/memory.ts';
import { megabyte } from './kit/board.ts';
import { withHosts } from './kit/hosts.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const turns = Number(process.env.TURNS ?? 1000);
const most = budget.memory.hour;

await withService({ histories: [{ name: 'project', files: 2300, commits: 300 }] }, async (service) => {
  await withHosts('memory', { service }, async (inHost) => {
    const { activated, warm, after, seconds } = await inHost<Memory>({ turns });
    const megabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);
    const rows = [
      ['after activation', megabytes(activated), ''],
      ['warm, after a tenth of the hour', megabytes(warm), megabytes(warm - activated)],
      ['after the hour', megabytes(after), `${megabytes(after - warm)} (≤ ${megabytes(most)})`],
    ];
    for (const row of rows) console.log(row.join(' | '));
    console.log(`${turns} turns took ${seconds.toFixed(0)} s`);
    await writeSection('memory', table(['', 'heap, MB', 'more than before, MB'], rows));
  });
});
