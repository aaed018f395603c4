import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { PullRequest } from '../../../src/api/record/pullRequest.ts';
import type { Failure } from '../../../src/core/errors.ts';
import { within } from '../../budgets.ts';
import { RemoteService } from '../../kit/remoteService.ts';
import { signIn } from '../kit/signIn.ts';
import { tidy } from '../kit/tidy.ts';

const at = { host: 'local', repository: 'alice/website' };
const list = async (args: object = {}): Promise<readonly PullRequest[]> =>
  await commands.executeCommand('sourcehost.pullRequest.list', { ...at, ...args });
const numbers = async (args: object = {}): Promise<string[]> => (await list(args)).map(({ number }) => number);

describe('pullRequest.list and pullRequest.get', () => {
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

  it('resolve with the records, the newest first, with one request of the needed size', async () => {
    const pulls = await list({ limit: 2 });
    assert.deepEqual(
      pulls.map(({ number, title, draft }) => [number, title, draft]),
      [
        ['43', pulls[0]?.title, true],
        ['42', pulls[1]?.title, false],
      ],
    );
    const requests = await service.requests('pullRequests.list');
    within(1, requests);
    const { searchParams } = new URL(requests[0]?.path ?? '', service.url);
    assert.deepEqual([searchParams.get('per_page'), searchParams.get('state')], ['2', 'open']);
    assert.deepEqual(await numbers(), ['43', '42', '41']);
    assert.deepEqual(await numbers({ state: 'all' }), ['44', '43', '42', '41']);
    assert.deepEqual(await numbers({ author: '@me' }), ['41']);
    assert.deepEqual(await numbers({ reviewer: '@me' }), ['42']);
    const one = await commands.executeCommand<PullRequest>('sourcehost.pullRequest.get', { ...at, number: 41 });
    assert.deepEqual([one.number, one.title], ['41', 'Begin the login page']);
  });
});

describe('pullRequest.list at a host without it', () => {
  const service = new RemoteService();
  const url = service.url.replace('127.0.0.1', 'localhost');

  const failed = async (id: string, args: object): Promise<Failure> =>
    await Promise.resolve(commands.executeCommand(id, { ...at, ...args })).then(
      () => assert.fail('it succeeded'),
      (thrown: unknown) => thrown as Failure,
    );

  after(() => service.reset());

  for (const status of ['404', '405'] as const)
    it(`resolves with the heads by git after ${status}, and asks the host once`, async () => {
      // A host of its own: the extension remembers for a day what a host does not have.
      const host = `without-pulls-${status}`;
      const entry = { id: host, name: 'No pulls', apiUrl: url, authUrl: url, webUrl: url };
      await commands.executeCommand('sourcehost.host.add', entry);
      const token = await service.token('alice');
      await commands.executeCommand('sourcehost.account.signInWithToken', { host, token });
      await service.set({ habits: { optionalOperations: status } });
      await service.clear();
      const head = async (number: number) => ({
        number: String(number),
        sha: (await service.git(at.repository, 'rev-parse', `refs/merge-requests/${number}/head`)).trim(),
      });
      assert.deepEqual(await list({ host, limit: 3 }), await Promise.all([44, 43, 42].map(head)));
      await list({ host });
      within(1, await service.requests('pullRequests.list'));
      // Refs do not tell who wrote or reviews them.
      for (const failure of [
        await failed('sourcehost.pullRequest.list', { host, reviewer: 'bob' }),
        await failed('sourcehost.pullRequest.get', { host, number: 41 }),
      ]) {
        assert.equal(failure.kind, 'unsupported');
        assert.match(failure.message, /alice\/website\/merge_requests/);
      }
      await commands.executeCommand('sourcehost.host.remove', { host });
    });
});
