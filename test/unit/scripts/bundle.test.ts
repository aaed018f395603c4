import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { billOfMaterials, thirdPartyNotices } from '../../../scripts/kit/bundledPackages.ts';
import { root } from '../../../scripts/kit/paths.ts';
import { budget, within } from '../../budgets.ts';
import { bundle } from '../../kit/bundle.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

const sbom = v.object({
  bomFormat: v.literal('CycloneDX'),
  components: v.array(
    v.object({
      name: v.string(),
      version: v.string(),
      purl: v.string(),
      licenses: v.tuple([v.object({ expression: v.string() })]),
      hashes: v.tuple([v.object({ content: v.pipe(v.string(), v.regex(/^[0-9a-f]{128}$/)) })]),
    }),
  ),
});

describe('bundle', () => {
  it('stays within its size budget, loads two of three files at activation, and names all libraries', async function () {
    this.timeout(60_000);
    await using folder = await temporaryFolder();
    const { all, atActivation, mcp, inputs } = bundle(folder.path);
    within(budget.sizes.activation, bytesOf(atActivation), 'bytes at activation');
    within(budget.sizes.bundle, bytesOf(all), 'bytes');
    within(budget.sizes.mcp, bytesOf([mcp]), 'bytes of the MCP server');
    assert.equal(atActivation.length, 2);
    assert.equal(all.filter((file) => dirname(file) === folder.path).length, 3);
    const bundled = new Set(
      inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1] ?? []),
    );
    const bill = v.parse(sbom, await billOfMaterials());
    const notices = await thirdPartyNotices();
    assert.deepEqual(bill.components.map(({ name }) => name).sort(), [...bundled].sort());
    for (const { name, version, purl, licenses } of bill.components) {
      const installed: unknown = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
      const [{ expression: license }] = licenses;
      v.assert(v.object({ version: v.literal(version), license: v.literal(license) }), installed);
      assert.equal(decodeURIComponent(purl), `pkg:npm/${name}@${version}`);
      assert.ok(notices.includes(`\n${name} ${version} (${license})\n`), name);
    }
  });
});
