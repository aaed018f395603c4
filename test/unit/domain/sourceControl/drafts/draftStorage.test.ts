import assert from 'node:assert/strict';
import type { DraftBranch } from '../../../../../src/domain/sourceControl/drafts/draft.ts';
import { branchesWithDrafts } from '../../../../../src/domain/sourceControl/drafts/draftStorage.ts';
import { Drafts } from '../../../../../src/domain/sourceControl/drafts/drafts.ts';
import { bytes } from '../../../../kit/bytes.ts';
import { MemoryDisk, memoryStorage } from '../../../../kit/memoryStorage.ts';

const branch: DraftBranch = { host: 'local', owner: 'alice', repo: 'notes', account: 'alice', branch: 'main' };

describe('Drafts on disk', () => {
  it('belong to one repository in any case of its name, and not to one with a letter that only looks alike', async () => {
    const storage = memoryStorage(new MemoryDisk());
    const of = async (repo: string): Promise<Drafts> => {
      const drafts = new Drafts(storage, { ...branch, repo }, () => Promise.reject(new Error()));
      await drafts.load();
      return drafts;
    };
    await (await of('kit')).write('a.txt', bytes('1\n'), undefined);
    assert.ok((await of('KIT')).effective('a.txt') !== undefined);
    const alike = await of('\u212ait');
    assert.equal(alike.effective('a.txt'), undefined);
    await alike.write('b.txt', bytes('2\n'), undefined);
    const stored = await branchesWithDrafts(storage)();
    assert.deepEqual(stored.map(({ changes }) => changes.map(({ path }) => path)).sort(), [['a.txt'], ['b.txt']]);
  });

  it('are read again if another window wrote the same size in the same clock tick', async () => {
    const disk = new MemoryDisk();
    const [here, there] = [1, 2].map(() => new Drafts(memoryStorage(disk), branch, () => Promise.reject(new Error())));
    assert.ok(here && there);
    const written = async (text: string): Promise<void> => {
      await there.write('a.txt', bytes(text), undefined);
      for (const file of disk.files.values()) file.modified = now;
    };
    const now = Date.now();
    await written('1\n');
    await here.load();
    const before = here.effective('a.txt')?.sha;
    await written('2\n');
    await here.load();
    assert.notEqual(here.effective('a.txt')?.sha, before);
    assert.equal(here.effective('a.txt')?.sha, there.effective('a.txt')?.sha);
  });

  it('are not read again if the file has not changed for a minute', async () => {
    const disk = new MemoryDisk();
    const storage = memoryStorage(disk);
    let reads = 0;
    const counting = { ...storage, read: (name: string) => ((reads += 1), storage.read(name)) };
    const drafts = new Drafts(counting, branch, () => Promise.reject(new Error()));
    await drafts.write('a.txt', bytes('1\n'), undefined);
    for (const file of disk.files.values()) file.modified = Date.now() - 60_000;
    await drafts.load();
    reads = 0;
    await drafts.load();
    assert.equal(reads, 0);
  });
});
