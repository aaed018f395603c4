import assert from 'node:assert/strict';
import type { Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';
import { isNamedRef } from '../../../../src/domain/refs/refs.ts';
import { hostId, session, type Session } from '../../../kit/remoteFiles.ts';

const samples = 'alice/samples';
const name = { host: hostId, owner: 'alice', repo: 'samples' };

describe('The commit that trust in a repository does not cover', () => {
  let service: Service;
  let one: Session;
  const git = async (...args: string[]): Promise<string> => (await service.repository(samples)).git(args);
  /** Resolves `ref` first, as reading a file does. */
  const foreign = async (ref?: string): Promise<string | undefined> => {
    await one.repositories.at({ ...name, ref }).head({});
    return one.repositories.foreignRoot({ ...name, ref });
  };
  /** A commit that no branch or tag has, as those of forks and merge requests. */
  const takeover = async (): Promise<string> => {
    const commit = await git('commit-tree', '-p', 'main', '-m', 'Taken over', 'main^{tree}');
    await git('update-ref', 'refs/merge-requests/1/head', commit);
    return commit;
  };

  beforeEach(async () => {
    service = await startService();
    one = session(service);
  });
  afterEach(async () => {
    assert.deepEqual(service.violations, []);
    await service.close();
  });

  it('is none for a branch, a tag, and the commit of one that was read', async () => {
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

  it('is a commit that the host calls a branch by its sha or by the ref of a merge request', async () => {
    const commit = await takeover();
    for (const ref of [commit, 'refs/merge-requests/1/head', 'refs/pull/1/head']) {
      one.repositories.setResolved(name, ref, { kind: 'branch', name: ref, commit });
      assert.equal(await foreign(ref), commit, ref);
    }
    assert.equal(await foreign('main'), undefined);
  });

  it('is a commit that the host calls a branch by another name that git has for it', async () => {
    const commit = await takeover();
    const short = commit.slice(0, 7);
    const others = [short, short.toUpperCase(), `v1-3-g${short}`, `${short}~0`, 'main^{/Taken}', 'HEAD', 'main@{1}'];
    const below = ['merge-requests/1/head', 'pull/1/head', 'heads/main', 'keep-around/1', 'Changes/34/1234/1'];
    for (const ref of [...others, ...below]) {
      one.repositories.setResolved(name, ref, { kind: 'branch', name: ref, commit });
      assert.equal(await foreign(ref), commit, ref);
    }
    for (const ref of ['feature/heads', 'decade', 'v1-gear', 'overhead'])
      assert.equal(isNamedRef({ kind: 'branch', name: ref, commit }), true, ref);
  });

  it('is the root tree of a tag that is known by its name only, and no tag that others move there', async () => {
    await git('tag', 'v7', 'main');
    service.set({ habits: { treeByTag: true } });
    service.fail({ operation: 'tags.list', fault: { kind: 'answer', status: 500, json: {} } });
    const tree = await git('rev-parse', 'v7^{tree}');
    assert.equal(await foreign('v7'), tree);
    assert.equal(await foreign('main'), undefined);
    assert.equal(one.repositories.foreignRoot({ ...name, ref: 'v7' }), tree, 'also if a branch has these files');
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
