import assert from 'node:assert/strict';
import { collect } from '../../../src/core/async.ts';
import { discussionsOf } from '../../service/forms/pullRequestComment.ts';
import { usual, type Habits } from '../../service/habits.ts';
import { otherHabits } from '../../service/otherHabits.ts';
import { Clients } from '../kit/clients.ts';
import { website } from './operations/operation.ts';

const at41 = { ...website, number: 41 };
const robotic = { owner: 'carol', repo: 'game', number: 7 };

describe('client with every form of a pull request', () => {
  const clients = Clients.ofSuite();

  /** What `read` returns under each value of a habit. */
  async function under<Name extends keyof Habits, T>(
    name: Name,
    read: () => Promise<T>,
  ): Promise<Map<Habits[Name], T>> {
    const results = new Map<Habits[Name], T>([[usual[name], await read()]]);
    for (const value of otherHabits[name]) {
      clients.habit({ [name]: value });
      results.set(value, await read());
      clients.service.calm();
    }
    return results;
  }

  /** What `read` returns, which is the same under each value. */
  async function same<T>(name: keyof Habits, read: () => Promise<T>): Promise<T> {
    const [[, first], ...others] = [...(await under(name, read))] as [[unknown, T], ...[unknown, T][]];
    for (const [value, other] of others) assert.deepEqual(other, first, `${name}: ${String(value)}`);
    return first;
  }

  /** The bodies of all comments and replies; one that is listed twice counts once. */
  const bodies = async (): Promise<readonly string[]> => {
    const entries = await collect(clients.as('alice').pullRequestComments.list.all({ ...robotic, per_page: 7 }));
    const all = entries.flatMap(({ replies, ...root }) => [root, ...replies]);
    return [...new Map(all.map(({ id, body }) => [id, body ?? ''])).values()].sort();
  };

  it('loses no comment and no reply of a conversation, wherever the replies stand and in any order', async () => {
    const pull = clients.service.state.repositories.get('carol/game')!.pullRequests.get(7)!;
    const all = pull.comments.map(({ body }) => body).sort();
    assert.ok(all.length === 21 && discussionsOf(pull).some(({ length }) => length > 1));
    for (const name of ['commentReplies', 'pullCommentOrder', 'discussionId', 'commentPlace'] as const)
      assert.deepEqual(await same(name, bodies), all);
  });

  it('reads 2,000 comments in pages, and ends where a host repeats a page', async () => {
    const { service } = clients;
    await service.act({ do: 'converse', repository: 'alice/website', number: 42, count: 2_000 });
    service.clear();
    const all = async () =>
      await collect(clients.as('alice').pullRequestComments.list.all({ ...website, number: 42, per_page: 100 }));
    assert.equal((await all()).length, 2_000);
    assert.ok(service.requests.length <= 21);
    clients.habit({ paging: 'repeated' });
    assert.equal((await all()).length, 100);
  });

  it('tells the line and the state of a comment alone in either form', async () => {
    const pull = clients.service.state.repositories.get('alice/website')!.pullRequests.get(41)!;
    const id = pull.comments.find(({ place }) => place?.path === 'src/login.html')!.id;
    clients.habit({ singleComment: 'as listed', commentPlace: 'told' });
    const read = async () => {
      const { body, user, place } = await clients.as('alice').pullRequestComments.get({ ...website, id });
      return [body, user?.login, place?.path, place?.line];
    };
    const listed = await read();
    clients.service.calm();
    assert.deepEqual(await read(), listed);
    assert.deepEqual(listed, ['这里需要翻译。', 'xiaoming', 'src/login.html', 5]);
  });

  it('knows the discussion or the number of a new comment, and never takes one for the other', async () => {
    const api = clients.as('alice');
    const made = await under('createdComment', async () => {
      const answer = await api.pullRequestComments.create({ ...at41, body: 'Made' });
      const own = clients.service.state.repositories.get('alice/website')!.pullRequests.get(41)!.comments.at(-1)!;
      return [answer?.id === String(own.id), answer?.discussion_id === own.discussion];
    });
    const known = { both: [true, true], number: [true, false], discussion: [false, true] };
    assert.deepEqual(Object.fromEntries(made), {
      ...{ note_id: known.both, noteId: known.both, whole: known.both, discussion: known.discussion },
      ...{ number: known.number, 'number as text': known.number },
    });
  });

  it('removes a comment whose replies stay, or go with it', async () => {
    const api = clients.as('alice');
    const left = await under('removedRoot', async () => {
      const root = await api.pullRequestComments.create({ ...at41, body: 'Root' });
      const discussion_id = String(root?.discussion_id);
      const reply = await api.pullRequestComments.reply({ ...at41, discussion_id, body: 'Reply' });
      await api.pullRequestComments.remove({ ...website, id: String(root?.id) });
      const listed = await collect(api.pullRequestComments.list.all(at41));
      return listed.filter((one) => one.discussion_id === discussion_id).map(({ id }) => id === reply?.id);
    });
    assert.deepEqual(Object.fromEntries(left), { 'replies stay': [true], 'discussion goes': [] });
  });

  it('finds the places of all comments in each form of v4', async () => {
    const places = await same('discussionsForm', async () => {
      const { items } = await clients.as('alice').pullRequestComments.discussions({ ...robotic, per_page: 100 });
      const notes = items.flatMap((one) => one.notes);
      return notes.flatMap(({ place }) => (place === undefined ? [] : [`${place.path}:${place.line}`])).sort();
    });
    assert.deepEqual(places, ['src/score.ts:3', 'src/score.ts:7', 'src/score.ts:7']);
  });

  it('reads what the documentation describes and what the live service sends', async () => {
    const api = clients.as('alice');
    await same('pullRequestForm', async () => {
      const { title, state, user, head, base, assignees, testers } = await api.pullRequests.get(at41);
      const people = [...(assignees ?? []), ...(testers ?? [])].map(({ login, accept }) => [login, accept]);
      const { items } = await api.pullRequests.list({ ...website, state: 'all' });
      const listed = items.map((one) => [one.number, one.title, one.state, one.head.sha, one.head.repo?.full_name]);
      return [title, state, user?.login, head.sha, base.sha, people, listed];
    });
  });

  it('knows a draft by its flag or its title', async () => {
    const api = clients.as('alice');
    const titles = await under('draftPrefix', async () => {
      await api.pullRequests.edit({ ...at41, title: 'Login', draft: true });
      const { draft, title } = await api.pullRequests.get(at41);
      await api.pullRequests.edit({ ...at41, draft: false });
      const after = await api.pullRequests.get(at41);
      return [draft, title, after.draft, after.title];
    });
    assert.deepEqual(Object.fromEntries(titles), {
      added: [true, '[WIP]Login', false, 'Login'],
      absent: [true, 'Login', false, 'Login'],
    });
  });

  it('names the unmet conditions of a merge with and without reasons, and takes none for unmet that is missing', async () => {
    const unmet = await under('mergeReason', async () => {
      const { mergeable_state: conditions } = await clients.as('alice').pullRequests.get({ ...website, number: 42 });
      return Object.entries(conditions ?? {}).flatMap(([name, met]) =>
        name.endsWith('_passed') && met === false ? [name] : [],
      );
    });
    const all = ['conflict_passed', 'approval_reviewers_required_passed', 'approval_approvers_required_passed'];
    assert.deepEqual(Object.fromEntries(unmet), { sentence: all, false: all, absent: ['conflict_passed'] });
  });

  it('reads the head of a deleted fork in each form', async () => {
    const { repositories } = clients.service.state;
    const fork = repositories.get('erik/website')!;
    repositories.delete('erik/website');
    const ref = await same('deletedFork', async () => {
      const { head } = await clients.as('alice').pullRequests.get({ ...website, number: 42 });
      return [head.ref, head.repo?.full_name];
    });
    repositories.set('erik/website', fork);
    assert.deepEqual(ref, ['patch-1', undefined]);
  });

  it('reads the parents of a commit as a record and as a list', async () => {
    const [parents] = await same('pullCommitParents', async () => {
      const { items } = await clients.as('alice').pullRequests.commits(at41);
      return items.map((commit) => commit.parents);
    });
    assert.equal(parents?.length, 1);
  });

  it('edits a comment of an issue with and without the comment in the answer', async () => {
    const api = clients.as('alice');
    const made = await api.issueComments.create({ ...website, number: 5, body: 'One' });
    const answers = await under('issueCommentEdit', async () => {
      const edited = await api.issueComments.edit({ ...website, id: made!.id, body: 'Two' });
      return edited?.body;
    });
    assert.deepEqual(Object.fromEntries(answers), { nothing: undefined, comment: 'Two' });
    assert.ok((await collect(api.issues.comments.all({ ...website, number: 5 }))).some(({ body }) => body === 'Two'));
  });
});
