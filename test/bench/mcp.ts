// How long the MCP server takes from its start to its first answer: npm run bench -- mcp
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { budget } from '../budgets.ts';
import { bundle } from '../kit/bundle.ts';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { median } from './kit/median.ts';
import { table, writeSection } from './kit/page.ts';

const rounds = Number(process.env.ROUNDS ?? 21);
const clientInfo = { name: 'bench', version: '1' };
const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
const first = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });

/** Milliseconds from the start of a Node with `args` to its first output. */
async function firstOutput(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(`${first}\n`);
  await once(child.stdout, 'data');
  const time = performance.now() - start;
  child.stdin.end();
  await once(child, 'exit');
  return time;
}

await using folder = await temporaryFolder();
const { mcp } = bundle(folder.path);
const times = { server: [] as number[], empty: [] as number[] };
for (let round = 0; round < rounds; round += 1) {
  times.server.push(await firstOutput([mcp, '--repos', 'alice/website']));
  times.empty.push(await firstOutput(['-e', 'console.log(1); process.stdin.resume()']));
}
const most = budget.times.mcpStart;
const rows = [
  ['the MCP server', `${median(times.server).toFixed(0)} (≤ ${most})`],
  ['a Node that prints one line', median(times.empty).toFixed(0)],
];
for (const row of rows) console.log(row.join(' | '));
await writeSection('mcp', table(['', 'until the first answer, ms'], rows));
