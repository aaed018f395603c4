// How long a page of 100 records takes to be read, for every form of record.
import { list } from '../../src/api/contract/reader.ts';
import type { Reply } from '../../src/api/contract/reply.ts';
import { jsonOf } from '../../src/api/contract/reply.ts';
import { budget } from '../budgets.ts';
import { samples } from '../unit/api/record/samples.ts';
import { median } from './kit/median.ts';
import { table, writeSection } from './kit/page.ts';

const items = 100;
const rounds = 300;
const most = budget.times.page;

const figures: { readonly name: string; readonly took: number; readonly size: number }[] = [];
for (const [name, [schema, sample]] of Object.entries(samples)) {
  const text = JSON.stringify(Array.from({ length: items }, () => sample));
  const reader = list(schema, () => '');
  const read = async (): Promise<void> => {
    const reply: Reply = { operation: name, status: 200, headers: new Headers(), text, json: jsonOf(text) };
    const { items: decoded } = await reader.read(reply);
    if (decoded.length !== items) throw new Error(`${name}: ${decoded.length} of ${items} could be read`);
  };
  for (let round = 0; round < rounds; round += 1) await read();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  figures.push({ name, took: median(times), size: text.length });
}

const rows = figures
  .toSorted((one, other) => other.took - one.took)
  .map(({ name, took, size }) => [name, `${took.toFixed(2)} (≤ ${most})`, `${Math.round(size / 1024)}`]);
for (const row of rows) console.log(row.join(' | '));
await writeSection('decode', table([`${items} records`, 'ms', 'KiB'], rows));
