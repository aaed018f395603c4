import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import type { ConversationPlace } from '../../../../src/domain/conversation/conversation.ts';
import { Conversations } from '../../../../src/domain/conversation/conversations.ts';
import { Comments, isElsewhere, type CommentTarget } from '../../../../src/domain/conversation/comments.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

const number = '3';

describe('Comments', () => {
  const clients = Clients.ofSuite();
  let comments: Comments;
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(() => {
    storage = memoryStorage();
    comments = written(storage);
    clients.service.clear();
  });

  const written = (featureStorage: ReturnType<typeof memoryStorage>): Comments => {
    const features = new HostFeatures(featureStorage);
    return new Comments(features, new Conversations(features), storage);
  };
  const place = async (at = number, kind: ConversationPlace['kind'] = 'issues'): Promise<ConversationPlace> => ({
    connection: await session(clients.service, { login: 'alice', fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo: 'website' },
    kind,
    number: at,
  });
  const add = async (body: string, at = number) => await comments.add(await place(at), { body }, {});
  const bodies = async (): Promise<(string | undefined)[]> => {
    const all = await collect(clients.as('alice').issues.comments.all({ owner: 'alice', repo: 'website', number }));
    return all.map(({ body }) => body);
  };
  const countOf = async (body: string): Promise<number> => (await bodies()).filter((one) => one === body).length;
  const sent = (operation: string): number =>
    clients.service.requests.filter((request) => request.operation === operation).length;

  it('creates, edits and removes a comment of an issue with one request each', async () => {
    const created = await add('One');
    assert.deepEqual([created?.body, created?.user?.login], ['One', 'alice']);
    const edited = await comments.edit(await place(), created!.id!, 'Two', {});
    assert.deepEqual([edited.id, edited.body], [created?.id, 'Two']);
    await comments.remove({ ...(await place()), number: undefined }, created!.id!, {});
    assert.equal(await countOf('Two'), 0);
    clients.service.clear();
  });

  it('returns the comment if the host answers without it', async () => {
    clients.habit({ emptyAfterWrite: true });
    const created = await add('Without an answer');
    assert.equal(created?.body, 'Without an answer');
    const edited = await comments.edit(await place(), created.id!, 'Changed', {});
    assert.deepEqual([edited.id, edited.body, edited.user?.login], [created.id, 'Changed', 'alice']);
    assert.equal(await countOf('Changed'), 1);
  });

  it('looks for a comment before it sends the same text again, also after a restart', async () => {
    const fault = { kind: 'reset', at: 'headers', done: true } as const;
    clients.service.fail({ operation: 'issueComments.create', fault, times: 1 });
    clients.service.fail({ operation: 'issues.comments', fault: { kind: 'error', status: 403 }, times: 1 });
    await rejection(add('Restarted'), 'unreachable');
    comments = written(storage);
    assert.equal((await add('Restarted'))?.body, 'Restarted');
    assert.deepEqual([await countOf('Restarted'), sent('issueComments.create')], [1, 1]);
    assert.deepEqual(await storage.list('comments'), []);
  });

  it('stores nothing of a comment that the host refused', async () => {
    const fault = { kind: 'error', status: 403 } as const;
    clients.service.fail({ operation: 'issueComments.create', fault, times: 1 });
    await rejection(add('Refused'), 'forbidden');
    assert.deepEqual(await storage.list('comments'), []);
  });

  it('calls a removal done if its answer was lost and the comment is missing afterwards', async () => {
    const created = await add('Gone');
    const fault = { kind: 'reset', at: 'headers', done: true } as const;
    clients.service.fail({ operation: 'issueComments.remove', fault, times: 1 });
    await comments.remove(await place(), created!.id!, {});
    assert.deepEqual([await countOf('Gone'), sent('issueComments.remove')], [0, 1]);
    await rejection(comments.remove({ ...(await place()), number: undefined }, created!.id!, {}), 'missing');
  });

  it('does not call done what the host never saw, and sends it once', async () => {
    const created = await add('Stays');
    const fault = { kind: 'reset', at: 'headers' } as const;
    for (const operation of ['issueComments.edit', 'issueComments.remove']) clients.service.fail({ operation, fault });
    clients.service.clear();
    await rejection(comments.edit(await place(), created!.id!, 'Lost', {}), 'unreachable');
    for (const at of [number, undefined])
      await rejection(comments.remove({ ...(await place()), number: at }, created!.id!, {}), 'unreachable');
    assert.deepEqual([await countOf('Stays'), await countOf('Lost')], [1, 0]);
    assert.deepEqual([sent('issueComments.edit'), sent('issueComments.remove')], [1, 2]);
  });

  it('returns what was sent if the host neither answers nor shows the changed comment', async () => {
    const created = await add('Hidden');
    clients.habit({ emptyAfterWrite: true });
    clients.service.fail({ operation: 'issueComments.get', fault: { kind: 'error', status: 403 } });
    const edited = await comments.edit({ ...(await place()), number: undefined }, created!.id!, 'Still hidden', {});
    assert.deepEqual([edited.id, edited.body, edited.user], [created?.id, 'Still hidden', undefined]);
    assert.equal(await countOf('Still hidden'), 1);
  });

  it('returns the comment from the list of the issue if the host neither answers nor serves one comment', async () => {
    const created = await add('Before');
    clients.habit({ emptyAfterWrite: true });
    clients.service.fail({ operation: 'issueComments.get', fault: { kind: 'error', status: 403 } });
    const edited = await comments.edit(await place(), created!.id!, 'After', {});
    assert.deepEqual([edited.id, edited.body, edited.user?.login], [created?.id, 'After', 'alice']);
    assert.equal(sent('pullRequestComments.list'), 0);
  });

  it('tells a missing issue from a host without comments, and asks such a host once', async () => {
    await rejection(add('x', '999'), 'missing');
    for (const optionalOperations of ['404', '405'] as const) {
      comments = written(memoryStorage());
      clients.habit({ optionalOperations });
      clients.service.clear();
      await rejection(add('x', '999'), 'unsupported');
      const failure = await rejection(add('x'), 'unsupported');
      assert.equal(failure.about?.[1], `${clients.service.url}/alice/website/issues/3`);
      const requests = clients.service.requests.length;
      await rejection(add('y'), 'unsupported');
      assert.equal(clients.service.requests.length, requests);
    }
  });

  it('tells a missing comment from a host that cannot edit, also if the issue is not known', async () => {
    const created = await add('Here');
    const edit = async (id: string, at?: string) =>
      await comments.edit({ ...(await place()), number: at }, id, 'Edited', {});
    await rejection(edit('1', number), 'missing');
    clients.habit({ optionalOperations: '404' });
    await rejection(edit(created!.id!), 'unsupported');
  });

  it('needs an account', async () => {
    const connection = await session(clients.service, { signedIn: false }).connect();
    await rejection(comments.add({ ...(await place()), connection }, { body: 'x' }, {}), 'signedOut');
  });

  describe('on pull requests', () => {
    const pull = async (): Promise<ConversationPlace> => await place('41', 'pullRequests');
    const onPull = async (body: string, at?: CommentTarget) => await comments.add(await pull(), { body, at }, {});
    const api = () => clients.as('alice');
    const lastBody = (operation: string): unknown =>
      clients.service.requests.findLast((request) => request.operation === operation)?.params;

    it('are created, answered, edited and removed, each as the host has it afterwards', async () => {
      const created = await onPull('On a line', { path: 'src/login.ts', line: 2 });
      assert.deepEqual(
        [created?.place?.path, created?.place?.line, created?.user?.login],
        ['src/login.ts', 2, 'alice'],
      );
      const discussion = created!.discussionId!;
      const reply = await comments.reply(await pull(), { body: 'Answer', discussion }, {});
      assert.deepEqual([reply?.body, reply?.user?.login, reply?.discussionId], ['Answer', 'alice', discussion]);
      const edited = await comments.edit(await pull(), reply!.id!, 'Better', {});
      assert.deepEqual([edited.id, edited.body, edited.user?.login], [reply?.id, 'Better', 'alice']);
      const all = async () =>
        (await new Conversations(new HostFeatures(memoryStorage())).whole(await pull(), {})).discussions;
      const found = (await all()).find((one) => one.discussionId === discussion);
      assert.deepEqual([found?.body, found?.replies.map(({ body }) => body)], ['On a line', ['Better']]);
      for (const id of [reply!.id!, created!.id!]) await comments.remove(await pull(), id, {});
      assert.ok(!(await all()).some((one) => one.discussionId === discussion));
    });

    it('are returned from the list if the host neither answers a change nor serves one comment', async () => {
      const created = await onPull('Before');
      clients.habit({ emptyAfterWrite: true });
      clients.service.fail({ operation: 'pullRequestComments.get', fault: { kind: 'error', status: 403 } });
      const edited = await comments.edit(await pull(), created!.id!, 'After', {});
      assert.deepEqual([edited.id, edited.body, edited.user?.login], [created?.id, 'After', 'alice']);
    });

    it('are returned as answered if the list cannot be read', async () => {
      const fault = { kind: 'error', status: 403 } as const;
      clients.service.fail({ operation: 'pullRequestComments.list', fault });
      const created = await onPull('Not listed', { path: 'src/login.ts', line: 2 });
      assert.ok(created?.id !== undefined);
      assert.deepEqual([created.body, sent('pullRequestComments.create')], ['Not listed', 1]);
    });

    it('are told from missing ones if the host cannot change them and their pull request is not known', async () => {
      const created = await onPull('Unchangeable');
      clients.service.fail({ operation: 'pullRequestComments.edit', fault: { kind: 'error', status: 404 } });
      const unknown = { ...(await pull()), number: undefined };
      await rejection(comments.edit(unknown, '1', 'Changed', {}), 'missing');
      await rejection(comments.edit(unknown, created!.id!, 'Changed', {}), 'unsupported');
    });

    it('are still open if the host never saw that they are resolved', async () => {
      const created = await onPull('Unresolved', { path: 'src/login.ts', line: 2 });
      const fault = { kind: 'reset', at: 'headers' } as const;
      clients.service.fail({ operation: 'pullRequestComments.resolve', fault });
      const change = { discussion: created!.discussionId!, resolved: true };
      await rejection(comments.resolve(await pull(), change, {}), 'unreachable');
      assert.equal(sent('pullRequestComments.resolve'), 1);
      const { items } = await api().pullRequestComments.list({ owner: 'alice', repo: 'website', number: 41 });
      assert.equal(items.find(({ discussion_id }) => discussion_id === change.discussion)?.resolved, false);
    });

    it('are not taken for an operation that the host lacks if their discussion is gone', async () => {
      const discussion = 'f'.repeat(40);
      const gone = await rejection(comments.reply(await pull(), { body: 'Late', discussion }, {}), 'missing');
      assert.equal(gone.status, 404);
      await rejection(comments.resolve(await pull(), { discussion, resolved: true }, {}), 'missing');
      const created = await onPull('On a line', { path: 'src/login.ts', line: 2 });
      const there = { discussion: created!.discussionId! };
      assert.equal((await comments.reply(await pull(), { body: 'In time', ...there }, {}))?.body, 'In time');
      await comments.resolve(await pull(), { ...there, resolved: true }, {});
    });

    const line = { path: 'src/login.ts', position: 2, line: 2, new_line: 2, position_type: 'text' };
    const bodies: readonly (readonly [string, CommentTarget | undefined, object])[] = [
      ['on the whole', undefined, {}],
      ['on a line', { path: 'src/login.ts', line: 2 }, line],
      [
        'on a range, in either order',
        { path: 'src/login.ts', line: 1, startLine: 2 },
        { ...line, start_line: 1, end_line: 2 },
      ],
      ['on a file', { path: 'src/login.ts' }, { path: 'src/login.ts', position_type: 'binary' }],
    ];
    for (const [words, at, fields] of bodies)
      it(`are sent ${words} with the fields that hosts read`, async () => {
        const body = `Sent ${words}`;
        await onPull(body, at).catch(() => undefined);
        const params = lastBody('pullRequestComments.create') as Record<string, unknown>;
        const { owner, repo, number: of, ...given } = params;
        assert.deepEqual([owner, repo, String(of), given], ['alice', 'website', '41', { body, ...fields }]);
      });

    it('send nothing for a line of the old side', async () => {
      const target = { path: 'src/login.ts', line: 2, side: 'old' } as const;
      const { field, requirement } = await rejection(onPull('x', target), 'invalid');
      assert.deepEqual([field, requirement?.code, clients.service.requests.length], ['side', 'newSide', 0]);
    });

    const answers: readonly (readonly [string, object])[] = [
      ['note_id', { id: 'd'.repeat(40), note_id: 5 }],
      ['noteId', { id: 'd'.repeat(40), noteId: '5' }],
      ['only the discussion', { id: 'd'.repeat(40) }],
      ['nothing', {}],
    ];
    for (const [words, answer] of answers)
      it(`are found in the list by their text and author if the answer has ${words}`, async () => {
        const body = `Answered with ${words}`;
        const params = { owner: 'alice', repo: 'website', number: 41, body };
        const made = await api().pullRequestComments.create(params);
        const { items } = await api().pullRequestComments.list({ ...params, body: undefined } as never);
        const listed = items.find((one) => one.body === body)!;
        const renamed = {
          ...answer,
          ...('note_id' in answer ? { note_id: listed.id } : {}),
          ...('noteId' in answer ? { noteId: listed.id } : {}),
          ...('id' in answer ? { id: listed.discussion_id } : {}),
        };
        assert.ok(made !== undefined);
        clients.service.fail({
          operation: 'pullRequestComments.create',
          fault: { kind: 'answer', status: 200, json: renamed },
        });
        clients.service.clear();
        const found = await onPull(body);
        assert.deepEqual(
          [found?.id, found?.discussionId, found?.user?.login],
          [listed.id, listed.discussion_id, 'alice'],
        );
        assert.equal(sent('pullRequestComments.create'), 1);
      });

    it('tell that the host put one elsewhere', async () => {
      const at = { path: 'src/login.ts', line: 2 };
      const there = await onPull('There', at);
      assert.equal(isElsewhere(there!, at), false);
      const whole = await onPull('Whole');
      assert.deepEqual([isElsewhere(whole!, undefined), isElsewhere(whole!, at)], [false, true]);
      const onFile = { path: at.path };
      assert.ok(
        isElsewhere(there!, onFile) &&
          !isElsewhere({ ...there!, place: { ...there!.place!, line: undefined } }, onFile),
      );
      assert.ok(isElsewhere(there!, { ...at, line: 3 }) && isElsewhere(there!, { ...at, startLine: 1 }));
    });

    it('are not resolved if the host answers and changes nothing', async () => {
      const discussion = 'c'.repeat(40);
      await comments.resolve(await pull(), { discussion, resolved: true }, {});
      clients.service.fail({
        operation: 'pullRequestComments.resolve',
        fault: { kind: 'answer', status: 200, json: {} },
      });
      const failure = await rejection(comments.resolve(await pull(), { discussion, resolved: false }, {}), 'refused');
      assert.equal(failure.reason, 'notMade');
      clients.service.calm();
      await comments.resolve(await pull(), { discussion, resolved: false }, {});
    });

    it('are written once if the host fails after it made the change', async () => {
      const fail = (operation: string): void =>
        clients.service.fail({ operation, fault: { kind: 'error', status: 500, done: true }, times: 1 });
      for (const operation of ['create', 'reply', 'edit', 'resolve', 'remove'])
        fail(`pullRequestComments.${operation}`);
      const created = await onPull('Made', { path: 'src/login.ts', line: 3 });
      assert.deepEqual([created?.place?.line, sent('pullRequestComments.create')], [3, 1]);
      const discussion = created!.discussionId!;
      const reply = await comments.reply(await pull(), { body: 'Answered', discussion }, {});
      assert.equal(sent('pullRequestComments.reply'), 1);
      assert.equal((await comments.edit(await pull(), reply!.id!, 'Changed', {})).body, 'Changed');
      await comments.resolve(await pull(), { discussion, resolved: true }, {});
      await comments.remove(await pull(), reply!.id!, {});
      const { items } = await api().pullRequestComments.list({ owner: 'alice', repo: 'website', number: 41 });
      const found = items.find((one) => one.discussion_id === discussion);
      assert.deepEqual([found?.resolved, found?.replies.length], [true, 0]);
    });

    it('on the whole are not called resolved', async () => {
      const operation = 'pullRequestComments.resolve';
      clients.service.fail({ operation, fault: { kind: 'answer', status: 200, json: {} } });
      const change = { discussion: 'a'.repeat(40), resolved: true };
      assert.equal((await rejection(comments.resolve(await pull(), change, {}), 'refused')).reason, 'notMade');
    });

    it('are unsupported where the host has no pull requests', async () => {
      for (const optionalOperations of ['404', '405'] as const) {
        comments = written(memoryStorage());
        clients.habit({ optionalOperations });
        const failure = await rejection(onPull('x'), 'unsupported');
        const requests = clients.service.requests.length;
        await rejection(comments.requireAdd(await pull()), 'unsupported');
        assert.equal(clients.service.requests.length, requests);
        assert.equal(failure.about?.[1], `${clients.service.url}/alice/website/merge_requests/41`);
      }
    });

    it('are missing, and nothing is remembered, where the repository has them turned off', async () => {
      const { owner, repo } = await clients.fresh();
      await api().repositories.setModules({ owner, repo, has_merge_request: false });
      const off = { ...(await pull()), name: { host: 'local', owner, repo }, number: '1' };
      await rejection(comments.add(off, { body: 'x' }, {}), 'missing');
      assert.equal((await onPull('Elsewhere'))?.body, 'Elsewhere');
    });
  });
});
