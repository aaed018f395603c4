import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly scope?: string }>> };
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: boolean | 'limited';
      readonly restrictedConfigurations: readonly string[];
    };
  };
}

/** Settings that a workspace folder may set, trusted or not. None of them sets an address or a storage limit. */
const ofFolders = [
  'sourcehost.blame.currentLine',
  'sourcehost.commit.method',
  'sourcehost.inbox.enabled',
  'sourcehost.issues.branchName',
  'sourcehost.issues.queries',
  'sourcehost.pullRequests.queries',
];

describe('settings of a workspace folder', () => {
  it('cannot change hosts, network, request limits or storage', async () => {
    const text = await readFile(join(root, 'package.json'), 'utf8');
    const { contributes, capabilities } = JSON.parse(text) as Manifest;
    const open = Object.entries(contributes.configuration.properties).flatMap(([name, { scope }]) =>
      scope === 'machine' ? [] : [name],
    );
    assert.deepEqual(open, ofFolders);
    const { supported, restrictedConfigurations } = capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    for (const name of ['sourcehost.hosts', 'sourcehost.network']) assert.ok(restrictedConfigurations.includes(name));
  });
});
