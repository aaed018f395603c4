import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../scripts/kit/paths.ts';

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

describe('The release workflow', () => {
  it('pins each action by its commit, limits each job, and gives rights to those that need them', async () => {
    const text = await readFile(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
    const { permissions, jobs } = parse(text) as {
      readonly permissions: object;
      readonly jobs: Readonly<Record<string, Job>>;
    };
    assert.deepEqual(permissions, { contents: 'read' });
    const rights = Object.entries(jobs).map(([name, job]) => [name, Object.keys(job.permissions ?? {}).join()]);
    assert.deepEqual(Object.fromEntries(rights), {
      build: '',
      attest: 'id-token,attestations',
      npm: 'id-token',
      marketplaces: 'contents,id-token',
      keep: 'contents',
    });
    assert.equal(jobs.marketplaces?.permissions?.contents, 'read');
    for (const [name, job] of Object.entries(jobs)) {
      assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
      for (const { uses = '' } of job.steps) assert.match(uses, /^$|@[0-9a-f]{40}$/, name);
      // Scripts of packages run where there is nothing to steal.
      const runsScripts = job.steps.some(({ run = '' }) => /npm (?:ci|run)(?!.*--ignore-scripts)/.test(run));
      assert.equal(runsScripts, name === 'build');
    }
  });
});
