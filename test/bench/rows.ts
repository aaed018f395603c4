// What 1,000 rows take that arrive in one answer, in the extension host; fails where it is more than it may.
// npm run bench -- rows
import { budget } from '../budgets.ts';
import type { Rows } from './host/rows.ts';
import { withHosts } from './kit/hosts.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

await withService({}, async (service) => {
  await withHosts('rows', { service }, async (inHost) => {
    const { decode, render, blocked } = await inHost<Rows>();
    const { thousand, blocked: mostBlocked } = budget.times;
    const rows = [
      ['1,000 issues are decoded', decode, thousand] as const,
      ['1,000 issues become rows', render, thousand] as const,
      ...blocked.map(
        ([view, longest]) => [`${view}: the longest turn of the event loop`, longest, mostBlocked] as const,
      ),
    ];
    const cells = rows.map(([name, took, most]) => [name, `${took.toFixed(1)} (≤ ${most})`]);
    for (const row of cells) console.log(row.join(' | '));
    await writeSection('rows', table(['', 'ms'], cells));
  });
});
