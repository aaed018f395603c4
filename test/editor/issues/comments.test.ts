import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { Failure, FailureKind } from '../../../src/core/errors.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

interface Comment {
  readonly id: string;
  readonly body: string;
  readonly user?: { readonly login: string };
}

const at = { host: 'local', repository: 'alice/website' };
const run = async <T = Comment>(verb: string, args: object): Promise<T> =>
  await commands.executeCommand<T>(`sourcehost.issue.${verb}Comment`, { ...at, ...args });

const rejection = async (ran: Promise<unknown>, kind: FailureKind): Promise<Failure> => {
  const failure = await ran.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown as Failure,
  );
  assert.equal(failure.kind, kind, failure.message);
  return failure;
};

describe('comments on issues', () => {
  const service = new RemoteService();

  beforeEach(async () => {
    await service.reset();
    await signIn(service, 'alice');
    await service.clear();
  });
  afterEach(async () => {
    await tidy();
    await service.reset();
  });

  const bodies = async (): Promise<readonly string[]> => {
    const all = await service.call<readonly Comment[]>('issues.comments', { number: 2 });
    return all.map(({ body }) => body);
  };

  it('are added, edited and deleted with one request each', async () => {
    const added = await run('add', { number: 2, body: 'One\n\n第二段' });
    assert.deepEqual([added.body, added.user?.login], ['One\n\n第二段', 'alice']);
    const edited = await run('edit', { id: added.id, body: 'Two' });
    assert.deepEqual([edited.id, edited.body], [added.id, 'Two']);
    assert.ok((await bodies()).includes('Two'));
    assert.equal(await run<unknown>('delete', { id: Number(added.id) }), undefined);
    assert.ok(!(await bodies()).includes('Two'));
    for (const operation of ['create', 'edit', 'remove'])
      assert.equal((await service.requests(`issueComments.${operation}`)).length, 1, operation);
  });

  it('name the wrong field before anything is sent', async () => {
    for (const [verb, args, field] of [
      ['add', { number: 2, body: ' ' }, 'body'],
      ['edit', { id: '', body: 'x' }, 'id'],
      ['delete', { id: 1, text: 'x' }, 'text'],
    ] as const)
      assert.equal((await rejection(run(verb, args), 'invalid')).field, field);
    assert.equal((await service.requests('issueComments.*')).length, 0);
  });

  it('cannot be changed if they are of others', async () => {
    const { id } = await service.call<Comment>('issueComments.create', { number: 2, body: 'Of bob' }, 'bob');
    await signIn(service, 'bob');
    await signIn(service, 'carol');
    await rejection(run('edit', { account: 'carol', id, body: 'x' }), 'forbidden');
    assert.equal((await run('edit', { account: 'bob', id, body: 'Of bob again' })).body, 'Of bob again');
  });
});

describe('comments at a host without them', () => {
  const service = new RemoteService();
  const host = 'without-comments';

  // A host of its own: the extension remembers for a day what a host does not have.
  before(async () => {
    const url = service.url.replace('127.0.0.1', 'localhost');
    const entry = { id: host, name: 'No comments', apiUrl: url, authUrl: url, webUrl: 'https://web.example.org' };
    await commands.executeCommand('sourcehost.host.add', entry);
    await commands.executeCommand('sourcehost.account.signInWithToken', { host, token: await service.token('alice') });
  });
  after(async () => {
    await commands.executeCommand('sourcehost.host.remove', { host });
    await service.reset();
  });

  it('are refused with the address of the page, and asked for once', async () => {
    await service.set({ habits: { optionalOperations: '404' } });
    await service.clear();
    const add = () => run('add', { host, number: 2, body: 'x' });
    const failure = await rejection(add(), 'unsupported');
    assert.equal(
      failure.message,
      'No comments does not support this in its API. Use its web page: https://web.example.org/alice/website/issues/2',
    );
    await rejection(add(), 'unsupported');
    assert.equal((await service.requests('issueComments.create')).length, 1);
  });
});
