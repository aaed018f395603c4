import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Checkout } from '../../../../../src/domain/sourceControl/workingTree/checkout.ts';
import { checkUnmoved, copyDrafts } from '../../../../../src/domain/sourceControl/workingTree/localCopy.ts';
import { writeWorkingCopy } from '../../../../../src/net/disk/workingCopy.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { temporaryFolder } from '../../../../kit/temporaryFolder.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, written, type EditingWindow } from '../../../kit/editing.ts';

const repository = 'alice/website';
const { signal } = progress;

describe('The drafts of a branch in a clone', () => {
  const service = freshService();
  let window: EditingWindow;
  let edited: Checkout;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let clone: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    clone = join(folder.path, 'clone');
    await push({ 'a.txt': '1\n2\n3\n4\n5\n', 'gone.txt': 'gone\n', 'dir/moved.txt': 'moved\n' });
    await push({ '.gitattributes': '*.txt text eol=crlf\n' });
    await served('config', 'receive.denyCurrentBranch', 'ignore');
    window = editingWindow(service);
    edited = await window.at();
  });
  afterEach(async () => {
    window.checkouts.dispose();
    await folder[Symbol.asyncDispose]();
  });

  const push = async (files: Record<string, string | null>): Promise<unknown> =>
    await service.act({ do: 'push', repository, branch: 'main', files });
  const served = async (...args: string[]): Promise<string> => await (await service.repository(repository)).git(args);
  const git = async (at: string, ...args: string[]): Promise<string> =>
    (await promisify(execFile)('git', args, { cwd: at })).stdout.trimEnd();
  /** Clones the branch and puts the drafts into the clone. */
  async function copy(): Promise<void> {
    const copied = await copyDrafts(edited, signal);
    await git(folder.path, 'clone', '-q', '-b', 'main', await served('rev-parse', '--absolute-git-dir'), clone);
    await checkUnmoved(edited, copied, signal);
    await writeWorkingCopy(clone, copied.changes);
  }

  it('are changes with the same bytes and modes, and stay drafts', async () => {
    const links = { 'run.sh': '100755', link: '120000' };
    const entries = await Promise.all(
      Object.entries(links).map(async ([path, mode]) => {
        const sha = await served('rev-parse', 'main:a.txt');
        return `${mode},${sha},${path}`;
      }),
    );
    // A commit with an executable file and a link, which the API cannot create.
    const index = join(folder.path, 'index');
    const env = { ...process.env, GIT_INDEX_FILE: index };
    const at = await served('rev-parse', '--absolute-git-dir');
    const run = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)('git', args, { cwd: at, env })).stdout.trim();
    await run('read-tree', 'main');
    for (const entry of entries) await run('update-index', '--add', '--cacheinfo', entry);
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
    const commit = await run(...author, 'commit-tree', '-p', 'main', '-m', 'Modes', await run('write-tree'));
    await served('update-ref', 'refs/heads/main', commit);
    await edited.remote.checkNow({ signal });

    const { workingTree } = edited;
    const odd = Uint8Array.from([0, 255, 13, 10, 10]);
    await workingTree.write('odd.bin', odd, written);
    await workingTree.write('a.txt', bytes('mine\r\n'), written);
    await workingTree.write('run.sh', bytes('#!/bin/sh\n'), written);
    await workingTree.rename('run.sh', 'start.sh', false);
    await workingTree.rename('link', 'moved link', false);
    await workingTree.createFolder('other');
    await workingTree.rename('dir/moved.txt', 'other/moved.txt', false);
    await workingTree.remove('gone.txt', false);
    await copy();
    assert.equal(
      await git(clone, '-c', 'core.quotePath=false', 'status', '--porcelain', '--untracked-files=all'),
      [
        ' M a.txt',
        ' D dir/moved.txt',
        ' D gone.txt',
        ' D link',
        ' D run.sh',
        '?? "moved link"',
        '?? odd.bin',
        '?? other/moved.txt',
        '?? start.sh',
      ].join('\n'),
    );
    assert.deepEqual(new Uint8Array(await readFile(join(clone, 'odd.bin'))), odd);
    assert.equal(await readFile(join(clone, 'a.txt'), 'utf8'), 'mine\r\n');
    assert.equal(await readFile(join(clone, 'start.sh'), 'utf8'), '#!/bin/sh\n');
    assert.equal((await lstat(join(clone, 'start.sh'))).mode & 0o100, 0o100);
    assert.equal(await readlink(join(clone, 'moved link')), '1\n2\n3\n4\n5\n');
    assert.equal(edited.drafts.effectiveBelow('').filter(({ kind }) => kind !== 'folder').length, 9);
  });

  it('are merged with what others changed meanwhile', async () => {
    await edited.workingTree.write('a.txt', bytes('1\n2\n3\n4\nmine\n'), written);
    await push({ 'a.txt': 'theirs\n2\n3\n4\n5\n' });
    await copy();
    assert.equal(await readFile(join(clone, 'a.txt'), 'utf8'), 'theirs\n2\n3\n4\nmine\n');
    assert.match(await git(clone, 'diff', '--stat'), /a\.txt \| 2 \+-/);
  });

  it('are not copied with an unresolved conflict, or if the branch moves during the clone', async () => {
    await edited.workingTree.write('a.txt', bytes('mine\n2\n3\n4\n5\n'), written);
    const copied = await copyDrafts(edited, signal);
    await push({ 'a.txt': 'theirs\n2\n3\n4\n5\n' });
    await assert.rejects(checkUnmoved(edited, copied, signal), { kind: 'conflict', reason: 'branchMoved' });
    await assert.rejects(copyDrafts(edited, signal), { kind: 'conflict', about: ['a.txt'] });
  });

  it('are discarded if they are still the copied ones', async () => {
    await edited.workingTree.write('a.txt', bytes('mine\n'), written);
    await edited.workingTree.write('b.txt', bytes('b\n'), written);
    const { drafts } = await copyDrafts(edited, signal);
    await edited.workingTree.write('b.txt', bytes('later\n'), written);
    await edited.drafts.discardSame(drafts);
    assert.deepEqual(
      edited.drafts.effectiveBelow('').map(({ path }) => path),
      ['b.txt'],
    );
  });

  it('send no request but the resolve of the branch', async () => {
    await edited.workingTree.write('a.txt', bytes('mine\n'), written);
    service.clear();
    await copyDrafts(edited, signal);
    assert.deepEqual(
      service.requests.map(({ operation }) => operation),
      ['branches.get'],
    );
  });
});
