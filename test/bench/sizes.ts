// How large the extension is; fails where it is larger than it may be: npm run bench -- sizes
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { packageExtension } from '../../scripts/kit/vsix.ts';
import { budget } from '../budgets.ts';
import { bundle } from '../kit/bundle.ts';
import { temporaryFolder } from '../kit/temporaryFolder.ts';
import { table, writeSection } from './kit/page.ts';

await using folder = await temporaryFolder();
const { all, atActivation, mcp } = bundle(folder.path);
const { sizes } = budget;
const rows: (readonly string[])[] = [];
for (const [name, files, most] of [
  ['code read at activation', atActivation, sizes.activation],
  ['all code', all, sizes.bundle],
  ['the MCP server', [mcp], sizes.mcp],
  ['the VSIX', [await packageExtension()], sizes.vsix],
] as const) {
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
  const kilobytes = (size: number): string => (size / 1000).toFixed(0);
  rows.push([
    name,
    `${files.length}`,
    `${kilobytes(bytes.length)} (≤ ${kilobytes(most)})`,
    kilobytes(gzipSync(bytes).length),
  ]);
  console.log(rows.at(-1)?.join(' | '));
}
await writeSection('sizes', table(['', 'files', 'kB', 'compressed, kB'], rows));
