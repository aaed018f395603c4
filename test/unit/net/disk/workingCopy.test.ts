import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../../src/core/errors.ts';
import type { CopiedChange } from '../../../../src/core/workingCopy.ts';
import { writeWorkingCopy } from '../../../../src/net/disk/workingCopy.ts';
import { bytes } from '../../../kit/bytes.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';

const file = (path: string, text: string, mode = '100644'): CopiedChange => ({
  path,
  kind: 'file',
  mode,
  read: () => Promise.resolve(bytes(text)),
});
const removed = (path: string): CopiedChange => ({ ...file(path, ''), kind: 'removed' });
const emptyFolder = (path: string): CopiedChange => ({ ...file(path, ''), kind: 'folder' });

describe('writeWorkingCopy', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let root: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    root = join(folder.path, 'clone');
    await mkdir(join(root, '.git'), { recursive: true });
    await mkdir(join(root, 'src'));
    await writeFile(join(root, 'src', 'a.txt'), 'a\n');
    await writeFile(join(root, 'run.sh'), '#!/bin/sh\n');
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const text = (path: string): Promise<string> => readFile(join(root, path), 'latin1');
  const isExecutable = async (path: string): Promise<boolean> => ((await lstat(join(root, path))).mode & 0o100) !== 0;
  const refuses = async (change: CopiedChange): Promise<void> => {
    const refused = { name: 'Failure', kind: 'refused', reason: 'draftsNotCopied', about: [change.path] };
    await assert.rejects(writeWorkingCopy(root, [change]), refused);
  };

  it('writes, replaces and removes files with exactly their bytes', async () => {
    const odd = Uint8Array.from([0, 13, 10, 255, 254, 10]);
    const binary = { ...file('new/deep/odd.bin', ''), read: () => Promise.resolve(odd) };
    await writeWorkingCopy(root, [file('run.sh', 'other\r\n'), removed('src/a.txt'), binary, emptyFolder('empty')]);
    assert.equal(await text('run.sh'), 'other\r\n');
    assert.deepEqual(new Uint8Array(await readFile(join(root, 'new/deep/odd.bin'))), odd);
    assert.deepEqual((await readdir(root)).sort(), ['.git', 'empty', 'new', 'run.sh']);
  });

  it('gives a file the mode of the change', async function () {
    if (process.platform === 'win32') this.skip();
    await chmod(join(root, 'src/a.txt'), 0o755);
    await writeWorkingCopy(root, [file('run.sh', 'x', '100755'), file('src/a.txt', 'a')]);
    assert.deepEqual([await isExecutable('run.sh'), await isExecutable('src/a.txt')], [true, false]);
  });

  it('writes a link, and a file in place of a link', async function () {
    if (process.platform === 'win32') this.skip();
    await symlink('run.sh', join(root, 'old'));
    await writeWorkingCopy(root, [file('link', 'src/a.txt', '120000'), file('old', 'a file now')]);
    assert.equal(await readlink(join(root, 'link')), 'src/a.txt');
    assert.ok((await lstat(join(root, 'old'))).isFile());
    assert.equal(await text('run.sh'), '#!/bin/sh\n');
  });

  it('makes a folder of a removed file, and a file of a folder whose files are removed', async () => {
    await writeWorkingCopy(root, [
      file('run.sh/inside', 'x'),
      removed('run.sh'),
      file('src', 'y'),
      removed('src/a.txt'),
    ]);
    assert.deepEqual([await text('run.sh/inside'), await text('src')], ['x', 'y']);
  });

  it('writes nothing outside of the folder and nothing in .git', async function () {
    if (process.platform === 'win32') this.skip();
    await mkdir(join(folder.path, 'outside'));
    await symlink(join(folder.path, 'outside'), join(root, 'away'));
    for (const path of [
      'away/file',
      '../file',
      '/file',
      '',
      'src/../../file',
      '.git/config',
      '.GIT/config',
      '.g\u200cit/config',
      '.git. /config',
      'src/.git/config',
      'GIT~1/config',
      '.git::$INDEX_ALLOCATION/config',
      'a\u0000b',
    ]) {
      await refuses(file(path, 'hostile'));
      await refuses(removed(path));
      await refuses(emptyFolder(path));
    }
    assert.deepEqual(await readdir(folder.path), ['clone', 'outside']);
    assert.deepEqual(await readdir(join(folder.path, 'outside')), []);
    assert.deepEqual(await readdir(join(root, '.git')), []);
  });

  it('names every change that cannot be written, and writes the others', async () => {
    await writeFile(join(root, 'src', 'b.txt'), 'b');
    const all = writeWorkingCopy(root, [file('src', 'x'), file('run.sh/x', 'x'), file('c.txt', 'c')]);
    await assert.rejects(all, { reason: 'draftsNotCopied', about: ['src', 'run.sh/x'] });
    assert.deepEqual([await text('c.txt'), await text('src/b.txt')], ['c', 'b']);
  });

  it('reports why bytes cannot be read', async () => {
    const offline = new Failure('unreachable', 'offline', { reason: 'offline' });
    const unread = { ...file('d.txt', ''), read: () => Promise.reject(offline) };
    await assert.rejects(writeWorkingCopy(root, [unread]), { kind: 'unreachable', reason: 'offline' });
  });
});
