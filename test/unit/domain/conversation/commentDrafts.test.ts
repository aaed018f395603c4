import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parentOf } from '../../../../src/core/path.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { CommentDrafts } from '../../../../src/domain/conversation/commentDrafts.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';

const issue = { account: '1', name: { host: 'h', owner: 'o', repo: 'r' }, number: '2' };

describe('CommentDrafts', () => {
  it('keeps a new comment and changed ones over a restart, each account and issue its own', async () => {
    const storage = memoryStorage();
    const drafts = new CommentDrafts(storage);
    await drafts.set(issue, 'New');
    await drafts.set({ ...issue, id: 'new' }, 'Changed');
    await drafts.set({ ...issue, account: '2' }, 'Of another account');
    const later = new CommentDrafts(storage);
    assert.deepEqual([...(await later.of(issue))].sort(), [
      ['', 'New'],
      ['new', 'Changed'],
    ]);
    assert.equal(await later.get({ ...issue, number: '3' }), undefined);
  });

  it('removes a text that became empty, and says that it changed', async () => {
    const storage = memoryStorage();
    const drafts = new CommentDrafts(storage);
    let changes = 0;
    drafts.onDidChange(() => (changes += 1));
    await drafts.set(issue, 'x');
    await drafts.set(issue, ' \n');
    assert.deepEqual([await drafts.get(issue), changes], [undefined, 2]);
    assert.equal(await new CommentDrafts(storage).get(issue), undefined);
    assert.deepEqual(await storage.list('comments'), []);
  });

  it('keeps the last of several texts that are written at once', async () => {
    const storage = memoryStorage();
    const drafts = new CommentDrafts(storage);
    await Promise.all(['a', 'b', 'c'].map((text) => drafts.set(issue, text)));
    assert.equal(await new CommentDrafts(storage).get(issue), 'c');
  });

  it('keeps the texts of two windows at one place, and a text that another window changed is not removed', async () => {
    const storage = memoryStorage();
    const [mine, theirs] = [new CommentDrafts(storage), new CommentDrafts(storage)];
    await Promise.all([mine.of(issue), theirs.of(issue)]);
    await mine.set(issue, 'Mine');
    await theirs.set(issue, 'Theirs');
    const third = new CommentDrafts(storage);
    assert.deepEqual((await third.get(issue))?.split('\n\n').sort(), ['Mine', 'Theirs']);
    await theirs.set(issue, '');
    assert.equal(await new CommentDrafts(storage).get(issue), 'Mine');
    await mine.set(issue, 'Mine, longer');
    await third.set(issue, '');
    assert.equal(await new CommentDrafts(storage).get(issue), 'Mine, longer');
  });

  it('replaces the file that an earlier window left', async () => {
    const storage = memoryStorage();
    await new CommentDrafts(storage).set(issue, 'Earlier');
    await new CommentDrafts(storage).set(issue, 'Now');
    assert.equal(await new CommentDrafts(storage).get(issue), 'Now');
  });

  it('stores a text typed beside + of each file of this repository', async () => {
    const storage = memoryStorage();
    const drafts = new CommentDrafts(storage);
    let failures = 0;
    drafts.onDidFail(() => (failures += 1));
    const paths = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
    const ids = paths.map((path) => JSON.stringify({ kind: 'file', path: `中文/${path}`, input: '/commentinput-1' }));
    for (const id of ids) await drafts.set({ ...issue, id }, id);
    assert.equal(failures, 0);
    assert.deepEqual([...(await new CommentDrafts(storage).of(issue)).values()].sort(), [...new Set(ids)].sort());
  });

  it('keeps a damaged file, names it once, and shows the other texts', async () => {
    const storage = memoryStorage();
    await new CommentDrafts(storage).set({ ...issue, id: 'whole' }, 'Whole');
    const [whole] = await storage.list('comments');
    const folder = parentOf(whole?.name ?? '');
    const damaged = {
      cut: Buffer.from('{"id":"1","te'),
      zeroed: Buffer.alloc(30),
      bytes: Buffer.from('{"id":"1","text":"\xff"}', 'latin1'),
      shape: Buffer.from('{"id":1}'),
      [`id-${'%2f'.repeat(60)}`]: Buffer.from('['.repeat(100_000)),
    };
    for (const [file, bytes] of Object.entries(damaged)) await storage.write(`${folder}/${file}`, bytes);
    const drafts = new CommentDrafts(storage);
    const kept: string[] = [];
    drafts.onDidKeepDamaged((one) => kept.push(one));
    assert.deepEqual([...(await drafts.of(issue))], [['whole', 'Whole']]);
    await new CommentDrafts(storage).of(issue);
    const bytes = await Promise.all(
      kept.map(async (one) => Buffer.from((await storage.read(one)) ?? []).toString('hex')),
    );
    assert.deepEqual(
      bytes.sort(),
      Object.values(damaged)
        .map((one) => one.toString('hex'))
        .sort(),
    );
    assert.ok(kept.every((one) => one.startsWith('damaged-comments/')));
  });

  it('says once that the disk is full, and again after a text was stored', async () => {
    const storage = memoryStorage();
    const write = storage.write.bind(storage);
    const drafts = new CommentDrafts(storage);
    const failed: unknown[] = [];
    drafts.onDidFail((error) => failed.push(error));
    await drafts.set(issue, 'Stored');
    storage.write = () => Promise.reject(new Failure('refused', 'full', { reason: 'diskFull' }));
    for (const text of ['a', 'ab', 'abc']) await drafts.set(issue, text);
    assert.equal(failed.length, 1);
    assert.deepEqual([await drafts.get(issue), await new CommentDrafts(storage).get(issue)], ['abc', 'Stored']);
    storage.write = write;
    await drafts.set(issue, 'abcd');
    storage.write = () => Promise.reject(new Failure('refused', 'full', { reason: 'diskFull' }));
    await drafts.set(issue, 'abcde');
    assert.equal(failed.length, 2);
  });
});
