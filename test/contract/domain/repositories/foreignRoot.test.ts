import assert from 'node:assert/strict';
import { freshService } from '../../kit/suiteService.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { asked, hostId, session, type Session } from '../../../kit/remoteFiles.ts';

const samples = 'alice/samples';
const name = { host: hostId, owner: 'alice', repo: 'samples' };

describe('The commit that trust in a repository does not cover', () => {
  const service = freshService();
  let one: Session;
  const git = async (...args: string[]): Promise<string> => (await service.repository(samples)).git(args);
  /** Resolves and confirms `ref` first, as reading configuration does. */
  const foreign = async (ref?: string): Promise<string | undefined> => {
    await one.repositories.at({ ...name, ref }).head({});
    await one.repositories.confirm({ ...name, ref });
    return one.repositories.foreignRoot({ ...name, ref });
  };
  /** A commit that no branch or tag has, as those of forks and merge requests. */
  const takeover = async (): Promise<string> => {
    const commit = await git('commit-tree', '-p', 'main', '-m', 'Taken over', 'main^{tree}');
    await git('update-ref', 'refs/merge-requests/1/head', commit);
    return commit;
  };

  beforeEach(() => (one = session(service)));

  it('is undefined for a branch, a tag, and the commit of a ref that was read', async () => {
    const commit = await takeover();
    await git('tag', 'v7', commit);
    assert.equal(await foreign(commit), commit, 'the tag is not known yet');
    for (const ref of [undefined, 'main', 'refs/heads/main', 'v7', 'refs/tags/v7', commit])
      assert.equal(await foreign(ref), undefined, ref);
  });

  it('is the ref before the ref is resolved', async () => {
    assert.equal(one.repositories.foreignRoot({ ...name, ref: 'main' }), 'main');
    await one.repositories.switchTo(name, 'feature', []);
    assert.equal(one.repositories.foreignRoot({ ...name, ref: undefined }), 'feature');
  });

  it('is that of the ref that was named, also if a ref without a meaning was read before', async () => {
    await git('branch', 'feature', 'main');
    for (const ref of ['', ':feature']) await assert.rejects(foreign(ref));
    assert.equal(await foreign(), undefined);
    await one.repositories.switchTo(name, 'feature', []);
    assert.equal(await foreign(), undefined);
  });

  it('is a commit that only the ref of a merge request has, also if another repository has it as a branch', async () => {
    const commit = await takeover();
    await foreign('main');
    assert.equal(await foreign(commit), commit);
    await one.repositories.at({ host: hostId, owner: 'alice', repo: 'website', ref: 'main' }).head({});
    one.repositories.setResolved({ ...name, repo: 'fork' }, 'theirs', { kind: 'branch', name: 'theirs', commit });
    await one.repositories.at({ ...name, repo: 'fork', ref: 'theirs' }).head({});
    assert.equal(await foreign(commit), commit);
  });

  it('is a commit that the host calls a branch, because it answers for every revision', async () => {
    const commit = await takeover();
    const below = ['refs/stash', 'refs/tmp/x', 'refs/mr/1/head', 'refs/pull/1/head', 'refs/keep-around/1'];
    for (const ref of [...below, 'CHERRY_PICK_HEAD']) await git('update-ref', ref, commit);
    service.set({ habits: { unknownBranch: 'revision' } });
    const short = commit.slice(0, 7);
    const others = [
      short,
      `v1-3-g${short}`,
      `${short}~0`,
      'main^{/Taken}',
      'stash',
      'tmp/x',
      'mr/1/head',
      'pull/1/head',
    ];
    await git('update-ref', 'refs/heads/other', commit);
    assert.equal(await foreign('other~0'), commit);
    for (const ref of [commit, ...below, ...others.filter((one) => !one.startsWith('main')), 'CHERRY_PICK_HEAD'])
      assert.equal(await foreign(ref), commit, ref);
    assert.equal(await foreign('other'), undefined, 'a branch');
    assert.equal(await foreign('stash'), undefined, 'also by another name, once the branch is known');
  });

  it('asks once for each commit whether a branch is one, and not after a restart', async () => {
    const storage = memoryStorage();
    one = session(service, { storage });
    const asking = async (): Promise<string[]> => {
      await one.repositories.at({ ...name, ref: 'main' }).head({});
      const look = (): Promise<unknown> =>
        Promise.all([1, 2, 3].map(() => one.repositories.confirm({ ...name, ref: 'main' })));
      return await asked(service, look);
    };
    assert.deepEqual([await asking(), await asking()], [['branches.list'], []]);
    await git('update-ref', 'refs/heads/main', await takeover());
    await one.repositories.at({ ...name, ref: 'main' }).check([]);
    assert.deepEqual(await asking(), []);
    await one.repositories.at({ ...name, ref: 'main' }).flush();
    one = session(service, { storage });
    assert.deepEqual(await asking(), []);
    assert.equal(one.repositories.foreignRoot({ ...name, ref: 'main' }), undefined);
  });

  it('is that of the ref that the window was switched to, and none after switching back', async () => {
    const commit = await takeover();
    const main = await git('rev-parse', 'main');
    assert.equal(await foreign(), undefined);
    await one.repositories.switchTo(name, commit, []);
    assert.equal(await foreign(), commit);
    assert.equal(await foreign('main'), undefined);
    await one.repositories.switchTo(name, 'main', []);
    assert.equal(await foreign(), undefined);
    await one.repositories.switchTo(name, main, []);
    assert.equal(await foreign(), undefined, 'the commit of a branch');
    assert.equal(await foreign(commit), commit);
  });
});
