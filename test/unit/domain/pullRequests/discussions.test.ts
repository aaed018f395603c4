import assert from 'node:assert/strict';
import { discussionsOf, lineIn, type PullRequestComment } from '../../../../src/domain/pullRequests/discussions.ts';

const comment = (id: string, given: Partial<PullRequestComment> = {}): PullRequestComment => ({
  id,
  body: id,
  parent_id: undefined,
  is_outdated: undefined,
  place: undefined,
  discussion_id: undefined,
  path: undefined,
  position: undefined,
  resolved: undefined,
  user: undefined,
  created_at: undefined,
  updated_at: undefined,
  ...given,
});

describe('discussionsOf', () => {
  it('joins the comments of a discussion, the oldest first, at the place of the only one that has it', () => {
    const [found, ...others] = discussionsOf([
      comment('reply', { discussion_id: 'd', created_at: '2026-01-02T00:00:00Z' }),
      comment('first', {
        discussion_id: 'd',
        created_at: '2026-01-01T00:00:00Z',
        path: 'a.ts',
        position: 3,
        resolved: true,
      }),
    ]);
    assert.deepEqual(others, []);
    assert.deepEqual(
      found?.comments.map(({ id }) => id),
      ['first', 'reply'],
    );
    assert.deepEqual([found.id, found.path, found.line, found.resolved], ['d', 'a.ts', 3, true]);
  });

  it('keeps comments without a discussion apart, and takes no replies to them', () => {
    const found = discussionsOf([comment('1', { path: 'a.ts' }), comment('2', { path: 'a.ts', position: 2 })]);
    assert.deepEqual(
      found.map(({ key, id, line }) => [key, id, line]),
      [
        ['1', undefined, undefined],
        ['2', undefined, 2],
      ],
    );
  });

  it('places a comment without a file in the one it was written in, if that is known', () => {
    const all = [comment('1'), comment('2')];
    const found = discussionsOf(all, (id) => (id === '2' ? 'b.ts' : undefined));
    assert.deepEqual(
      found.map(({ path, line }) => [path, line]),
      [
        [undefined, undefined],
        ['b.ts', undefined],
      ],
    );
  });

  it('finds no line for a place behind the end of the file', () => {
    assert.deepEqual(
      [lineIn({ line: 3 }, 3), lineIn({ line: 4 }, 3), lineIn({ line: undefined }, 3)],
      [3, undefined, undefined],
    );
  });
});
