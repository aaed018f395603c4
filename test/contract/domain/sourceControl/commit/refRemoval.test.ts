import assert from 'node:assert/strict';
import { readRemovableBranch, RefRemoval } from '../../../../../src/domain/sourceControl/commit/refRemoval.ts';
import type { Source } from '../../../../../src/domain/hosts/source.ts';
import { gitOfAlice, named, type TestGit } from '../../../../kit/localGit.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { session } from '../../../../kit/remoteFiles.ts';
import { suiteService } from '../../../kit/suiteService.ts';

const repository = 'alice/website';

describe('RefRemoval', () => {
  const service = suiteService();
  let git: TestGit;
  let removal: RefRemoval;
  let branches = 0;

  before(async () => {
    git = await gitOfAlice(service);
    removal = new RefRemoval(git);
  });
  after(() => git[Symbol.asyncDispose]());

  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  const sourceOf = (): Source => ({ ...named(repository), connect: session(service).connect });
  const isPush = ({ path }: { readonly path: string }): boolean => path.endsWith('/git-receive-pack');
  const pushes = (): number => service.requests.filter(isPush).length;

  /** Git requests before the one that pushes: older versions of git send one more, without credentials. */
  async function requestsBeforePush(): Promise<number> {
    const { branch } = await newBranch();
    await removal.remove(sourceOf(), await readRemovableBranch(sourceOf(), branch, {}), {});
    const before = service.requests.filter(({ operation }) => operation === 'git').findIndex(isPush);
    service.clear();
    assert.ok(before > 0);
    return before;
  }

  async function newBranch(prefix = 'removal'): Promise<{ branch: string; head: string }> {
    const branch = `${prefix}-${(branches += 1)}`;
    await service.act({ do: 'push', repository, branch, files: { 'only-here.txt': `${branch}\n` } });
    const head = await served('rev-parse', branch);
    service.clear();
    return { branch, head };
  }

  it('removes a branch with commits that no other branch has', async () => {
    const { branch, head } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    assert.deepEqual(read, { name: branch, commit: head, defaultBranch: 'main', rules: [] });
    await removal.remove(sourceOf(), read, {});
    assert.equal(await served('for-each-ref', `refs/heads/${branch}`), '');
  });

  it('leaves a branch that moved since it was read', async () => {
    const { branch } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    await service.act({ do: 'push', repository, branch, files: { 'later.txt': 'later\n' }, as: 'bob' });
    assert.equal((await rejection(removal.remove(sourceOf(), read, {}), 'conflict')).reason, 'branchMoved');
    assert.equal(
      (await rejection(removal.rename(sourceOf(), read, `${branch}-b`, {}), 'conflict')).reason,
      'branchMoved',
    );
    assert.equal(await served('show', `${branch}:later.txt`), 'later');
    assert.equal(await served('for-each-ref', `refs/heads/${branch}-b`), '');
  });

  it('renames a branch with the same commit', async () => {
    const { branch, head } = await newBranch();
    await removal.rename(sourceOf(), await readRemovableBranch(sourceOf(), branch, {}), `${branch}-new`, {});
    assert.equal(await served('rev-parse', `${branch}-new`), head);
    assert.equal(await served('for-each-ref', `refs/heads/${branch}`), '');
  });

  it('does not rename to the name of another branch', async () => {
    const [one, other] = [await newBranch(), await newBranch()];
    const read = await readRemovableBranch(sourceOf(), one.branch, {});
    assert.equal((await rejection(removal.rename(sourceOf(), read, other.branch, {}), 'conflict')).reason, 'refExists');
    assert.equal(await served('rev-parse', one.branch), one.head);
    assert.equal(await served('rev-parse', other.branch), other.head);
    assert.equal(pushes(), 0);
  });

  it('refuses the default branch and a protected one before anything is sent', async () => {
    const { branch, head } = await newBranch('guarded');
    const params = { owner: 'alice', repo: 'website', wildcard: 'guarded-*', pusher: 'admin', merger: 'admin' };
    await service.act({ do: 'call', operation: 'branchRules.create', params, as: 'alice' });
    const main = await rejection(readRemovableBranch(sourceOf(), 'main', {}), 'forbidden');
    assert.deepEqual([main.reason, main.about], ['isDefaultBranch', ['main', repository]]);
    const guarded = await rejection(readRemovableBranch(sourceOf(), branch, {}), 'forbidden');
    assert.deepEqual([guarded.reason, guarded.about], ['isProtectedByRule', [branch, 'guarded-*']]);
    assert.equal(pushes(), 0);
    assert.equal(await served('rev-parse', branch), head);
  });

  it('removes light and annotated tags', async () => {
    const { branch, head } = await newBranch();
    await served('tag', `light-${branch}`, head);
    await served('tag', '-m', 'Words', `annotated-${branch}`, head);
    for (const tag of [`light-${branch}`, `annotated-${branch}`]) {
      await removal.removeTag(sourceOf(), await removal.readTag(sourceOf(), tag, {}), {});
      assert.equal(await served('for-each-ref', `refs/tags/${tag}`), '', tag);
    }
    assert.equal(await served('rev-parse', branch), head);
  });

  it('names a tag that does not exist, also if this computer knows it', async () => {
    const { branch, head } = await newBranch();
    await served('tag', branch, head);
    await served('tag', `${branch}/longer`, head).catch(() => undefined);
    const read = await removal.readTag(sourceOf(), branch, {});
    await served('tag', '-d', branch);
    const failure = await rejection(removal.readTag(sourceOf(), branch, {}), 'missing');
    assert.deepEqual([failure.reason, failure.field], ['noSuchRef', 'tag_name']);
    assert.equal((await rejection(removal.removeTag(sourceOf(), read, {}), 'conflict')).reason, 'branchMoved');
  });

  it('names a tag that no host can have', async () => {
    for (const name of ['two words', 'a*', 'v1.0^{}', 'a..b', 'heads/main:']) {
      const { reason, about } = await rejection(removal.readTag(sourceOf(), name, {}), 'missing');
      assert.deepEqual([reason, about], ['noSuchRef', [name, repository]]);
    }
  });

  it('leaves a tag that was moved since it was read', async () => {
    const { branch, head } = await newBranch();
    await served('tag', branch, head);
    const read = await removal.readTag(sourceOf(), branch, {});
    await served('tag', '-f', branch, 'main');
    assert.equal((await rejection(removal.removeTag(sourceOf(), read, {}), 'conflict')).reason, 'branchMoved');
    assert.equal(await served('rev-parse', branch), await served('rev-parse', 'main'));
  });

  it('says that the account cannot remove if the host denies the push', async () => {
    const skip = await requestsBeforePush();
    const { branch, head } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    service.fail({ operation: 'git', skip, times: 1, fault: { kind: 'error', status: 403 } });
    const failure = await rejection(removal.remove(sourceOf(), read, {}), 'forbidden');
    assert.deepEqual([failure.reason, failure.sent], ['removalDenied', false]);
    assert.equal(pushes(), 1);
    assert.equal(await served('rev-parse', branch), head);
  });

  it('succeeds if the push arrived and its answer is lost', async () => {
    const skip = await requestsBeforePush();
    const { branch } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    service.fail({ operation: 'git', skip, times: 1, fault: { kind: 'reset', at: 'headers', done: true } });
    await removal.remove(sourceOf(), read, {});
    assert.equal(service.requests.find(isPush)?.aborted, true, 'the answer was lost');
    assert.equal(await served('for-each-ref', `refs/heads/${branch}`), '');
  });

  it('renames although the answer of the push is lost', async () => {
    const skip = await requestsBeforePush();
    const { branch, head } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    await git.of(named(repository)).fetch(head);
    service.fail({ operation: 'git', skip, times: 1, fault: { kind: 'reset', at: 'headers', done: true } });
    await removal.rename(sourceOf(), read, `${branch}-lost`, {});
    assert.equal(service.requests.find(isPush)?.aborted, true, 'the answer was lost');
    assert.equal(await served('rev-parse', `${branch}-lost`), head);
    assert.equal(await served('for-each-ref', `refs/heads/${branch}`), '');
  });

  it('fails if the answer of the push and every read after it are lost', async () => {
    const skip = await requestsBeforePush();
    const { branch } = await newBranch();
    const read = await readRemovableBranch(sourceOf(), branch, {});
    service.fail({ operation: 'git', skip, times: 1, fault: { kind: 'reset', at: 'headers', done: true } });
    service.fail({ operation: 'branches.*', fault: { kind: 'error', status: 403 } });
    assert.equal((await rejection(removal.remove(sourceOf(), read, {}))).sent, undefined);
    assert.ok(pushes() > 0);
  });
});
