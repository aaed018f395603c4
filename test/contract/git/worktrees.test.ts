import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessAt, testGit, type TestGit } from '../../kit/localGit.ts';
import { rejection } from '../../kit/rejection.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';

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
    await git.addWorktree(clone, { path: beside, branch: 'pr/7' });
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
    await git.addWorktree(clone, { path: beside, branch: 'pr/7' });
    await writeFile(join(beside, 'new.txt'), 'mine');
    const refused = await rejection(git.removeWorktree(clone, beside));
    assert.deepEqual([refused.kind, refused.reason, refused.about], ['conflict', 'worktreeHasWork', [beside]]);
    assert.ok((await readdir(beside)).includes('new.txt'));
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
    await git.addWorktree(clone, { path: beside, branch: 'pr/7' });
    assert.deepEqual((await readdir(folder.path)).includes('mark'), false);
    assert.ok((await readdir(beside)).includes('hooks'));
  });
});
