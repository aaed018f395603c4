import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accessAt, accessOf, named, testGit, type TestGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import { startService } from '../../service/service.ts';

/** The service of the test answers meanwhile. */
const later = promisify(execFile);

describe('The worktrees of a clone', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  let clone: string;
  let beside: string;
  const run = (...args: string[]): string => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim();

  beforeEach(async () => {
    folder = await temporaryFolder();
    [clone, beside] = [join(folder.path, 'a clone'), join(folder.path, 'a clone.worktrees', 'pr-7')];
    execFileSync('git', ['init', '--quiet', '-b', 'main', clone]);
    await writeFile(join(clone, '.gitignore'), '*.log\n');
    run('add', '-A');
    run('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'First');
    run('branch', 'pr/7');
    git = testGit(folder.path, accessAt('https://gitcode.com/a/b.git'));
  });
  afterEach(async () => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
  });

  it('are listed with their branches, also from one of them, and removed with what git ignores', async () => {
    await git.addWorktree(clone, { name: named('a/b'), path: beside, branch: 'pr/7' });
    const all = [
      { path: clone, branch: 'main' },
      { path: beside, branch: 'pr/7' },
    ];
    assert.deepEqual(await git.worktrees(clone), all);
    assert.deepEqual(await git.worktrees(beside), all);
    await writeFile(join(beside, 'x.log'), 'x');
    await git.removeWorktree(clone, beside);
    assert.deepEqual(await git.worktrees(clone), all.slice(0, 1));
    assert.equal(run('branch', '--list', 'pr/7'), 'pr/7');
  });

  it('stay with what is not committed', async () => {
    await git.addWorktree(clone, { name: named('a/b'), path: beside, branch: 'pr/7' });
    await writeFile(join(beside, 'new.txt'), 'mine');
    const refused = await rejection(git.removeWorktree(clone, beside));
    assert.deepEqual([refused.kind, refused.reason, refused.about], ['conflict', 'worktreeHasWork', [beside]]);
    assert.ok((await readdir(beside)).includes('new.txt'));
  });

  it('tell what they have that is not committed, and the commits that no remote has', async () => {
    await git.addWorktree(clone, { name: named('a/b'), path: beside, branch: 'pr/7' });
    run('update-ref', 'refs/sourcehost/pr/7', 'pr/7');
    const work = async (): Promise<unknown> => Object.values(await git.worktreeWork(beside));
    await writeFile(join(beside, 'x.log'), 'x');
    assert.deepEqual(await work(), [false, 0]);
    await writeFile(join(beside, 'new.txt'), 'mine');
    assert.deepEqual(await work(), [true, 0]);
    execFileSync('git', ['-C', beside, 'add', '-A']);
    execFileSync('git', ['-C', beside, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Mine']);
    assert.deepEqual(await work(), [false, 1]);
    run('update-ref', 'refs/remotes/origin/topic', 'pr/7');
    assert.deepEqual(await work(), [false, 0]);
  });

  it('are made without the hooks of the clone, also those in the files of others', async () => {
    const mark = join(folder.path, 'mark');
    const hook = `#!/bin/sh\ntouch '${mark}'\n`;
    await mkdir(join(clone, 'hooks'));
    for (const at of [join(clone, 'hooks'), join(clone, '.git', 'hooks')]) {
      await writeFile(join(at, 'post-checkout'), hook);
      await chmod(join(at, 'post-checkout'), 0o755);
    }
    run('add', '-A');
    run('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'Hooks');
    run('branch', '-f', 'pr/7');
    run('config', 'core.hooksPath', 'hooks');
    await git.addWorktree(clone, { name: named('a/b'), path: beside, branch: 'pr/7' });
    assert.deepEqual((await readdir(folder.path)).includes('mark'), false);
    assert.ok((await readdir(beside)).includes('hooks'));
  });

  it('get the files that a partial clone of a private repository lacks, as the account, and leave its token nowhere', async () => {
    const service = await startService();
    try {
      const address = new URL(`${service.url}/alice/secrets.git`);
      const partial = join(folder.path, 'partial');
      const [username, password] = ['alice', service.token('alice')];
      const from = Object.assign(new URL(address), { username, password }).href;
      await later('git', ['clone', '--quiet', '--filter=blob:none', '--no-checkout', from, partial]);
      await later('git', ['-C', partial, 'remote', 'set-url', 'origin', address.href]);
      await later('git', ['-C', partial, 'branch', 'pr/7']);
      const stored = join(folder.path, 'stored');
      await later('git', ['-C', partial, 'config', 'credential.helper', `store --file=${stored}`]);
      await using own = testGit(folder.path, accessOf(service, 'alice'));
      await own.addWorktree(partial, { name: named('alice/secrets'), path: beside, branch: 'pr/7' });
      assert.ok((await readdir(beside)).includes('README.md'));
      assert.equal(existsSync(stored), false);
    } finally {
      await service.close();
    }
  });
});
