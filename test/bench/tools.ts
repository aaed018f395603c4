// How long a user waits for a file that was read before, while an agent makes 50 calls a second; fails where 95 of
// 100 clicks take longer than they may. npm run bench -- tools
import { budget } from '../budgets.ts';
import type { ToolDelays } from './host/tools.ts';
import { withHosts } from './kit/hosts.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

await withService({}, async (service) => {
  await withHosts('tools', { service }, async (inHost) => {
    const { delays } = await inHost<ToolDelays>();
    const rows = delays.map(([calls, all]) => {
      const sorted = all.toSorted((one, other) => one - other);
      const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
      return { calls, clicks: sorted.length, half: at(0.5), p95: at(0.95), longest: at(1) };
    });
    const most = budget.times.clickDuringTools;
    const cells = rows.map(({ calls, clicks, half, p95, longest }) => [
      calls,
      `${clicks}`,
      half.toFixed(0),
      `${p95.toFixed(0)} (≤ ${most})`,
      longest.toFixed(0),
    ]);
    for (const row of cells) console.log(row.join(' | '));
    await writeSection('tools', table(['meanwhile', 'clicks', 'median, ms', '95 %, ms', 'longest, ms'], cells));
  });
});
