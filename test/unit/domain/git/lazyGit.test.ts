import assert from 'node:assert/strict';
import type { GitRepositories } from '../../../../src/domain/git/gitRepositories.ts';
import { lazyGit } from '../../../../src/domain/git/lazyGit.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';

const name = { host: 'local', owner: 'alice', repo: 'samples' };
const sha = '1'.repeat(40);

interface Counted {
  readonly git: GitRepositories;
  readonly fake: FakeGit;
  readonly counts: { loads: number; looks: number };
  readonly setting: { enabled: boolean };
}

function lazy(hasRepositories: boolean): Counted {
  const fake = new FakeGit();
  const counts = { loads: 0, looks: 0 };
  const setting = { enabled: true };
  const git = lazyGit({
    load: () => {
      counts.loads += 1;
      return Promise.resolve(fake);
    },
    hasRepositories: () => {
      counts.looks += 1;
      return Promise.resolve(hasRepositories);
    },
    isEnabled: () => setting.enabled,
  });
  return { git, fake, counts, setting };
}

describe('lazyGit', () => {
  it('looks at the disk once and loads nothing while there are no repositories', async () => {
    const { git, counts } = lazy(false);
    const repository = git.of(name);
    assert.equal(await repository.has(sha), false);
    assert.equal(await repository.files(sha), undefined);
    assert.equal(await repository.historyCommit(sha), undefined);
    assert.equal(await git.read('local', sha), undefined);
    assert.equal(await git.stat('local', sha), undefined);
    await git.removeAll('local');
    await git.stop();
    assert.deepEqual(counts, { loads: 0, looks: 1 });
  });

  it('loads git once, at the first fetch', async () => {
    const { git, fake, counts } = lazy(false);
    const repository = git.of(name);
    await Promise.all([repository.fetch(sha), git.problem('local')]);
    assert.equal(await repository.has(sha), true);
    assert.deepEqual(fake.fetches, [sha]);
    assert.equal(counts.loads, 1);
  });

  it('reads what an earlier session fetched', async () => {
    const { git, fake } = lazy(true);
    await fake.of(name).fetch(sha);
    assert.equal(await git.of(name).has(sha), true);
  });

  it('reads nothing while the user does not allow git, and still removes', async () => {
    const { git, fake, setting } = lazy(true);
    await fake.of(name).fetch(sha);
    setting.enabled = false;
    assert.equal(await git.problem('local'), 'off');
    assert.equal(await git.of(name).has(sha), false);
    setting.enabled = true;
    assert.equal(await git.of(name).has(sha), true);
    setting.enabled = false;
    await git.removeAll('local', [name]);
    assert.deepEqual(fake.removed, ['alice/samples']);
  });
});
