import assert from 'node:assert/strict';
import type { GitRepositories } from '../../../../src/domain/git/gitRepositories.ts';
import { pullRequestCommits } from '../../../../src/domain/pullRequests/pullRequestCommits.ts';
import { addCommits } from '../../../kit/addCommits.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { gitOfAlice, named } from '../../../kit/localGit.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked } from '../../../kit/remoteFiles.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('pullRequestCommits', () => {
  const service = suiteService();
  let served: ServedRepository;
  before(async () => (served = await service.repository('alice/website')));
  afterEach(async () => {
    await service.reset();
    served = await service.repository('alice/website');
  });

  async function reading(git: GitRepositories, number: string): Promise<ReturnType<typeof pullRequestCommits>> {
    const { parts, connect } = fetchingWindow(service, git);
    return pullRequestCommits(parts, await connect(), named('alice/website'), number);
  }

  async function withGit(number: string): Promise<readonly string[]> {
    await using git = await gitOfAlice(service);
    const read = await reading(git, number);
    const found: string[] = [];
    for (let page = await read(); page !== undefined; page = await read())
      found.push(
        ...page.commits.map(({ sha, message, authorName }) => `${sha} ${message.split('\n')[0]} ${authorName}`),
      );
    return found;
  }

  const withoutGit = async (): ReturnType<typeof reading> => {
    const git = new FakeGit();
    git.trouble = 'notInstalled';
    return await reading(git, '41');
  };

  const logged = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await served.git(['log', '--format=%H %s %an', ...args])).split('\n');

  it('reads what the host lists, with its authors and parents, by one request', async () => {
    const read = await withoutGit();
    const requests = await asked(service, async () => {
      const page = await read();
      const found = page?.commits.map(
        ({ sha, message, authorName }) => `${sha} ${message.split('\n')[0]} ${authorName}`,
      );
      assert.deepEqual(found, await logged('--reverse', 'main..feature/login'));
      const [first] = page?.commits ?? [];
      assert.deepEqual(first?.parents, [await served.git(['rev-parse', `${first?.sha}^`])]);
      assert.equal(await read(), undefined);
    });
    assert.deepEqual(requests, ['pullRequests.commits']);
  });

  for (const optionalOperations of ['404', '405'] as const)
    it(`reads the commits since the merge base with git after ${optionalOperations}, page by page`, async () => {
      await addCommits(served, 'refs/merge-requests/41/head', 120);
      service.set({ habits: { optionalOperations } });
      assert.deepEqual(await withGit('41'), await logged('main..refs/merge-requests/41/head'));
    });

  it('says that the host does not have them where git cannot be used either', async () => {
    service.set({ habits: { optionalOperations: '404' } });
    await rejection((await withoutGit())(), 'unsupported');
  });

  it('requests a page again after a failure', async () => {
    const read = await withoutGit();
    service.fail({ operation: 'pullRequests.commits', fault: { kind: 'error', status: 403 }, times: 1 });
    await rejection(read(), 'forbidden');
    assert.ok(((await read())?.commits.length ?? 0) > 0);
  });
});
