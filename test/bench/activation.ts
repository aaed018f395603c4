// What it takes until an extension is active: this one, an empty one and two that the editor brings, each in extension
// hosts of its own; fails where it is more than it may. npm run bench -- activation
import { budget } from '../budgets.ts';
import type { Activation } from './host/activation.ts';
import { megabyte } from './kit/board.ts';
import { empty, withHosts } from './kit/hosts.ts';
import { median } from './kit/median.ts';
import { table, writeSection } from './kit/page.ts';
import { withService } from './kit/service.ts';

const rounds = Number(process.env.ROUNDS ?? 9);
const own = 'sourcehost.sourcehost';
const other = 'vscode.github-authentication';
const found = new Map<string, Activation[]>([empty, other, 'vscode.git', own].map((id) => [id, []]));

await withService({}, async (service) => {
  await withHosts('activation', service, async (inHost) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const [id, measured] of found) measured.push(await inHost<Activation>({ id }));
      console.log(`round ${round + 1} of ${rounds}`);
    }
  });
});

const of = (id: string, what: (one: Activation) => number): number => median((found.get(id) ?? []).map(what));
const time = (id: string): number => of(id, ({ load, activate }) => load + activate);
const heap = (id: string): number => of(id, (one) => one.heap) - of(empty, (one) => one.heap);
const most = (id: string, limit: string): string => (id === own ? ` (≤ ${limit})` : '');
const { ratio, heap: mostHeap } = budget.activation;
const rows = [...found.keys()].map((id) => [
  id === empty ? 'an empty extension' : id,
  of(id, ({ load }) => load).toFixed(0),
  of(id, ({ activate }) => activate).toFixed(0),
  time(id).toFixed(0),
  `${(time(id) / time(other)).toFixed(2)}${most(id, `${ratio}`)}`,
  of(id, ({ asked }) => asked).toFixed(1),
  of(id, ({ worked }) => worked).toFixed(1),
  `${(heap(id) / megabyte).toFixed(1)}${most(id, `${mostHeap / megabyte}`)}`,
  `${Math.max(...(found.get(id) ?? []).map(({ requests }) => requests))}${most(id, '0')}`,
]);
for (const row of rows) console.log(row.join(' | '));
const head = [
  '',
  'loading, ms',
  'activate, ms',
  'both',
  `of ${other}`,
  'until active, ms',
  'of processor',
  'heap, MB',
  'requests',
];
await writeSection('activation', table(head, rows));
const requests = (found.get(own) ?? []).some((one) => one.requests > 0);
if (time(own) > ratio * time(other) || heap(own) > mostHeap || requests) process.exitCode = 1;
