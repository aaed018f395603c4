import assert from 'node:assert/strict';
import type { Blame, HistoryCommit } from '../../../../src/domain/git/gitHistory.ts';
import { originsOf } from '../../../../src/domain/history/fileBlame.ts';

const commit = (sha: string): HistoryCommit => ({
  sha,
  parents: [],
  message: '',
  authorName: 'Alice',
  authorEmail: '',
  authoredDate: '',
});

/** Lines of the commits `shas`, one each. */
function blame(...shas: string[]): Blame {
  return {
    lines: shas.map((sha, index) => ({ line: index + 1, count: 1, sha, path: `file of ${sha}` })),
    commits: new Map(shas.map((sha) => [sha, commit(sha)])),
  };
}

const shas = (found: Blame, committed: string, current: string): (string | undefined)[] =>
  originsOf(found, committed, current).map(({ commit: origin }) => origin?.sha);

describe('The origins of lines', () => {
  it('are those of the committed file where the text is equal', () => {
    const origins = originsOf(blame('a', 'b'), 'one\ntwo\n', 'one\ntwo\n');
    assert.deepEqual(origins, [
      { line: 1, commit: commit('a'), path: 'file of a' },
      { line: 2, commit: commit('b'), path: 'file of b' },
    ]);
  });

  it('are none for the lines of a draft; the lines around keep theirs', () => {
    assert.deepEqual(shas(blame('a', 'b', 'c'), 'one\ntwo\nthree\n', 'zero\none\nTWO\nthree\nfour'), [
      undefined,
      'a',
      undefined,
      'c',
      undefined,
    ]);
  });

  it('do not depend on line endings', () => {
    assert.deepEqual(shas(blame('a', 'b'), 'one\r\ntwo', 'one\ntwo\n'), ['a', 'b']);
  });

  it('count lines as git does if a carriage return stands alone', () => {
    assert.deepEqual(shas(blame('a', 'b'), 'one\rtwo\nthree\n', 'one\rtwo\nthree\n'), ['a', 'a', 'b']);
  });

  it('are none for a new file, and for lines that git did not report', () => {
    assert.deepEqual(shas(blame(), '', 'one\ntwo'), [undefined, undefined]);
    assert.deepEqual(shas({ ...blame('a'), commits: new Map() }, 'one\n', 'one\n'), [undefined]);
  });

  it('are empty for an empty text', () => {
    assert.deepEqual(shas(blame('a'), 'one\n', ''), []);
  });
});
