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
    const { searchParams } = new URL(requests[0]?.path ?? "", service.url);
    assert.deepEqual([searchParams.get('per_page'), searchParams.get('state')], ['2', 'open']);
    assert.deepEqual(await numbers(), ['43', '42', '41']);
    assert.deepEqual(await numbers({ state: 'all' }), ['44', '43', '42', '41']);
    assert.deepEqual(await numbers({ author: '@me' }), ['41']);
    assert.deepEqual(await numbers({ reviewer: '@me' }), ['42']);
    const one = await commands.executeCommand<PullRequest>('sourcehost.pullRequest.get', { ...at, number: 41 });
    assert.deepEqual([one.number, one.title], ['41', 'Begin the login page']);
  });

  for (const status of ['404', '405'] as const)
    it(`resolve with the heads by git where the host answers ${status}, and ask it once`, async () => {
      await service.set({ habits: { optionalOperations: status } });
      const heads = (await list({ limit: 3 })) as unknown;
      const shas = await Promise.all(
        [44, 43, 42].map((n) => service.git(at.repository, 'rev-parse', `refs/merge-requests/${n}/head`)),
      );
      assert.deepEqual(
        heads,
        [44, 43, 42].map((number, index) => ({ number: String(number), sha: shas[index]?.trim() })),
      );
      await list();
      within(1, await service.requests('pullRequests.list'));
      const failed = async (id: string, args: object): Promise<Failure> =>
        await Promise.resolve(commands.executeCommand(id, { ...at, ...args })).then(
          () => assert.fail('it succeeded'),
          (thrown: unknown) => thrown as Failure,
        );
      // Refs do not tell who wrote or reviews them.
      for (const failure of [
        await failed('sourcehost.pullRequest.list', { reviewer: 'bob' }),
        await failed('sourcehost.pullRequest.get', { number: 41 }),
      ]) {
        assert.equal(failure.kind, 'unsupported');
        assert.match(failure.message, /alice\/website\/merge_requests/);
      }
    });
});
