import assert from 'node:assert/strict';
import type { Failure } from '../../../../../src/core/errors.ts';
import type { WorkingTree } from '../../../../../src/domain/sourceControl/workingTree/workingTree.ts';
import { blobSha } from '../../../../../src/domain/objects/gitSha.ts';
import { moveAcross } from '../../../../../src/domain/sourceControl/workingTree/moveAcross.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { editableBranch } from '../../../../kit/editableBranch.ts';
import { MemoryDisk } from '../../../../kit/memoryStorage.ts';
import { rejection } from '../../../../kit/rejection.ts';
import { suiteService } from '../../../kit/suiteService.ts';

const samples = 'alice/samples';
const anyhow = { create: true, overwrite: true };

describe('WorkingTree', () => {
  const service = suiteService();

  const open = async (branch?: string): Promise<WorkingTree> =>
    await editableBranch(service, samples, branch === undefined ? {} : { branch });
  const text = async (files: WorkingTree, path: string): Promise<string> =>
    new TextDecoder().decode(await files.read(path));
  const names = async (files: WorkingTree, path: string): Promise<string[]> =>
    [...(await files.list(path)).keys()].sort();
  const drafted = (files: WorkingTree): string[] =>
    files.drafts
      .effectiveBelow('')
      .map(({ path, kind }) => `${kind} ${path}`)
      .sort();
  const why = ({ kind, reason }: Failure): string => reason ?? kind;

  describe('without a draft', () => {
    const refusals: readonly (readonly [what: string, why: string, work: (files: WorkingTree) => Promise<unknown>])[] =
      [
        ['a write over a folder', 'isFolder', (files) => files.write('names', bytes(''), anyhow)],
        ['a write over a submodule', 'isFolder', (files) => files.write('vendor/lib', bytes(''), anyhow)],
        [
          'a write to a missing file without create',
          'noFile',
          (files) => files.write('x', bytes(''), { create: false, overwrite: true }),
        ],
        [
          'a write to an existing file without overwrite',
          'fileExists',
          (files) => files.write('README.md', bytes(''), { create: true, overwrite: false }),
        ],
        ['a write to a missing folder', 'noFile', (files) => files.write('nowhere/x', bytes(''), anyhow)],
        ['a write below a file', 'isNotFolder', (files) => files.write('README.md/x', bytes(''), anyhow)],
        ['a name with a line break', 'controlInName', (files) => files.write('a\nb.txt', bytes(''), anyhow)],
        ['a write to a name that git reserves', 'unusableName', (files) => files.write('.Git', bytes(''), anyhow)],
        ['a new folder that Windows treats as .git', 'unusableName', (files) => files.createFolder('names/GIT~1')],
        [
          'a rename to a name that macOS treats as .git',
          'unusableName',
          (files) => files.rename('README.md', '.g\u200cit', true),
        ],
        ['the creation of an existing folder', 'fileExists', (files) => files.createFolder('names')],
        ['the removal of a missing file', 'noFile', (files) => files.remove('nowhere', true)],
        ['the non-recursive removal of a non-empty folder', 'isNotEmpty', (files) => files.remove('names', false)],
        ['the rename of a missing file', 'noFile', (files) => files.rename('nowhere', 'x', true)],
        [
          'a rename onto a file without overwrite',
          'fileExists',
          (files) => files.rename('README.md', 'data.bin', false),
        ],
        ['the rename of a submodule', 'isFolder', (files) => files.rename('vendor/lib', 'lib', false)],
        ['the rename of a folder into itself', 'intoItself', (files) => files.rename('deep', 'deep/a/deep', false)],
      ];
    for (const [what, expected, work] of refusals) {
      it(`rejects ${what}`, async () => {
        const files = await open();
        assert.equal(why(await rejection(work(files))), expected);
        assert.deepEqual(drafted(files), []);
      });
    }
  });

  it('removes files, and a folder with its last file', async () => {
    const files = await open();
    await files.remove('中文/说明.md', false);
    assert.equal((await rejection(files.stat('中文/说明.md'))).kind, 'missing');
    assert.equal((await rejection(files.read('中文/说明.md'))).kind, 'missing');
    assert.deepEqual(await names(files, '中文'), ['空 格.txt']);
    await files.remove('中文/空 格.txt', false);
    assert.equal((await rejection(files.stat('中文'))).kind, 'missing');
    assert.ok(!(await names(files, '')).includes('中文'));
    await files.remove('deep', true);
    assert.equal((await rejection(files.stat('deep/a/b'))).kind, 'missing');
    assert.ok(!(await names(files, '')).includes('deep'));
    await files.createFolder('deep');
    assert.equal((await files.stat('deep')).kind, 'folder');
    assert.deepEqual(await names(files, 'deep'), []);
  });

  it('creates folders, which have no file content', async () => {
    const files = await open();
    await files.createFolder('new');
    await files.createFolder('new/inner');
    assert.equal((await files.stat('new')).kind, 'folder');
    assert.equal(why(await rejection(files.read('new'))), 'isFolder');
    await files.write('new/inner/a.txt', bytes('a'), anyhow);
    assert.deepEqual(await names(files, 'new'), ['inner']);
    assert.equal((await files.stat('new/inner/a.txt')).size, 1);
    assert.ok((await names(files, '')).includes('new'));
    await files.remove('new', true);
    assert.equal((await rejection(files.stat('new'))).kind, 'missing');
    assert.deepEqual(drafted(files), []);
  });

  it('drops a draft when the file equals the branch again', async () => {
    const files = await open();
    const before = await files.read('README.md');
    await files.write('README.md', bytes('changed'), anyhow);
    await files.rename('data.bin', 'moved.bin', false);
    assert.deepEqual(drafted(files), ['file README.md', 'file moved.bin', 'removed data.bin']);
    await files.write('README.md', before, anyhow);
    await files.rename('moved.bin', 'data.bin', false);
    assert.deepEqual(drafted(files), []);
  });

  it('renames folders with their drafts, without a download', async () => {
    const files = await open();
    await files.createFolder('deep/empty');
    await files.write('deep/new.txt', bytes('new'), anyhow);
    await files.rename('deep', 'moved', false);
    assert.deepEqual(await names(files, 'moved'), ['a', 'empty', 'new.txt']);
    assert.equal((await rejection(files.stat('deep'))).kind, 'missing');
    service.clear();
    assert.equal(await text(files, 'moved/a/b/c/d/e/file.txt'), 'Six folders down.\n');
    assert.equal(await text(files, 'moved/new.txt'), 'new');
    await files.rename('moved/empty', 'alone', false);
    assert.deepEqual(await names(files, 'alone'), []);
    await files.createFolder('one');
    await files.rename('one', 'two', false);
    assert.deepEqual([await names(files, 'two'), (await names(files, '')).includes('one')], [[], false]);
  });

  it('replaces the target of an overwriting rename', async () => {
    const files = await open();
    await files.rename('lines/crlf.txt', 'lines/mixed.txt', true);
    assert.equal(await text(files, 'lines/mixed.txt'), 'one\r\ntwo\r\nthree\r\n');
    assert.equal((await rejection(files.stat('lines/crlf.txt'))).kind, 'missing');
    await files.write('fresh.txt', bytes('fresh'), anyhow);
    await files.rename('fresh.txt', 'empty.txt', true);
    assert.equal(await text(files, 'empty.txt'), 'fresh');
  });

  it('writes through symbolic links, but removes and renames the links themselves', async () => {
    const files = await open();
    await files.write('unrelated.txt', bytes('x'), anyhow);
    await files.write('link-to-file', bytes('through the link'), anyhow);
    assert.equal(await text(files, 'README.md'), 'through the link');
    assert.equal((await files.stat('link-to-file')).linked, true);
    assert.deepEqual(await names(files, 'link-to-folder'), await names(files, 'images'));
    await files.write('link-to-folder/new.txt', bytes('inside'), anyhow);
    assert.equal(await text(files, 'images/new.txt'), 'inside');
    assert.ok((await names(files, 'link-to-folder')).includes('new.txt'));
    await files.remove('link-to-folder', false);
    assert.ok((await names(files, 'images')).includes('logo.png'));
    assert.equal((await rejection(files.stat('link-to-folder'))).kind, 'missing');
  });

  it('shows committed files before the branch is read again', async () => {
    const files = await open();
    await files.stat('README.md');
    const sha = await blobSha(bytes('committed'));
    files.changes.markCommitted('made.txt', { sha, mode: '100644', size: 9 });
    files.changes.markCommitted('empty.txt', undefined);
    assert.deepEqual([(await files.stat('made.txt')).size, (await files.stat('made.txt')).sha], [9, sha]);
    assert.equal((await rejection(files.stat('empty.txt'))).kind, 'missing');
    const listed = await names(files, '');
    assert.deepEqual([listed.includes('made.txt'), listed.includes('empty.txt')], [true, false]);
    assert.equal((await rejection(files.read('made.txt'))).kind, 'missing');
    await files.write('made.txt', bytes('again'), anyhow);
    assert.equal(files.drafts.effective('made.txt')?.base, sha);
    await service.act({ do: 'push', repository: samples, branch: 'main', files: { 'other.txt': 'x' } });
    await files.remote.check([]);
    assert.equal(files.changes.committedAt('empty.txt'), undefined);
    assert.equal((await files.stat('empty.txt')).kind, 'file');
  });

  it('moves files to another branch, and removes them only after the copy', async () => {
    await service.act({ do: 'push', repository: samples, branch: 'side', files: { 'side.txt': 'x' } });
    const [from, to] = [await open(), await open('side')];
    await moveAcross({ editable: from, path: '中文' }, { editable: to, path: 'zh' }, false);
    assert.deepEqual(await names(to, 'zh'), ['空 格.txt', '说明.md'].sort());
    assert.equal((await rejection(from.stat('中文'))).kind, 'missing');
    await moveAcross({ editable: from, path: 'README.md' }, { editable: to, path: 'side.txt' }, true);
    assert.match(await text(to, 'side.txt'), /^# Samples/);
    const taken = moveAcross({ editable: from, path: 'empty.txt' }, { editable: to, path: 'side.txt' }, false);
    assert.equal((await rejection(taken)).kind, 'conflict');
    assert.equal((await from.stat('empty.txt')).kind, 'file');
  });

  it('moves text to another branch that is saved during the copy', async () => {
    const [from, to] = [await open(), await open('side')];
    const write = to.write.bind(to);
    let saves = 0;
    to.write = async (...given) => {
      await write(...given);
      // The person saves again while the file is copied.
      if ((saves += 1) <= 2) await from.write('deep/a/b/c/d/e/file.txt', bytes(`saved ${saves}`), anyhow);
    };
    await moveAcross({ editable: from, path: 'deep' }, { editable: to, path: 'moved' }, false);
    assert.equal(await text(to, 'moved/a/b/c/d/e/file.txt'), 'saved 2');
    assert.equal((await rejection(from.stat('deep'))).kind, 'missing');
  });

  describe('drafts', () => {
    const paths = (files: WorkingTree, layer: 'staged' | 'working'): string[] =>
      files.drafts.changes(layer).map(({ path }) => path);

    it('can be staged and unstaged, except folders', async () => {
      const files = await open();
      await files.createFolder('folder');
      await files.write('README.md', bytes('one'), anyhow);
      await files.drafts.stage(['README.md', 'folder', 'nothing']);
      assert.deepEqual([paths(files, 'staged'), paths(files, 'working')], [['README.md'], ['folder']]);
      await files.write('README.md', bytes('two'), anyhow);
      await files.drafts.unstage(['README.md', 'nothing']);
      assert.equal(await text(files, 'README.md'), 'two');
      assert.deepEqual(paths(files, 'staged'), []);
    });

    it('are dropped after a staged new file is removed', async () => {
      const files = await open();
      await files.write('new.txt', bytes('new'), anyhow);
      await files.drafts.stage(['new.txt']);
      await files.remove('new.txt', false);
      await files.drafts.stage(['new.txt']);
      assert.deepEqual(drafted(files), []);
    });

    it('come back after the undo of a discard, also after a restart', async () => {
      const disk = new MemoryDisk();
      const files = await editableBranch(service, samples, { disk });
      await files.write('README.md', bytes('mine'), anyhow);
      const undo = await files.drafts.discard(['README.md', 'nothing']);
      assert.match(await text(files, 'README.md'), /^# Samples/);
      await undo();
      assert.equal(await text(await editableBranch(service, samples, { disk }), 'README.md'), 'mine');
    });

    it('are dropped or get a new base after a commit', async () => {
      const files = await open();
      await files.createFolder('folder');
      await files.write('folder/a.txt', bytes('a'), anyhow);
      await files.write('README.md', bytes('mine'), anyhow);
      await files.remove('empty.txt', false);
      await files.drafts.committed('working', 'folder/a.txt', await blobSha(bytes('a')));
      await files.drafts.committed('working', 'empty.txt', undefined);
      await files.drafts.committed('working', 'README.md', await blobSha(bytes('theirs')));
      assert.deepEqual(drafted(files), ['file README.md']);
      assert.equal(files.drafts.effective('README.md')?.base, await blobSha(bytes('theirs')));
    });

    it('are dropped if a merge yields the text of the branch', async () => {
      const files = await open();
      const theirs = bytes('theirs');
      await files.write('README.md', bytes('mine'), anyhow);
      const merge = async (merged: string): Promise<string | undefined> => {
        const mine = files.drafts.effective('README.md') ?? assert.fail('no draft');
        const change = await files.drafts.merged('working', mine, bytes(merged), await blobSha(theirs));
        return typeof change === 'object' ? change.sha : change;
      };
      assert.equal(await merge('theirs'), undefined);
      assert.deepEqual(drafted(files), []);
      await files.write('README.md', bytes('mine'), anyhow);
      assert.equal(await merge('both'), await blobSha(bytes('both')));
      assert.equal(await text(files, 'README.md'), 'both');
      await files.drafts.setConflict('working', 'nothing', undefined);
      assert.deepEqual(drafted(files), ['file README.md']);
    });

    it('move to another branch all together, or not at all if it has drafts of the same files', async () => {
      const [from, to] = [await open(), await open('side')];
      await from.write('README.md', bytes('mine'), anyhow);
      await from.write('data.bin', bytes('mine too'), anyhow);
      await to.write('README.md', bytes('other'), anyhow);
      const failure = await rejection(from.drafts.moveTo(to.drafts), 'conflict');
      assert.deepEqual([failure.reason, failure.about], ['draftedThere', ['README.md']]);
      assert.equal(drafted(from).length, 2);
      await to.drafts.discard(['README.md']);
      await from.drafts.moveTo(to.drafts);
      assert.deepEqual([drafted(from), drafted(to)], [[], ['file README.md', 'file data.bin']]);
      assert.equal(await text(to, 'data.bin'), 'mine too');
    });

    it('move later saved text to another branch too, unless that branch has a newer draft', async () => {
      const [from, to] = [await open(), await open('side')];
      await from.write('README.md', bytes('mine'), anyhow);
      await from.write('data.bin', bytes('mine too'), anyhow);
      const moved = await from.drafts.moveTo(to.drafts);
      await from.write('README.md', bytes('saved since'), anyhow);
      await from.drafts.stage(['README.md']);
      await from.write('data.bin', bytes('also since'), anyhow);
      await to.write('data.bin', bytes('later'), anyhow);
      assert.deepEqual(await from.drafts.moveRest(to.drafts, moved), ['data.bin']);
      assert.equal(await text(to, 'README.md'), 'saved since');
      assert.deepEqual([await text(from, 'data.bin'), await text(to, 'data.bin')], ['also since', 'later']);
    });

    it('are moved completely after an interrupted move', async () => {
      const [from, to] = [await open(), await open('side')];
      await from.write('README.md', bytes('staged'), anyhow);
      await from.drafts.stage(['README.md']);
      await from.write('README.md', bytes('mine'), anyhow);
      const undo = await from.drafts.discard(['README.md']);
      await undo();
      await from.drafts.moveTo(to.drafts);
      // As after a crash: the moved drafts are in both branches.
      await undo();
      await from.drafts.moveTo(to.drafts);
      assert.deepEqual([drafted(from), await text(to, 'README.md')], [[], 'mine']);
    });
  });
});
