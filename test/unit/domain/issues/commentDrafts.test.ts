import assert from 'node:assert/strict';
import { CommentDrafts } from '../../../../src/domain/issues/commentDrafts.ts';
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
});
