import assert from 'node:assert/strict';
import { toBase64 } from '../../../../../src/core/base64.ts';
import { encodeDraft, type Change, type DraftBranch } from '../../../../../src/domain/sourceControl/drafts/draft.ts';
import {
  branchesWithDrafts,
  draftFolder,
  nameHash,
} from '../../../../../src/domain/sourceControl/drafts/draftStorage.ts';
import { Drafts, type BaseFile } from '../../../../../src/domain/sourceControl/drafts/drafts.ts';
import { blobSha } from '../../../../../src/domain/objects/gitSha.ts';
import { pathsBelow, selectChanges } from '../../../../../src/domain/sourceControl/commit/commitSelection.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';

const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'notes', account: 'alice', branch: 'main' };
const base = async (text: string): Promise<BaseFile> => ({
  sha: await blobSha(bytes(text)),
  mode: '100644',
  size: text.length,
});

describe('Drafts', () => {
  let disk: MemoryDisk;
  beforeEach(() => (disk = new MemoryDisk()));
  const sit = (): Drafts => new Drafts(memoryStorage(disk), branch, () => Promise.resolve(bytes('of the branch')));
  const text = async (drafts: Drafts, path: string): Promise<string | undefined> => {
    const found = await drafts.read(path);
    return found && new TextDecoder().decode(found);
  };

  it('stores a merge as a conflict, until a text without markers is written, and never over a draft', async () => {
    const drafts = sit();
    const file = await base('mine');
    const marked = bytes('<<<<<<< a\nmine\n=======\ntheirs\n>>>>>>> b\n');
    assert.equal(await drafts.writeMerge('a.txt', marked, file), true);
    assert.deepEqual(drafts.get('working', 'a.txt')?.conflict, {
      theirs: file.sha,
      resolve: 'merge',
      marked: toBase64(marked),
    });
    assert.equal(await drafts.writeMerge('a.txt', bytes('another'), file), false);
    await drafts.write('a.txt', bytes('base'), file, { isAutomatic: true });
    await drafts.load();
    assert.equal(drafts.get('working', 'a.txt')?.conflict?.marked, toBase64(marked));
    await drafts.write('a.txt', bytes('both'), file);
    assert.equal(drafts.get('working', 'a.txt')?.conflict, undefined);
    assert.equal(await text(drafts, 'a.txt'), 'both');
  });

  it('removes no draft that changed since it was seen, and names it', async () => {
    const drafts = sit();
    for (const path of ['a.txt', 'b.txt']) await drafts.write(path, bytes('seen'), undefined);
    const files = ['a.txt', 'b.txt'].map((path) => ({
      path,
      base: undefined,
      seen: { change: drafts.effective(path) },
    }));
    await drafts.write('a.txt', bytes('typed since'), undefined);
    assert.deepEqual(await drafts.removeAll(files), ['a.txt']);
    assert.deepEqual([await text(drafts, 'a.txt'), drafts.effective('b.txt')], ['typed since', undefined]);
  });

  it('removes a draft on look after another window discarded it', async () => {
    const [here, there] = [sit(), sit()];
    await here.write('a.txt', bytes('a'), undefined);
    await there.load();
    const told: string[] = [];
    there.onDidChange((paths) => told.push(...paths));
    await here.discard(['a.txt']);
    await there.look('a.txt');
    assert.deepEqual([there.effective('a.txt'), told], [undefined, ['a.txt']]);
  });

  const unasked = (): Promise<never> => Promise.reject(new Error('not asked'));
  const pathAt = (whole: Uint8Array): number => new TextDecoder().decode(whole).indexOf('a.txt');
  const damages: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>> = {
    'has a flipped bit in its header': (whole) => whole.with(2, (whole[2] ?? 0) ^ 0x80),
    'names another path': (whole) => whole.map((byte, at) => (at === pathAt(whole) ? byte ^ 2 : byte)),
    'is zeros': (whole) => whole.fill(0),
    'is cut in its header': (whole) => whole.slice(0, 20),
    'is empty': () => new Uint8Array(),
  };
  for (const [how, damage] of Object.entries(damages)) {
    it(`keeps a draft whose file ${how}, and tells where, once and before a save replaces it`, async () => {
      const name = `${await draftFolder(branch)}/working-${await nameHash('a.txt')}`;
      const kept: string[] = [];
      const open = (): Drafts => new Drafts(memoryStorage(disk), branch, unasked, (where) => kept.push(where));
      const damaged = async (): Promise<Uint8Array> => {
        await open().write('a.txt', bytes('typed by the user'), undefined);
        const whole = damage((disk.files.get(name) ?? assert.fail()).bytes);
        disk.files.set(name, { bytes: whole, modified: Date.now() - 60_000 });
        return whole;
      };
      const steps: Readonly<Record<string, (drafts: Drafts) => Promise<unknown>>> = {
        load: (drafts) => Promise.all([drafts.load(), open().load()]),
        look: (drafts) => drafts.look('a.txt'),
        save: (drafts) => drafts.write('a.txt', bytes('typed again'), undefined),
        remove: (drafts) => drafts.removeAll([{ path: 'a.txt', base: undefined }]),
        move: (drafts) => drafts.moveTo(new Drafts(memoryStorage(disk), { ...branch, branch: 'other' }, unasked)),
        overview: () => branchesWithDrafts(memoryStorage(disk), (where) => kept.push(where))(),
      };
      for (const [step, run] of Object.entries(steps)) {
        const whole = await damaged();
        const drafts = open();
        kept.length = 0;
        await run(drafts);
        assert.equal(kept.length, 1, step);
        assert.deepEqual(disk.files.get(kept[0] ?? '')?.bytes, whole, step);
        assert.equal(await text(drafts, 'a.txt'), step === 'save' ? 'typed again' : undefined, step);
        await drafts.load();
        assert.equal(kept.length, 1, `told again: ${step}`);
        disk.files.clear();
      }
    });
  }

  it('replaces no damaged draft if the disk cannot keep it', async () => {
    const name = `${await draftFolder(branch)}/working-${await nameHash('a.txt')}`;
    const storage = memoryStorage(disk);
    disk.files.set(name, { bytes: bytes('damaged'), modified: 0 });
    const write = storage.write.bind(storage);
    storage.write = (to, ...given) =>
      to.startsWith('damaged-') ? Promise.reject(new Error('full')) : write(to, ...given);
    const drafts = new Drafts(storage, branch, unasked);
    await drafts.load();
    await assert.rejects(drafts.write('a.txt', bytes('typed again'), undefined), /full/);
    assert.deepEqual(disk.files.get(name)?.bytes, bytes('damaged'));
  });

  it('restores remembered drafts over newer ones, in both layers', async () => {
    const drafts = sit();
    await drafts.write('staged.txt', bytes('one'), undefined);
    await drafts.stage(['staged.txt']);
    await drafts.write('both.txt', bytes('one'), undefined);
    await drafts.stage(['both.txt']);
    await drafts.write('both.txt', bytes('two'), undefined);
    const paths = ['staged.txt', 'both.txt', 'none.txt'];
    const undo = await drafts.remember(paths);
    for (const path of paths) await drafts.write(path, bytes('later'), undefined);
    await undo?.();
    assert.equal(await text(drafts, 'staged.txt'), 'one');
    assert.equal(drafts.get('working', 'staged.txt'), undefined);
    assert.equal(await text(drafts, 'both.txt'), 'two');
    assert.notEqual(drafts.get('staged', 'both.txt')?.sha, drafts.get('working', 'both.txt')?.sha);
    assert.equal(drafts.effective('none.txt'), undefined);
    assert.equal(await drafts.remember(['none.txt', 'other.txt']), undefined);
  });

  it('does not stage a draft that another window discarded, and keeps its staged version', async () => {
    const [here, there] = [sit(), sit()];
    await here.write('a.txt', bytes('a'), undefined);
    await here.stage(['a.txt']);
    await here.write('a.txt', bytes('b'), undefined);
    await there.load();
    await here.discard(['a.txt'], 'working');
    await there.stage(['a.txt']);
    assert.equal(await text(there, 'a.txt'), 'a');
    assert.deepEqual(there.changes('working'), []);
  });

  it('refuses every path with a name that a system treats as .git, and removes such a file', async () => {
    const drafts = sit();
    await drafts.write('a.txt', bytes('a'), undefined);
    const paths = [
      'git~1/config',
      '.git./config',
      '.g\u200cit/config',
      'sub/.GIT',
      '.git::$INDEX_ALLOCATION/x',
      'a\\.git',
    ];
    for (const path of paths) {
      const refused = { kind: 'invalid', reason: 'unusableName', about: [path] };
      await assert.rejects(drafts.write(path, bytes('x'), await base('old')), refused);
      await assert.rejects(drafts.createFolder(path), refused);
      const moved = { from: 'a.txt', to: path, base: undefined, targetBase: undefined };
      await assert.rejects(drafts.renameAll([moved]), refused);
    }
    assert.deepEqual(
      drafts.effectiveBelow('').map(({ path }) => path),
      ['a.txt'],
    );
    await drafts.removeAll([{ path: 'git~1/config', base: await base('old') }]);
    assert.equal(drafts.effective('git~1/config')?.kind, 'removed');
  });

  it('renames a file with its staged content', async () => {
    const drafts = sit();
    await drafts.write('a.txt', bytes('a'), undefined);
    await drafts.stage(['a.txt']);
    await drafts.renameAll([{ from: 'a.txt', to: 'b.txt', base: undefined, targetBase: undefined }]);
    assert.deepEqual([await text(drafts, 'b.txt'), drafts.effective('a.txt')?.kind], ['a', 'removed']);
  });

  it('keeps the later saved content on unstage', async () => {
    const drafts = sit();
    await drafts.write('a.txt', bytes('staged'), undefined);
    await drafts.stage(['a.txt']);
    await drafts.write('a.txt', bytes('later'), undefined);
    await drafts.unstage(['a.txt']);
    assert.deepEqual([drafts.get('staged', 'a.txt'), await text(drafts, 'a.txt')], [undefined, 'later']);
  });

  it('ends as an edit without a rename if an edited file is moved away and back', async () => {
    const drafts = sit();
    const old = await base('old');
    await drafts.write('a.txt', bytes('new'), old);
    await drafts.renameAll([{ from: 'a.txt', to: 'b.txt', base: old, targetBase: undefined }]);
    assert.equal(drafts.effective('b.txt')?.from, 'a.txt');
    await drafts.renameAll([{ from: 'b.txt', to: 'a.txt', base: undefined, targetBase: old }]);
    const { from, base: started } = drafts.effective('a.txt') ?? {};
    assert.deepEqual([from, started, await text(drafts, 'a.txt')], [undefined, old.sha, 'new']);
    assert.equal(drafts.effective('b.txt'), undefined);
  });

  it('uses the replaced file as base after a rename onto it', async () => {
    const drafts = sit();
    const onto = await base('onto');
    await drafts.renameAll([{ from: 'a.txt', to: 'b.txt', base: await base('of the branch'), targetBase: onto }]);
    assert.deepEqual([drafts.effective('b.txt')?.base, await text(drafts, 'b.txt')], [onto.sha, 'of the branch']);
  });

  it('creates no draft for the rename of a missing file', async () => {
    const drafts = sit();
    await drafts.renameAll([{ from: 'nothing', to: 'b.txt', base: undefined, targetBase: undefined }]);
    assert.ok(drafts.isEmpty);
  });

  it('detects every change of a draft by another window, and reads it after a restart', async () => {
    const at = { path: 'a.txt', kind: 'file', base: 'b', mode: '100644', sha: 's', size: 1, held: true } as const;
    const first: Change = { ...at, from: undefined, conflict: undefined, modified: 1 };
    const variants: readonly Change[] = [
      first,
      { ...first, base: undefined },
      { ...first, mode: '100755' },
      { ...first, sha: 'another' },
      { ...first, size: 2 },
      { ...first, held: false },
      { ...first, from: 'before.txt' },
      { ...first, modified: 2 },
      { ...first, conflict: { theirs: undefined, resolve: 'choice' } },
      { ...first, conflict: { theirs: 'theirs', resolve: 'choice' } },
      { ...first, conflict: { theirs: 'theirs', resolve: 'markers' } },
      { ...first, conflict: { theirs: 'theirs', resolve: 'merge' } },
      { ...first, kind: 'removed', sha: undefined, size: 0 },
      { ...first, kind: 'folder', base: undefined, sha: undefined, size: 0 },
    ];
    const storage = memoryStorage(disk);
    for (const layer of ['working', 'staged'] as const) {
      const name = `${await draftFolder(branch)}/${layer}-${await nameHash('a.txt')}`;
      const [looking, loading] = [sit(), sit()];
      for (const change of variants.flatMap((variant) => [first, variant])) {
        await storage.write(name, encodeDraft({ layer, branch, change, bytes: bytes('') }));
        await looking.look('a.txt');
        await loading.load();
        const restarted = sit();
        await restarted.load();
        for (const window of [looking, loading, restarted]) assert.deepEqual(window.get(layer, 'a.txt'), change);
      }
      await storage.remove(name);
    }
  });

  it('skips a draft whose file disappears during load', async () => {
    await sit().write('a.txt', bytes('a'), undefined);
    const storage = { ...memoryStorage(disk), read: () => Promise.resolve(undefined) };
    const drafts = new Drafts(storage, branch, () => Promise.reject(new Error()));
    await drafts.load();
    assert.ok(drafts.isEmpty);
  });

  it('rejects selected and discarded paths without a draft', async () => {
    const drafts = sit();
    await drafts.write('a.txt', bytes('a'), undefined);
    assert.throws(() => selectChanges(drafts, ['a.txt', 'b']), { kind: 'missing', field: 'paths' });
    assert.equal(selectChanges(drafts, ['a.txt']).length, 1);
    await drafts.write('dir/b.txt', bytes('b'), undefined);
    assert.deepEqual(
      [['dir'], [''], ['', 'dir']].map((paths) => selectChanges(drafts, paths).length),
      [1, 2, 2],
    );
    // Discard rejects an empty path, because it would discard every draft.
    assert.throws(() => pathsBelow(['a.txt', 'dir/b.txt'], ['']), { kind: 'missing' });
  });
});
