import assert from 'node:assert/strict';
import { Failure } from '../../../../../src/core/errors.ts';
import type { CheckoutRegistry } from '../../../../../src/domain/sourceControl/workingTree/checkoutRegistry.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { commitNow } from '../../../../kit/commitNow.ts';
import { HeldAnswers } from '../../../../kit/heldAnswers.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';
import { asked, hostId } from '../../../../kit/remoteFiles.ts';
import { until } from '../../../../kit/until.ts';
import { freshService } from '../../../kit/suiteService.ts';
import { editingWindow, progress, read, request, written, type EditingWindow } from '../../../kit/editing.ts';

describe('CheckoutRegistry', () => {
  const service = freshService();
  let opened: CheckoutRegistry[];
  beforeEach(() => (opened = []));
  afterEach(() => {
    for (const checkouts of opened) checkouts.dispose();
  });

  const sit = (disk = new MemoryDisk(), signedIn = true, held = new HeldAnswers()): EditingWindow => {
    const window = editingWindow(service, { storage: memoryStorage(disk), signedIn, fetch: held.fetch });
    opened.push(window.checkouts);
    return window;
  };

  it('shares the drafts of a branch between all its addresses, and has no checkout for a commit', async () => {
    const { checkouts, at } = sit();
    const [named, unnamed] = [await at('alice/website', 'main'), await at('alice/website', '')];
    await named.workingTree.write('README.md', bytes('mine\n'), written);
    assert.equal(await read(unnamed, 'README.md'), 'mine\n');
    const sha = await (await service.repository('alice/website')).git(['rev-parse', 'main']);
    assert.equal(await checkouts.at({ host: hostId, owner: 'alice', repo: 'website', ref: sha }), undefined);
  });

  it('shows committed texts at every moment of a commit, and downloads none of them afterwards', async () => {
    const { checkouts, told, at } = sit();
    const edited = await at();
    await edited.workingTree.list('');
    const texts = { 'new.txt': 'new\n', 'README.md': '# Mine\n', 'other.txt': 'other\n' };
    for (const [path, text] of Object.entries(texts)) await edited.workingTree.write(path, bytes(text), written);
    await edited.workingTree.remove('package.json', false);
    told.length = 0;
    const wrong: string[] = [];
    const looks: Promise<void>[] = [];
    const look = async (): Promise<void> => {
      for (const [path, text] of Object.entries(texts)) if ((await read(edited, path)) !== text) wrong.push(path);
      const names = await edited.workingTree.list('');
      for (const path of Object.keys(texts)) if (!names.has(path)) wrong.push(`no ${path}`);
      if (names.has('package.json')) wrong.push('package.json');
    };
    checkouts.onDidChange(() => looks.push(look()));
    await commitNow(edited.committer, request, progress);
    await Promise.all(looks);
    assert.ok(looks.length >= 4);
    assert.deepEqual(wrong, []);
    assert.deepEqual(told, [], 'nothing changed for a reader');
    assert.ok(edited.drafts.isEmpty);
    const again = await asked(service, async () => {
      for (const [path, text] of Object.entries(texts)) assert.equal(await read(edited, path), text);
    });
    assert.deepEqual(
      again.filter((operation) => operation === 'files.blob'),
      [],
    );
  });

  it('shows what another window saves, discards and commits', async () => {
    const disk = new MemoryDisk();
    const [mine, theirs] = [sit(disk), sit(disk)];
    const [here, there] = [await mine.at(), await theirs.at()];
    await there.workingTree.list('');
    await here.workingTree.write('README.md', bytes('one\n'), written);
    await here.workingTree.write('new.txt', bytes('new\n'), written);
    await theirs.checkouts.reload();
    assert.deepEqual(theirs.told.sort(), ['changed README.md', 'created new.txt']);
    assert.equal(await read(there, 'README.md'), 'one\n');
    await here.workingTree.write('README.md', bytes('two\n'), written);
    const before = await there.workingTree.stat('README.md');
    await theirs.checkouts.look(there, 'README.md');
    assert.notEqual((await there.workingTree.stat('README.md')).sha, before.sha);
    theirs.told.length = 0;
    await commitNow(here.committer, request, progress);
    const settled = new Promise<void>((resolve) => theirs.checkouts.onDidChange(() => resolve()));
    await theirs.checkouts.reload();
    await settled;
    assert.equal(await read(there, 'README.md'), 'two\n');
    assert.equal(await read(there, 'new.txt'), 'new\n');
    assert.ok(!theirs.told.some((told) => told.startsWith('deleted')), theirs.told.join());
  });

  it('commits correctly in a window with an outdated position of the branch', async () => {
    const disk = new MemoryDisk();
    const held = new HeldAnswers();
    const [mine, theirs] = [sit(disk), sit(disk, true, held)];
    const [here, there] = [await mine.at(), await theirs.at()];
    const holding = held.hold();
    const looking = there.remote.check([]);
    const arrive = await holding;
    await here.workingTree.write('README.md', bytes('one\n'), written);
    await commitNow(here.committer, request, progress);
    await here.workingTree.write('README.md', bytes('two\n'), written);
    const sent = service.requests.length;
    const committing = commitNow(there.committer, request, progress);
    await until(() => service.requests.length > sent);
    arrive();
    assert.equal((await committing).length, 1);
    await looking;
    const git = await service.repository('alice/website');
    assert.equal(await git.git(['show', 'main:README.md']), 'two');
    assert.equal(await read(there, 'README.md'), 'two\n');
  });

  it('reports a folder as deleted with its last draft, not before', async () => {
    const { checkouts, told, at } = sit();
    const edited = await at();
    await edited.workingTree.list('');
    await edited.workingTree.createFolder('plans');
    await edited.workingTree.write('plans/a.md', bytes('a\n'), written);
    await edited.workingTree.write('src/new.ts', bytes('new\n'), written);
    await edited.drafts.discard(['plans']);
    told.length = 0;
    const gone = new Promise<void>((resolve) =>
      checkouts.onDidChange(({ changes }) => changes.some(({ path }) => path === 'plans') && resolve()),
    );
    await edited.drafts.discard(['src/new.ts', 'plans/a.md']);
    await gone;
    assert.deepEqual(told.slice(0, 2).sort(), ['deleted plans/a.md', 'deleted src/new.ts']);
    assert.deepEqual(told.slice(2), ['deleted plans']);
    assert.ok(!(await edited.workingTree.list('')).has('plans'));
    assert.ok((await edited.workingTree.list('')).has('src'));
  });

  it('saves through symbolic links into their targets', async () => {
    const edited = await sit().at('alice/samples', '');
    const [name = ''] =
      [...(await edited.workingTree.list('link-to-folder'))].find(([, { kind }]) => kind === 'file') ?? [];
    const real = (await (await edited.remote.snapshot()).find('link-to-folder'))?.path ?? '';
    assert.notEqual(real, 'link-to-folder');
    await edited.workingTree.write(`link-to-folder/${name}`, bytes('through\n'), written);
    await edited.workingTree.write('link-to-folder/beside.txt', bytes('beside\n'), written);
    assert.deepEqual(
      edited.drafts.changes('working').map(({ path }) => path),
      [`${real}/${name}`, `${real}/beside.txt`].sort(),
    );
    for (const folder of ['link-to-folder', real]) {
      assert.equal(await read(edited, `${folder}/${name}`), 'through\n');
      assert.ok((await edited.workingTree.list(folder)).has('beside.txt'));
    }
    await edited.workingTree.remove('link-to-folder', true);
    assert.equal(edited.drafts.effective('link-to-folder')?.kind, 'removed');
    assert.equal(await read(edited, `${real}/${name}`), 'through\n', 'what a link leads to stays');
  });

  it('keeps the executable bit, and saves offline over a file that was read before', async () => {
    const one = sit();
    const edited = await one.at('alice/samples', '');
    const listing = await (await service.repository('alice/samples')).git(['ls-tree', '-r', 'HEAD']);
    const script =
      listing
        .split('\n')
        .find((line) => line.startsWith('100755'))
        ?.split('\t')[1] ?? '';
    assert.notEqual(script, '');
    await edited.workingTree.list('');
    await edited.workingTree.list(script.slice(0, script.lastIndexOf('/')));
    await edited.workingTree.read(script);
    one.session.network.online = false;
    await edited.workingTree.write(script, bytes('#!/bin/sh\n'), written);
    assert.equal(edited.drafts.effective(script)?.mode, '100755');
    await edited.workingTree.write('offline.txt', bytes('offline\n'), written);
    assert.equal(await read(edited, 'offline.txt'), 'offline\n');
    one.session.network.online = true;
    await commitNow(edited.committer, request, progress);
    const after = await (await service.repository('alice/samples')).git(['ls-tree', 'HEAD', script]);
    assert.match(after, /^100755 /);
  });

  it('takes over drafts from before sign-in, and hides drafts of an account after sign-out', async () => {
    const disk = new MemoryDisk();
    const anonymous = sit(disk, false);
    await (await anonymous.at()).workingTree.write('README.md', bytes('before\n'), written);
    const alice = await sit(disk).at();
    assert.equal(await read(alice, 'README.md'), 'before\n');
    await alice.workingTree.write('of-alice.txt', bytes('alice\n'), written);
    const later = await sit(disk, false).at();
    assert.ok(later.drafts.isEmpty, 'drafts of an account show to nobody else');
    assert.deepEqual(
      (await sit(disk).at()).drafts.changes('working').map(({ path }) => path),
      ['README.md', 'of-alice.txt'],
    );
  });

  it('takes over a draft that is saved during sign-in', async () => {
    const disk = new MemoryDisk();
    const late = (await sit(disk, false).at()).drafts;
    await late.write('README.md', bytes('before\n'), undefined);
    const window = sit(disk);
    const alice = await window.at();
    assert.equal(await read(alice, 'README.md'), 'before\n');
    await late.write('README.md', bytes('under way\n'), undefined);
    await window.checkouts.reload();
    await until(async () => (await read(alice, 'README.md')) === 'under way\n');
    // The draft is written to the account before it is removed from the drafts without one.
    await until(async () => (await window.checkouts.stored()).length === 1);
  });

  it('stores every file name that git accepts, and rejects the others', async () => {
    const edited = await sit().at();
    const names = [
      'ä b.txt',
      ' lead',
      'trail ',
      '100%25.txt',
      'a#b?c&d=e+f',
      '表😀.md',
      '-dash',
      'back\\slash',
      'con',
      '~',
      'q\'uo"te',
      'x'.repeat(200),
    ];
    for (const name of names) await edited.workingTree.write(name, bytes(`${name}\n`), written);
    for (const name of ['.git', '.GIT', '..', 'tab\there', 'null\0'])
      await assert.rejects(
        edited.workingTree.write(name, bytes('x'), written),
        { kind: 'invalid' },
        JSON.stringify(name),
      );
    await commitNow(edited.committer, request, progress);
    const repository = await service.repository('alice/website');
    const inGit = (await repository.git(['ls-tree', '-z', '--name-only', 'main'])).split('\0');
    assert.deepEqual(
      names.filter((name) => !inGit.includes(name)),
      [],
    );
  });

  it('keeps the drafts of a branch that was deleted on the server', async () => {
    const one = sit();
    const edited = await one.at('alice/website', 'main');
    const git = await service.repository('alice/website');
    const branches = (await git.git(['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).split('\n');
    const doomed = branches.find((name) => name !== 'main') ?? '';
    const other = await one.at('alice/website', doomed);
    await other.workingTree.write('kept.txt', bytes('kept\n'), written);
    await service.act({ do: 'deleteBranch', repository: 'alice/website', branch: doomed });
    await assert.rejects(other.remote.check([]), { kind: 'missing' });
    assert.equal(await read(other, 'kept.txt'), 'kept\n');
    assert.deepEqual(
      (await one.checkouts.stored()).map(({ branch, changes }) => [branch.branch, changes.length]),
      [[doomed, 1]],
    );
    await other.drafts.moveTo(edited.drafts);
    await commitNow(edited.committer, request, progress);
    assert.equal(await git.git(['show', 'main:kept.txt']), 'kept');
  });

  it('throws diskFull and keeps the previous draft', async () => {
    const storage = memoryStorage();
    let full = false;
    const write = async (...args: Parameters<typeof storage.write>): Promise<void> => {
      if (full) throw new Failure('refused', 'no space', { reason: 'diskFull' });
      await storage.write(...args);
    };
    const window = editingWindow(service, { storage: { ...storage, write } });
    opened.push(window.checkouts);
    const edited = await window.at();
    await edited.workingTree.write('README.md', bytes('first\n'), written);
    full = true;
    await assert.rejects(edited.workingTree.write('README.md', bytes('second\n'), written), { reason: 'diskFull' });
    assert.equal(await read(edited, 'README.md'), 'first\n');
    full = false;
    await edited.workingTree.write('README.md', bytes('second\n'), written);
    assert.equal(await read(edited, 'README.md'), 'second\n');
  });

  it('stores 100 drafts, and reads only changed ones again', async () => {
    const disk = new MemoryDisk();
    let reads = 0;
    const storage = memoryStorage(disk);
    const counted = { ...storage, read: (name: string) => ((reads += 1), storage.read(name)) };
    const window = editingWindow(service, { storage: counted });
    opened.push(window.checkouts);
    const edited = await window.at();
    for (let n = 0; n < 100; n += 1) await edited.workingTree.write(`file-${n}.txt`, bytes(`${n}\n`), written);
    assert.equal((await edited.workingTree.list('')).has('file-99.txt'), true);
    assert.equal(edited.drafts.changes('working').length, 100);
    // A recently written file is always read again, so the files are made older.
    for (const file of disk.files.values()) file.modified -= 60_000;
    await window.checkouts.reload();
    const other = await sit(disk).at();
    await other.workingTree.write('file-7.txt', bytes('elsewhere\n'), written);
    reads = 0;
    await window.checkouts.reload();
    assert.equal(await read(edited, 'file-7.txt'), 'elsewhere\n');
    assert.ok(reads < 10, `${reads} files were read`);
  });
});
