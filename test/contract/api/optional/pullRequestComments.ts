import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import { rejection } from '../../../kit/rejection.ts';
import { optionalOperation, website } from '../operations/operation.ts';

const at41 = { ...website, number: 41 };
const place = { path: 'src/login.ts', position: 2 };

export const pullRequestComments = [
  optionalOperation('pullRequestComments.list', 'lists comments with their lines and discussions', async ({ api }) => {
    const all = await collect(api.pullRequestComments.list.all({ ...at41, per_page: 3 }));
    assert.deepEqual(
      all.flatMap(({ replies, ...root }) => [root, ...replies]).map(({ user, body }) => [user?.login, body]),
      [
        ['bob', 'Looks good to me.'],
        ['bob', 'One `query` is enough.'],
        ['alice', 'Done.'],
        ['xiaoming', '这里需要翻译。'],
      ],
    );
    assert.deepEqual(
      all
        .filter(({ place: at }) => at !== undefined)
        .map(({ discussion_id, resolved }) => [discussion_id?.[0], resolved]),
      [
        ['b', true],
        ['c', false],
      ],
    );
    const { items } = await api.pullRequestComments.list({ ...at41, comment_type: 'pr_comment' });
    assert.deepEqual(
      items.map(({ body }) => body),
      ['Looks good to me.'],
    );
  }),

  optionalOperation('pullRequestComments.create', 'comments on a pull request or a line', async ({ api }) => {
    const whole = await api.pullRequestComments.create({ ...at41, body: 'In general' });
    assert.equal(whole?.body, 'In general');
    const online = await api.pullRequestComments.create({ ...at41, ...place, body: 'Here' });
    const read = await api.pullRequestComments.get({ ...website, id: String(online?.id) });
    assert.deepEqual([read.place?.path, read.place?.line, read.place?.side], [place.path, 2, 'new']);
    await rejection(api.pullRequestComments.create({ ...at41, path: 'README.md', position: 1, body: 'x' }), 'invalid');
  }),

  optionalOperation('pullRequestComments.get', 'returns a comment', async ({ api }) => {
    const [first] = (await api.pullRequestComments.list(at41)).items;
    const read = await api.pullRequestComments.get({ ...website, id: String(first?.id) });
    assert.deepEqual([read.body, read.user?.login], ['Looks good to me.', 'bob']);
    await rejection(api.pullRequestComments.get({ ...website, id: 1 }), 'missing');
  }),

  optionalOperation('pullRequestComments.edit', 'changes an own comment', async ({ api, as }) => {
    const made = await api.pullRequestComments.create({ ...at41, body: 'One' });
    await api.pullRequestComments.edit({ ...website, id: String(made?.id), body: 'Two' });
    assert.equal((await api.pullRequestComments.get({ ...website, id: String(made?.id) })).body, 'Two');
    await rejection(as('bob').pullRequestComments.edit({ ...website, id: String(made?.id), body: 'x' }), 'forbidden');
  }),

  optionalOperation('pullRequestComments.remove', 'removes an own comment', async ({ api }) => {
    const made = await api.pullRequestComments.create({ ...at41, body: 'Not for long' });
    await api.pullRequestComments.remove({ ...website, id: String(made?.id) });
    await rejection(api.pullRequestComments.get({ ...website, id: String(made?.id) }), 'missing');
  }),

  optionalOperation('pullRequestComments.reply', 'replies in a discussion', async ({ api }) => {
    const discussion_id = 'c'.repeat(40);
    const made = await api.pullRequestComments.reply({ ...at41, discussion_id, body: 'Translated.' });
    const read = await api.pullRequestComments.get({ ...website, id: String(made?.id) });
    assert.deepEqual([read.discussion_id, read.place?.path, read.place?.line], [discussion_id, 'src/login.html', 5]);
    await rejection(api.pullRequestComments.reply({ ...at41, discussion_id: 'none', body: 'x' }), 'missing');
  }),

  optionalOperation('pullRequestComments.resolve', 'resolves a discussion, and opens it again', async ({ api }) => {
    const discussion_id = 'c'.repeat(40);
    for (const resolved of [true, false]) {
      await api.pullRequestComments.resolve({ ...at41, discussion_id, resolved });
      const { items } = await api.pullRequestComments.list(at41);
      assert.equal(items.find((one) => one.discussion_id === discussion_id)?.resolved, resolved);
    }
  }),

  optionalOperation('pullRequestComments.discussions', 'tells the places of comments', async ({ api }) => {
    const { items } = await api.pullRequestComments.discussions(at41);
    const places = items.flatMap(({ notes }) => notes.map(({ place: at }) => at && `${at.path}:${at.line}`));
    const told = places.filter((one) => one !== undefined);
    assert.deepEqual(told.slice(0, 3), ['src/login.ts:3', 'src/login.ts:3', 'src/login.html:5']);
  }),
];
