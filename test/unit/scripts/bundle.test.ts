import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { budget, within } from '../../budgets.ts';
import { bundle } from '../../kit/bundle.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

const bytesOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(file).size, 0);

describe('bundle', () => {
  it('stays within its size budget, and loads two of three files at activation', async function () {
    this.timeout(60_000);
    await using folder = await temporaryFolder();
    const { all, atActivation, mcp } = bundle(folder.path);
    within(budget.sizes.activation, bytesOf(atActivation), 'bytes at activation');
    within(budget.sizes.bundle, bytesOf(all), 'bytes');
    within(budget.sizes.mcp, bytesOf([mcp]), 'bytes of the MCP server');
    assert.equal(atActivation.length, 2);
    assert.equal(all.filter((file) => dirname(file) === folder.path).length, 3);
  });
});
