import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitMethod } from '../../../../../src/domain/sourceControl/commit/commitPlan.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { accessOf, testGit, type TestGit } from '../../../../kit/localGit.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { runs } from '../../../../kit/runs.ts';
import { temporaryFolder } from '../../../../kit/temporaryFolder.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, written, type EditingWindow } from '../../../kit/editing.ts';

const repository = 'alice/website';
const author = { name: 'Alice Winter', email: 'alice@example.com' };
const request = { message: 'Rework the site', author };

describe('A commit with git', () => {
  const service = freshService();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  const windows: EditingWindow[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
    git = testGit(folder.path, accessOf(service, 'alice'));
  });
  afterEach(async () => {
    for (const { checkouts } of windows.splice(0)) checkouts.dispose();
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  function sit(disk = new MemoryDisk(), method: CommitMethod = 'auto'): EditingWindow {
    const window = editingWindow(service, {
      storage: memoryStorage(disk),
      pushing: { git, method: () => method },
    });
    windows.push(window);
    return window;
  }
  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);

  it('has all files: changed, new, moved with its mode, removed, in new folders', async () => {
    await service.act({
      do: 'push',
      repository,
      branch: 'main',
      files: { 'src/run.sh': '#!/bin/sh\n', 'old/a.txt': 'a\n', 'old/b.txt': 'b\n' },
    });
    await served('update-ref', 'refs/heads/main', await executable('src/run.sh'));
    const before = await served('rev-parse', 'main');
    const edited = await sit().at();
    const { workingTree } = edited;
    await workingTree.write('README.md', bytes('# Mine\n'), written);
    await workingTree.createFolder('bin');
    await workingTree.rename('src/run.sh', 'bin/run.sh', false);
    await workingTree.rename('old', 'new', false);
    await workingTree.remove('src/main.ts', false);
    const done = await commitNow(edited.committer, request, progress);
    const head = await served('rev-parse', 'main');
    assert.equal(await served('rev-parse', 'main^'), before, 'one commit');
    assert.deepEqual(new Set(done.map(({ result }) => result?.commit?.sha)), new Set([head]));
    assert.equal(
      await served('show', '-s', '--format=%an <%ae> %s', 'main'),
      'Alice Winter <alice@example.com> Rework the site',
    );
    assert.deepEqual((await served('diff-tree', '-r', '-M', '--name-status', '--no-commit-id', 'main')).split('\n'), [
      'M\tREADME.md',
      'R100\tsrc/run.sh\tbin/run.sh',
      'R100\told/a.txt\tnew/a.txt',
      'R100\told/b.txt\tnew/b.txt',
      'D\tsrc/main.ts',
    ]);
    assert.match(await served('ls-tree', 'main', 'bin/run.sh'), /^100755 /);
    assert.ok(edited.drafts.isEmpty);
    assert.equal(await read(edited, 'new/a.txt'), 'a\n');
    assert.deepEqual([...(await workingTree.list('bin')).keys()], ['run.sh']);
  });

  /** A commit that makes a file executable. */
  async function executable(path: string): Promise<string> {
    const [, , blob = ''] = (await served('ls-tree', 'main', path)).split(/\s/);
    await served('read-tree', 'main');
    await served('update-index', '--cacheinfo', `100755,${blob},${path}`);
    return await served('commit-tree', await served('write-tree'), '-p', 'main', '-m', 'x');
  }

  it('merges the commits of others and is sent again', async () => {
    const edited = await sit().at();
    await edited.workingTree.write('README.md', bytes('# Mine\n'), written);
    await edited.workingTree.write('new.txt', bytes('mine\n'), written);
    await service.act({ do: 'push', repository, branch: 'main', files: { 'theirs.txt': 'theirs\n' }, as: 'bob' });
    const theirs = await served('rev-parse', 'main');
    await commitNow(edited.committer, request, progress);
    assert.equal(await served('rev-parse', 'main^'), theirs);
    assert.equal(await read(edited, 'theirs.txt'), 'theirs\n');
  });

  it('leaves every draft if the host refuses it, and can be sent later', async () => {
    const edited = await sit().at();
    for (const path of ['a.txt', 'b.txt']) await edited.workingTree.write(path, bytes('mine\n'), written);
    const before = await served('rev-parse', 'main');
    service.set({ habits: { pushRule: 'refuses' } });
    const failure = await rejection(commitNow(edited.committer, request, progress), 'forbidden');
    assert.match(failure.serverMessage ?? '', /Quota exceeded/);
    assert.equal(await served('rev-parse', 'main'), before);
    assert.deepEqual(
      edited.drafts.effectiveBelow('').map(({ path }) => path),
      ['a.txt', 'b.txt'],
    );
    service.calm();
    await commitNow(edited.committer, request, progress);
    assert.equal(await served('rev-parse', 'main^'), before);
  });

  /** Five drafts, and what a host that refuses git for a moment makes of their commit. */
  const five = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
  const busy = (status: number) => ({ kind: 'answer', status, headers: { 'retry-after': '1' } }) as const;

  it('is one commit of five files although the host refuses git twice', async () => {
    for (const [index, status] of [429, 503].entries()) {
      const edited = await sit().at();
      for (const path of five) await edited.workingTree.write(path, bytes(`${index}\n`), written);
      const before = await served('rev-parse', 'main');
      service.fail({ operation: 'git', fault: busy(status), times: 2 });
      await commitNow(edited.committer, request, progress);
      assert.equal(await served('rev-parse', 'main^'), before, 'one commit');
      assert.deepEqual((await served('diff', '--name-only', 'main^', 'main')).split('\n'), five);
      service.calm();
    }
  });

  it('is a failure with all drafts, and no other number of commits, if the host goes on refusing git', async () => {
    const edited = await sit().at();
    for (const path of five) await edited.workingTree.write(path, bytes('mine\n'), written);
    const before = await served('rev-parse', 'main');
    service.fail({ operation: 'git', fault: busy(429) });
    for (let time = 0; time < 2; time += 1)
      await rejection(commitNow(edited.committer, request, progress), 'throttled');
    assert.equal(await served('rev-parse', 'main'), before);
    assert.deepEqual(
      edited.drafts.effectiveBelow('').map(({ path }) => path),
      five,
    );
    assert.ok(service.requests.every(({ operation }) => !/^files\.(create|update|remove)$/.test(operation)));
    service.calm();
    await commitNow(edited.committer, request, progress);
    assert.equal(await served('rev-parse', 'main^'), before, 'one commit');
  });

  it('is sent file by file where git cannot be used', async () => {
    await using off = testGit(folder.path, accessOf(service, 'alice'), { enabled: () => false });
    const window = editingWindow(service, { pushing: { git: off, method: () => 'auto' } });
    windows.push(window);
    const edited = await window.at();
    for (const path of ['a.txt', 'b.txt']) await edited.workingTree.write(path, bytes('mine\n'), written);
    await commitNow(edited.committer, request, progress);
    assert.deepEqual(
      service.requests.flatMap(({ operation }) =>
        /^files\.(create|update)$|^git$/.test(operation) ? [operation] : [],
      ),
      ['files.create', 'files.create'],
    );
  });

  it('is neither lost nor repeated if the process is killed at any moment', async function () {
    this.timeout(600_000);
    const disk = new MemoryDisk();
    const { numRuns } = runs(2);
    const start = await served('rev-parse', 'main');
    for (let run = 0; run < numRuns; run += 1) {
      const killed = testGit(folder.path, accessOf(service, 'alice'));
      const window = editingWindow(service, {
        storage: memoryStorage(disk),
        pushing: { git: killed, method: () => 'git' },
      });
      const edited = await window.at();
      for (const path of ['a.txt', 'b.txt']) await edited.workingTree.write(path, bytes(`${run}\n`), written);
      const cancel = new AbortController();
      const committing = commitNow(edited.committer, request, { signal: cancel.signal });
      const ended = committing.then(
        () => true,
        () => false,
      );
      await sleep(Math.random() * 700);
      cancel.abort();
      await killed.stop();
      await ended;
      window.checkouts.dispose();
      disk.locks.clear();
      const next = await sit(disk, 'git').at();
      await commitNow(next.committer, request, progress);
      assert.ok(next.drafts.isEmpty);
      assert.equal(await served('show', 'main:a.txt'), `${run}`);
      assert.equal(await served('rev-list', '--count', `${start}..main`), `${run + 1}`);
    }
  });
});
