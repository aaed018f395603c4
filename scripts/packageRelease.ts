// Builds what a release publishes, twice, and fails if the two differ: npm run package:release
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { billOfMaterials } from './kit/bundledPackages.ts';
import { packageMcp } from './kit/mcpPackage.ts';
import { root } from './kit/paths.ts';
import { packageExtension } from './kit/vsix.ts';

const folder = join(root, 'out', 'release');

const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** What is published, with the digests: the VSIX, the package of the MCP server, and the list of what is bundled. */
async function build(): Promise<ReadonlyMap<string, string>> {
  const bill = join(root, 'out', 'sbom.cdx.json');
  // The packages create the folder.
  const files = [await packageExtension(), await packageMcp(join(root, 'out')), bill];
  await writeFile(bill, `${JSON.stringify(await billOfMaterials(), undefined, 2)}\n`);
  return new Map(await Promise.all(files.map(async (file) => [file, await digestOf(file)] as const)));
}

const [first, second] = [await build(), await build()];
for (const [file, digest] of first)
  if (second.get(file) !== digest) throw new Error(`${file} differs when it is built again`);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const file of second.keys()) await cp(file, join(folder, basename(file)));
const sums = [...second].map(([file, digest]) => `${digest}  ${basename(file)}\n`);
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(sums.join('').trimEnd());
