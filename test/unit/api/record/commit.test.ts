import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Commit } from '../../../../src/api/record/commit.ts';

describe('Commit', () => {
  const parentsOf = (parents: unknown): readonly string[] => v.parse(Commit, { sha: 'c', parents }).parents;

  it('reads its parents from records, texts or one record', () => {
    const forms = [[{ sha: 'a' }, { sha: 'b' }], ['a', 'b'], { sha: 'a', shas: ['a', 'b'] }];
    for (const form of forms) assert.deepEqual(parentsOf(form), ['a', 'b']);
    assert.deepEqual(parentsOf({ sha: 'a' }), ['a']);
    for (const form of [null, '', [], [null], {}]) assert.deepEqual(parentsOf(form), []);
  });

  it('takes its id for a missing sha, and the name of a person for a missing login', () => {
    const commit = v.parse(Commit, { id: 'c', author: { username: 'li', web_url: 'https://x.test/li' } });
    assert.deepEqual([commit.sha, commit.author?.login, commit.author?.html_url], ['c', 'li', 'https://x.test/li']);
    assert.equal(v.parse(Commit, { sha: 'c', author: 'Li' }).author?.login, 'Li');
  });

  it('reads the patch of a file as text or as record', () => {
    const patchOf = (patch: unknown): unknown =>
      v.parse(Commit, { sha: 'c', files: [{ filename: 'f', patch }] }).files[0]?.patch?.diff;
    assert.equal(patchOf('@@'), '@@');
    assert.equal(patchOf({ diff: '@@' }), '@@');
  });
});
