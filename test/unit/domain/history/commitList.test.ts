import assert from 'node:assert/strict';
import type { GitHistory, HistoryCommit, HistoryQuery } from '../../../../src/domain/git/gitHistory.ts';
import { commitList, type CommitPages, followedFile, openCommits } from '../../../../src/domain/history/commitList.ts';
import type { ResolvedRef } from '../../../../src/domain/refs/refs.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';

const tip = 'a'.repeat(40);
const commit = (sha: string, more: Partial<HistoryCommit> = {}): HistoryCommit => ({
  sha,
  parents: ['parent', 'other'],
  message: '',
  authorName: '',
  authorEmail: '',
  authoredDate: '',
  ...more,
});

describe('A list of commits', () => {
  const asked: HistoryQuery[] = [];
  const all = ['1', '2', '3', '4', '5'].map((sha) => commit(sha));
  const history: GitHistory = {
    commits: (_tip, query) => {
      asked.push(query);
      return Promise.resolve(all.slice(query.skip, query.skip + query.limit));
    },
    changes: () =>
      Promise.resolve([
        { status: 'added', path: 'new', oldPath: undefined },
        { status: 'renamed', path: 'to', oldPath: 'from' },
      ]),
    mergeBase: () => Promise.reject(new Error('not asked')),
    distances: () => Promise.reject(new Error('not asked')),
    branchFrom: () => Promise.reject(new Error('not asked')),
    versions: () => Promise.reject(new Error('not asked')),
    patch: () => Promise.reject(new Error('not asked')),
    blame: () => Promise.reject(new Error('not asked')),
  };
  const list = commitList(history, tip, 'src');

  it('has pages, and tells whether there are more', async () => {
    const first = await list.page(0, 2);
    assert.deepEqual([first.commits.map(({ sha }) => sha), first.hasMore], [['1', '2'], true]);
    const last = await list.page(3, 2);
    assert.deepEqual([last.commits.map(({ sha }) => sha), last.hasMore], [['4', '5'], false]);
    assert.deepEqual(asked.at(-1), { path: 'src', skip: 3, limit: 3 });
    assert.deepEqual(await list.page(5, 2), { commits: [], hasMore: false });
  });

  it('compares the files of a commit with its first parent, but not added ones', async () => {
    const files = await list.filesOf(commit('1'));
    assert.deepEqual(
      files.map(({ path, oldPath, parent }) => [path, oldPath, parent]),
      [
        ['new', undefined, undefined],
        ['to', 'from', 'parent'],
      ],
    );
    assert.equal(followedFile(commit('1')), undefined);
    const file = { status: 'modified', path: 'old', oldPath: undefined } as const;
    assert.equal(followedFile(commit('1', { file }))?.parent, 'parent');
  });

  it('begins at the commit of the ref; an empty repository has none', async () => {
    const name = { host: 'local', owner: 'alice', repo: 'x' };
    const open = (head: ResolvedRef): Promise<CommitPages | undefined> =>
      openCommits((sha) => commitList(new FakeGit().of(name).history, sha, 'src'), {
        name,
        head: () => Promise.resolve(head),
      });
    const opened = await open({ kind: 'branch', name: 'main', commit: tip });
    assert.deepEqual([opened?.tip, opened?.path], [tip, 'src']);
    assert.equal(await open({ kind: 'branch', name: 'main', commit: undefined }), undefined);
  });
});
