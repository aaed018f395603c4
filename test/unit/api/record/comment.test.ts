import assert from 'node:assert/strict';
import * as v from 'valibot';
import { list } from '../../../../src/api/contract/reader.ts';
import {
  CreatedComment,
  ListedComment,
  v4Entries,
  V4Discussion,
  type LinePlace,
} from '../../../../src/api/record/comment.ts';

const sha = 'd'.repeat(40);
const placeOf = (given: object): LinePlace | undefined => v.parse(ListedComment, { id: 1, ...given }).place;
const onLine = (given: object): unknown => {
  const { path, line, startLine, side } = placeOf(given) ?? assert.fail('it has no place');
  return [path, startLine, line, side];
};

describe('ListedComment', () => {
  it('has the replies of any depth, in any order, also one that is no list', () => {
    const reply = [{ id: 4, reply: [{ id: '5', reply: null }] }, null, { id: 3, reply: { id: 6 } }];
    const { replies } = v.parse(ListedComment, { id: 2, reply });
    assert.deepEqual(replies.map(({ id }) => id).sort(), ['3', '4', '5', '6']);
    for (const none of [undefined, null, [], {}, 'x'])
      assert.deepEqual(v.parse(ListedComment, { id: 2, reply: none }).replies, []);
  });

  it('survives replies that are nested deeper than the stack allows', () => {
    let nested: object = { id: 20_000 };
    for (let id = 19_999; id > 0; id -= 1) nested = { id, reply: [nested] };
    assert.equal(v.parse(ListedComment, nested).replies.length, 19_999);
  });

  it('is on a line by its type or any place, and on the whole with another type or none', () => {
    for (const comment_type of ['diff_comment', 'DiffNote']) {
      assert.deepEqual(placeOf({ comment_type, diff_file: '', diff_position: {} }), {
        ...{ path: undefined, line: undefined, startLine: undefined, side: 'new', headSha: undefined },
        baseSha: undefined,
        isOnFile: false,
      });
      assert.deepEqual(onLine({ comment_type, diff_position: { end_new_line: 7, position_type: 'text' } }), [
        ...[undefined, undefined, 7],
        'new',
      ]);
    }
    for (const comment_type of ['pr_comment', 'robot_note', '', null, undefined])
      assert.equal(placeOf({ comment_type, diff_position: null, position: { new_path: '' } }), undefined);
    assert.equal(placeOf({ comment_type: 'pr_comment', path: 'a.ts', line: 3 })?.line, 3);
  });

  it('takes the path from the first field that has it', () => {
    const [diff_position, position] = [{ new_path: 'c', path: 'd', old_path: 'e' }, { new_path: 'f' }];
    assert.equal(placeOf({ diff_file: 'a', path: 'b', diff_position, position })?.path, 'a');
    assert.equal(placeOf({ diff_file: '', path: 'b', diff_position, position })?.path, 'b');
    assert.equal(placeOf({ diff_position, position })?.path, 'c');
    assert.equal(placeOf({ diff_position: { old_path: 'e' }, position })?.path, 'e');
    assert.equal(placeOf({ position: { old_path: 'g' } })?.path, 'g');
  });

  it('reads lines as numbers or text, ranges in either order, and the old side only without a new line', () => {
    assert.deepEqual(onLine({ diff_position: { start_new_line: 2, end_new_line: 3, start_old_line: 9 } }), [
      ...[undefined, 2, 3],
      'new',
    ]);
    assert.deepEqual(onLine({ diff_position: { start_new_line: '9', end_new_line: 3 } }), [undefined, 3, 9, 'new']);
    assert.deepEqual(onLine({ diff_position: { start_new_line: 5 } }), [undefined, undefined, 5, 'new']);
    const old = { start_new_line: null, end_new_line: null, start_old_line: 8, end_old_line: 6, old_path: 'x' };
    assert.deepEqual(onLine({ diff_position: old }), ['x', 6, 8, 'old']);
    assert.deepEqual(onLine({ position: { old_line: 4, new_line: null } }), [undefined, undefined, 4, 'old']);
    for (const position of [3, '3', { new_line: 3 }])
      assert.deepEqual(onLine({ path: 'a', position }), [...['a', undefined, 3], 'new']);
    for (const new_line of [0, -1, 'x', null, {}, 1.5]) assert.equal(placeOf({ position: { new_line } }), undefined);
  });

  it('is on a file with a path alone, or as binary', () => {
    assert.equal(placeOf({ path: 'a.png' })?.isOnFile, true);
    const binary = placeOf({ diff_file: 'a.png', diff_position: { position_type: 'binary', end_new_line: 1 } });
    assert.deepEqual([binary?.isOnFile, binary?.line], [true, undefined]);
  });

  it('keeps ids as text, booleans of 0 and 1, and needs no discussion, no author and no time', () => {
    const { id, discussion_id, resolved, user, created_at } = v.parse(ListedComment, { id: 7, resolved: 1, body: '' });
    assert.deepEqual([id, discussion_id, resolved, user, created_at], ['7', undefined, true, undefined, undefined]);
    assert.equal(v.parse(ListedComment, { id: '8', resolved: '0', author: 'li' }).user?.login, 'li');
    assert.equal(v.parse(ListedComment, { id: 8, parent_id: 0, in_reply_to_id: 5 }).parent_id, '5');
    for (const nothing of [null, 3, 'x', [], {}, { user: 'li' }]) assert.ok(!v.is(ListedComment, nothing));
  });
});

describe('CreatedComment', () => {
  it('tells the comment apart from its discussion', () => {
    const idsOf = (answer: object) => {
      const { id, discussion_id } = v.parse(CreatedComment, answer);
      return [id, discussion_id];
    };
    assert.deepEqual(idsOf({ id: sha, body: 'x', note_id: 177 }), ['177', sha]);
    assert.deepEqual(idsOf({ id: sha, body: 'x', noteId: '178' }), ['178', sha]);
    assert.deepEqual(idsOf({ id: sha, body: 'x' }), [undefined, sha]);
    for (const id of [180, '180']) assert.deepEqual(idsOf({ id, body: 'x' }), ['180', undefined]);
    assert.deepEqual(idsOf({ id: 9, discussion_id: sha, body: 'x', user: { login: 'li' } }), ['9', sha]);
    for (const nothing of [{}, { id: '' }, { code: 200 }]) assert.ok(!v.is(CreatedComment, nothing));
  });
});

describe('V4Discussion', () => {
  const note = (id: number, more: object = {}): object => ({ id, discussion_id: sha, type: 'DiffNote', ...more });
  const position = { new_path: 'a.ts', new_line: 35, head_sha: 'c4', position_type: 'text' };
  const read = async (json: unknown): Promise<readonly V4Discussion[]> => {
    const reply = { operation: 'GET', status: 200, headers: new Headers(), text: JSON.stringify(json), json };
    return (await list(V4Discussion, ({ id }) => id ?? '', v4Entries).read(reply)).items;
  };

  it('is read from each form, as a discussion or as a note', async () => {
    const discussion = { id: sha, resolved: false, notes: [note(1, { position }), note(2)] };
    for (const entries of [[discussion], [note(1, { position }), note(2, { system: true })]])
      for (const whole of [entries, { data: entries }, { content: { data: entries } }, { notes: entries }]) {
        const notes = (await read(whole)).flatMap((one) => one.notes);
        assert.deepEqual(
          notes.map(({ id }) => id),
          ['1', '2'],
        );
        const { path, line, headSha } = notes[0]?.place ?? assert.fail('no place');
        assert.deepEqual([path, line, headSha, notes[0]?.discussion_id], ['a.ts', 35, 'c4', sha]);
      }
    assert.deepEqual(await read({ data: [] }), []);
  });

  it('takes the place from any of its fields', async () => {
    const places = [
      { original_position: position, position: null },
      { diff_file: 'a.ts', line: 35 },
      { file_path: 'a.ts', new_line: '35' },
    ];
    for (const given of places) {
      const [discussion] = await read([note(1, given)]);
      assert.deepEqual([discussion?.notes[0]?.place?.path, discussion?.notes[0]?.place?.line], ['a.ts', 35]);
    }
  });
});
