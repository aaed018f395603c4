import assert from 'node:assert/strict';
import type { Blame, GitHistory, HistoryCommit } from '../../../../src/domain/git/gitHistory.ts';
import { Failure } from '../../../../src/core/errors.ts';
import { blameBlocks, blameVersion, committedVersion, originsOf } from '../../../../src/domain/blame/fileBlame.ts';
import { rejection } from '../../../kit/rejection.ts';

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

  it('are missing for the lines of a draft; the other lines keep their origins', () => {
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

  it('are missing for a new file, and for lines that git did not report', () => {
    assert.deepEqual(shas(blame(), '', 'one\ntwo'), [undefined, undefined]);
    assert.deepEqual(shas({ ...blame('a'), commits: new Map() }, 'one\n', 'one\n'), [undefined]);
  });

  it('are empty for an empty text', () => {
    assert.deepEqual(shas(blame('a'), 'one\n', ''), []);
  });
});

describe('The blocks of origins', () => {
  it('join neighbouring lines of one commit or of a draft', () => {
    const origins = originsOf(blame('a', 'a', 'b', 'a'), '1\n2\n3\n4\n', '1\n2\nnew\nother\n3\n4\n');
    assert.deepEqual(
      blameBlocks(origins).map(({ from, to, commit: origin }) => [from, to, origin?.sha]),
      [
        [1, 2, 'a'],
        [3, 4, undefined],
        [5, 5, 'b'],
        [6, 6, 'a'],
      ],
    );
    assert.deepEqual(blameBlocks([]), []);
  });
});

describe('The blame of a committed version', () => {
  const head = 'c'.repeat(40);
  const filesAt = (sha: string | undefined): Parameters<typeof committedVersion>[0] => ({
    head: () => Promise.resolve({ kind: 'branch', name: 'main', commit: sha }),
    readStored: (path) => Promise.resolve({ path, sha: undefined, bytes: new TextEncoder().encode('one\n') }),
  });
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

  /** `failure`: of git; the asked commits and paths are in `asked`. */
  function historyOf(failure?: Failure): { readonly history: GitHistory; readonly asked: string[][] } {
    const asked: string[][] = [];
    const notAsked = (): Promise<never> => Promise.reject(new Error('not asked'));
    const history: GitHistory = {
      commits: notAsked,
      changes: notAsked,
      mergeBase: notAsked,
      distances: notAsked,
      branchFrom: notAsked,
      versions: notAsked,
      patch: notAsked,
      blame: (tip, path) => {
        asked.push([tip, path]);
        return failure === undefined ? Promise.resolve(blame('a')) : Promise.reject(failure);
      },
    };
    return { history, asked };
  }

  it('asks git for the file of the commit of the ref', async () => {
    const { history, asked } = historyOf();
    const files = filesAt(head);
    const version = await committedVersion(files, undefined, 'a.ts');
    assert.deepEqual(version, { commit: head, path: 'a.ts' });
    assert.equal((await blameVersion({ history, remote: files, decode }, version)).text, 'one\n');
    assert.deepEqual(asked, [[head, 'a.ts']]);
  });

  it('has no lines for a new file, and in a repository without commits', async () => {
    const { history } = historyOf(new Failure('missing', 'not there', { reason: 'noFile', about: ['new.ts'] }));
    for (const commitOf of [head, undefined]) {
      const files = filesAt(commitOf);
      const found = await blameVersion({ history, remote: files, decode }, { commit: commitOf, path: 'new.ts' });
      assert.deepEqual([found.blame.lines, found.text], [[], '']);
    }
  });

  it('fails with the error of git', async () => {
    const { history } = historyOf(new Failure('refused', 'off', { reason: 'gitOff' }));
    await rejection(
      blameVersion({ history, remote: filesAt(head), decode }, { commit: head, path: 'a.ts' }),
      'refused',
    );
  });
});
