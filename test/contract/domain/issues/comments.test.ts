import assert from 'node:assert/strict';
import { collect } from '../../../../src/core/async.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { flatComments } from '../../../../src/domain/pullRequests/discussions.ts';
import { Comments, type CommentPlace } from '../../../../src/domain/issues/comments.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { session } from '../../../kit/remoteFiles.ts';
import { Clients } from '../../kit/clients.ts';

const number = '3';

describe('Comments', () => {
  let clients: Clients;
  let comments: Comments;
  let storage: ReturnType<typeof memoryStorage>;
  before(async () => (clients = await Clients.start()));
  after(() => clients.close());
  beforeEach(() => {
    storage = memoryStorage();
    comments = new Comments(new HostFeatures(storage), storage);
    clients.service.clear();
  });
  afterEach(() => {
    assert.deepEqual(clients.service.violations, []);
    clients.service.calm();
  });

  const place = async (path = 'website', login = 'alice'): Promise<CommentPlace> => ({
    connection: await session(clients.service, { login, fetch: clients.fetch }).connect(),
    name: { host: 'local', owner: 'alice', repo: path },
  });
  const add = async (body: string, at = number) => await comments.addToIssue(await place(), at, body, {});
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
    const edited = await comments.editOnIssue(await place(), { id: created!.id }, 'Two', {});
    assert.deepEqual([edited.id, edited.body], [created?.id, 'Two']);
    await comments.removeFromIssue(await place(), { id: created!.id }, {});
    assert.equal(await countOf('Two'), 0);
    clients.service.clear();
  });

  it('returns the comment if the host answers without it', async () => {
    clients.habit({ emptyAfterWrite: true });
    const created = await add('Without an answer');
    assert.equal(created?.body, 'Without an answer');
    const edited = await comments.editOnIssue(await place(), { id: created.id }, 'Changed', {});
    assert.deepEqual(edited, { id: created.id, body: 'Changed' });
    assert.equal(await countOf('Changed'), 1);
  });

  it('looks for a comment before it sends the same text again, also after a restart', async () => {
    const fault = { kind: 'reset', at: 'headers', done: true } as const;
    clients.service.fail({ operation: 'issueComments.create', fault, times: 1 });
    clients.service.fail({ operation: 'issues.comments', fault: { kind: 'error', status: 403 }, times: 1 });
    await rejection(add('Restarted'), 'unreachable');
    comments = new Comments(new HostFeatures(storage), storage);
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
    await comments.removeFromIssue(await place(), { id: created!.id, number }, {});
    assert.deepEqual([await countOf('Gone'), sent('issueComments.remove')], [0, 1]);
    await rejection(comments.removeFromIssue(await place(), { id: created!.id }, {}), 'missing');
  });

  it('tells a missing issue from a host without comments, and asks such a host once', async () => {
    await rejection(add('x', '999'), 'missing');
    for (const optionalOperations of ['404', '405'] as const) {
      comments = new Comments(new HostFeatures(memoryStorage()), storage);
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
      await comments.editOnIssue(await place(), { id, number: at }, 'Edited', {});
    await rejection(edit('1', number), 'missing');
    clients.habit({ optionalOperations: '404' });
    await rejection(edit(created!.id), 'unsupported');
  });

  it('needs an account', async () => {
    const connection = await session(clients.service, { signedIn: false }).connect();
    const name = { host: 'local', owner: 'alice', repo: 'website' };
    await rejection(comments.addToIssue({ connection, name }, number, 'x', {}), 'signedOut');
  });

  describe('on pull requests', () => {
    const pull = '41';
    const onPull = async (body: string, line?: { path: string; position: number }) =>
      await comments.addToPullRequest(await place(), pull, { body, line }, {});

    it('are created, answered, edited and removed', async () => {
      const created = await onPull('On a line', { path: 'src/login.ts', position: 2 });
      assert.deepEqual([created?.path, created?.position, created?.user?.login], ['src/login.ts', 2, 'alice']);
      const discussion = created!.discussion_id!;
      const reply = await comments.reply(await place(), pull, { body: 'Answer', discussion }, {});
      await comments.editOnPullRequest(await place(), { id: reply!.id, number: pull }, 'Better', {});
      const api = clients.as('alice');
      const read = async () =>
        (await collect(api.pullRequestComments.list.all({ owner: 'alice', repo: 'website', number: pull }))).flatMap(
          flatComments,
        );
      const inDiscussion = (await read()).filter(({ discussion_id }) => discussion_id === discussion);
      assert.deepEqual(
        inDiscussion.map(({ body }) => body),
        ['On a line', 'Better'],
      );
      for (const { id } of inDiscussion) await comments.removeFromPullRequest(await place(), { id, number: pull }, {});
      assert.ok(!(await read()).some(({ discussion_id }) => discussion_id === discussion));
    });

    it('are unsupported where the host has no pull requests', async () => {
      for (const optionalOperations of ['404', '405'] as const) {
        comments = new Comments(new HostFeatures(memoryStorage()), storage);
        clients.habit({ optionalOperations });
        const failure = await rejection(onPull('x'), 'unsupported');
        assert.equal(failure.about?.[1], `${clients.service.url}/alice/website/merge_requests/41`);
      }
    });

    it('are missing, and nothing is remembered, where the repository has them turned off', async () => {
      const { owner, repo } = await clients.fresh();
      await clients.as('alice').repositories.setModules({ owner, repo, has_merge_request: false });
      const { connection } = await place();
      const off = { connection, name: { host: 'local', owner, repo } };
      await rejection(comments.addToPullRequest(off, '1', { body: 'x' }, {}), 'missing');
      assert.equal((await onPull('Elsewhere'))?.body, 'Elsewhere');
    });
  });
});
