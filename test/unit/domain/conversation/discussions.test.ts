import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { ListedComment } from '../../../../src/api/record/comment.ts';
import { commentsIn, type Discussion } from '../../../../src/domain/conversation/conversation.ts';
import { discussionsOf } from '../../../../src/domain/conversation/discussions.ts';
import { runs } from '../../../kit/runs.ts';

const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, '0')}:00+08:00`;
const read = (...entries: object[]): readonly Discussion[] =>
  discussionsOf(entries.map((entry) => v.parse(ListedComment, entry)));
const idsOf = (all: readonly Discussion[]): unknown[] => all.map((one) => commentsIn(one).map(({ id }) => id));

describe('discussionsOf', () => {
  it('puts nested replies below their root, oldest first, and sorts the roots', () => {
    const all = read(
      { id: 30, discussion_id: 'c', created_at: at(9) },
      {
        ...{ id: 10, discussion_id: 'a', created_at: at(1) },
        reply: [
          { id: 12, created_at: at(8) },
          { id: 11, created_at: at(3), reply: [{ id: 13, created_at: at(5) }] },
        ],
      },
    );
    assert.deepEqual(idsOf(all), [['10', '11', '13', '12'], ['30']]);
    assert.deepEqual(
      all.map(({ discussionId, key }) => [discussionId, key]),
      [
        ['a', 'a'],
        ['c', 'c'],
      ],
    );
  });

  it('joins flat replies by their discussion or parent, whatever the order and the page', () => {
    const entries = [
      { id: 3, discussion_id: 'd', created_at: at(3) },
      { id: 1, discussion_id: 'd', created_at: at(1) },
      { id: 8, parent_id: 7, created_at: at(8) },
      { id: 7, in_reply_to_id: 6, created_at: at(7) },
      { id: 6, created_at: at(6) },
      { id: 5, parent_id: 404, created_at: at(5) },
    ];
    const expected = [['1', '3'], ['5'], ['6', '7', '8']];
    assert.deepEqual(idsOf(read(...entries)), expected);
    assert.deepEqual(idsOf(read(...entries.toReversed())), expected);
  });

  it('shows a reply once that is listed both ways, also without a discussion', () => {
    const reply = { id: 2, created_at: at(2) };
    const root = { id: 1, discussion_id: 'd', created_at: at(1), reply: [reply] };
    assert.deepEqual(idsOf(read({ ...reply, discussion_id: 'd' }, root)), [['1', '2']]);
    assert.deepEqual(idsOf(read(root, reply)), [['1', '2']]);
    assert.deepEqual(idsOf(read({ ...root, reply: [reply, reply, { ...root, reply: null }] })), [['1', '2']]);
  });

  it('keeps comments without a discussion apart, and offers no reply to them', () => {
    const [one, two] = read({ id: 1, body: 'a' }, { id: 2, body: 'b' });
    assert.deepEqual([one?.discussionId, one?.key, two?.key], [undefined, '1', '2']);
  });

  it('drops none, also without an id, a time or a person, and survives circles', () => {
    const all = read({ body: 'x' }, { body: 'y' }, { id: 1, parent_id: 2 }, { id: 2, parent_id: 1 });
    assert.deepEqual(all.map(({ body }) => body).sort(), ['', '', 'x', 'y']);
  });

  it('has the place of the only comment that names a path', () => {
    const [one] = read(
      {
        id: 1,
        discussion_id: 'd',
        created_at: at(1),
        comment_type: 'diff_comment',
        diff_position: { end_new_line: 3 },
      },
      { id: 2, discussion_id: 'd', created_at: at(2), diff_file: 'a.ts', diff_position: { end_new_line: 3 } },
    );
    assert.deepEqual([one?.id, one?.place?.path, one?.place?.line], ['1', 'a.ts', 3]);
  });

  it('has the same discussions for every order, split and form of a list', () => {
    const reply = fc.record({ minute: fc.nat(59), isNested: fc.boolean(), isBoth: fc.boolean() });
    const root = fc.record({ minute: fc.nat(59), replies: fc.array(reply, { maxLength: 4 }) });
    fc.assert(
      fc.property(
        fc.array(root, { maxLength: 12 }),
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        (roots, order) => {
          let id = 100;
          const expected: unknown[] = [];
          const entries = roots.flatMap(({ minute, replies }, index) => {
            const first = { id: (id += 1), discussion_id: `d${index}`, created_at: at(minute) };
            // A reply is not older than its root.
            const some = replies.map((one) => ({
              ...one,
              id: (id += 1),
              created_at: at(Math.max(minute, one.minute)),
            }));
            const oldest = some.toSorted((a, b) =>
              a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : a.id - b.id,
            );
            expected.push({ minute, id: first.id, ids: [first, ...oldest].map((one) => String(one.id)) });
            const nested = some.filter((one) => one.isNested || one.isBoth);
            const flat = some.filter((one) => !one.isNested || one.isBoth);
            return [
              { ...first, reply: nested.map((one) => ({ id: one.id, created_at: one.created_at })) },
              ...flat.map((one) => ({ id: one.id, discussion_id: `d${index}`, created_at: one.created_at })),
            ];
          });
          const shuffled = entries
            .map((entry, index) => ({ entry, by: order[index] ?? 0 }))
            .sort((a, b) => a.by - b.by)
            .map(({ entry }) => entry);
          const sorted = (expected as { minute: number; id: number; ids: string[] }[])
            .sort((a, b) => a.minute - b.minute || a.id - b.id)
            .map(({ ids }) => ids);
          assert.deepEqual(idsOf(read(...shuffled)), sorted);
        },
      ),
      runs(200),
    );
  });
});
