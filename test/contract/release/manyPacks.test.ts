import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accessOf, named, testGit } from '../../kit/localGit.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { suiteService } from '../kit/suiteService.ts';

const fullName = 'alice/website';
const website = named(fullName);

describe('A cache of git with many fetches', () => {
  const service = suiteService();

  async function changed(): Promise<string> {
    const files = { 'counter.txt': `${randomBytes(8).toString('hex')}\n` };
    await service.act({ do: 'push', repository: fullName, branch: 'main', files });
    return await (await service.repository(fullName)).git(['rev-parse', 'main']);
  }

  it('joins many packs, and forgets the commits that were used longest ago', async () => {
    await using folder = await temporaryFolder();
    await using git = testGit(folder.path, accessOf(service, 'alice'));
    const commits: string[] = [];
    for (let at = 0; at < 28; at += 1) {
      commits.push(await changed());
      await git.of(website).fetch(commits.at(-1) ?? '');
      assert.ok(await git.read('local', commits.at(-1) ?? ''));
    }
    const packs = (await readdir(join(git.cache, 'local', 'alice', 'website.git', 'objects', 'pack'))).filter((name) =>
      name.endsWith('.pack'),
    );
    assert.equal(packs.length, 4);
    assert.equal(await git.of(website).has(commits[0] ?? ''), false);
    await using other = testGit(folder.path, accessOf(service, 'alice'));
    assert.equal(await other.of(website).has(commits[27] ?? ''), true);
    assert.equal(await other.read('local', commits[0] ?? ''), undefined);
    for (const commit of commits.slice(-20)) assert.ok((await git.of(website).files(commit))?.length);
    await git.of(website).fetch(commits[0] ?? '');
    assert.ok((await git.of(website).files(commits[0] ?? ''))?.length);
  });
});
