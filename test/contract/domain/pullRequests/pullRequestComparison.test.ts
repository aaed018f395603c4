import assert from 'node:assert/strict';
import type { GitRepositories } from '../../../../src/domain/git/gitRepositories.ts';
import {
  readPullRequestComparison,
  type ComparedPullRequest,
} from '../../../../src/domain/pullRequests/pullRequestComparison.ts';
import type { RefComparison } from '../../../../src/domain/repositories/refComparison.ts';
import { budget, within, withinTime } from '../../../budgets.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { accessOf, gitOfAlice, named, testGit } from '../../../kit/localGit.ts';
import { processorTime } from '../../../kit/processorTime.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import type { Habits } from '../../../service/habits.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

const website = named('alice/website');
const fork = 'erik/website';

describe('The comparison of a pull request', () => {
  const service = suiteService();
  let served: ServedRepository;
  before(async () => (served = await service.repository('alice/website')));
  afterEach(async () => {
    await service.reset();
    served = await service.repository('alice/website');
  });

  interface Window {
    readonly compare: (compared: ComparedPullRequest) => Promise<RefComparison>;
    readonly fetch: (commit: string) => Promise<unknown>;
  }

  function open(git: GitRepositories): Window {
    const { parts, connect } = fetchingWindow(service, git);
    return {
      compare: async (compared) => await readPullRequestComparison(parts, await connect(), website, compared),
      fetch: async (commit) => await parts.fetcher.fetch(website, commit),
    };
  }

  /** `work` in a window with git. */
  async function withGit<T>(work: (window: Window) => Promise<T>): Promise<T> {
    await using git = await gitOfAlice(service);
    return await work(open(git));
  }

  const withoutGit = (): Window => {
    const git = new FakeGit();
    git.trouble = 'notInstalled';
    return open(git);
  };

  const pathsOf = ({ differences }: RefComparison): string[] => differences.map(({ path }) => path);
  /** As git compares them. */
  const changed = async (range: string): Promise<string[]> =>
    (await served.git(['diff', '--name-only', '--no-renames', range])).split('\n').filter(Boolean).sort();
  const headRef = (number: number): string => `refs/merge-requests/${number}/head`;
  const habit = (habits: Partial<Habits>): void => service.set({ habits });
  const call = async (operation: string, params: Record<string, unknown>, as = 'alice'): Promise<unknown> =>
    await service.act({ do: 'call', operation, params: { owner: 'alice', repo: 'website', ...params }, as });

  /** A pull request from the branch `head`, whose number is 45. */
  const create = async (head: string): Promise<void> => {
    await call('pullRequests.create', { title: head, head, base: 'main' });
  };

  it('begins at the merge base, also for a head in a fork that falls behind its base', async () => {
    await service.act({ do: 'push', repository: 'alice/website', branch: 'main', files: { 'later.txt': 'later' } });
    const result = await withGit(({ compare }) => compare({ number: '42' }));
    assert.deepEqual(pathsOf(result), await changed(`main...${headRef(42)}`));
    assert.equal(result.start, 'mergeBase');
    assert.deepEqual([result.base.name, result.head.name], ['main', '!42']);
    assert.equal(result.base.ref, await served.git(['merge-base', 'main', headRef(42)]));
    assert.equal(result.head.ref, await served.git(['rev-parse', headRef(42)]));
  });

  it('takes another base, from its merge base with the head', async () => {
    const result = await withGit(({ compare }) => compare({ number: '41', base: 'release/1.0' }));
    assert.deepEqual(pathsOf(result), await changed(`release/1.0...${headRef(41)}`));
    assert.equal(result.base.name, 'release/1.0');
    const unknown = await rejection(withoutGit().compare({ number: '41', base: 'no/such' }), 'missing');
    assert.equal(unknown.field, 'base');
  });

  for (const optionalOperations of ['404', '405'] as const)
    it(`reads the head from the refs of git if the host answers ${optionalOperations}`, async () => {
      habit({ optionalOperations });
      const result = await withGit(({ compare }) => compare({ number: '42' }));
      assert.deepEqual(pathsOf(result), await changed(`main...${headRef(42)}`));
      assert.equal(result.start, 'mergeBase');
      const failure = await rejection(
        withGit(({ compare }) => compare({ number: '999' })),
        'missing',
      );
      assert.deepEqual([failure.reason, failure.about], ['noPullRequestHead', ['!999', 'alice/website']]);
    });

  it('says that the host has no pull requests where git cannot be used either', async () => {
    habit({ optionalOperations: '404' });
    const failure = await rejection(withoutGit().compare({ number: '42' }), 'unsupported');
    assert.equal(failure.reason, 'noOperation');
  });

  for (const pullRequestNumber of ['number', 'text'] as const)
    for (const gitShas of ['any', 'tips'] as const)
      it(`works after the fork was deleted (${pullRequestNumber}, git sends ${gitShas})`, async () => {
        habit({ pullRequestNumber, gitShas, singlePullRequest: 'list' });
        await service.act({ do: 'removeRepository', repository: fork });
        const result = await withGit(({ compare }) => compare({ number: '42' }));
        assert.deepEqual(pathsOf(result), await changed(`main...${headRef(42)}`));
      });

  it('compares the base itself if both have no common commit, and says so', async () => {
    const tree = await served.git(['rev-parse', 'v1.0^{tree}']);
    const orphan = await served.git(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit-tree', '-m', 'alone', tree]);
    await served.git(['update-ref', 'refs/heads/orphan', orphan]);
    await create('orphan');
    const result = await withGit(({ compare }) => compare({ number: '45' }));
    assert.deepEqual(pathsOf(result), await changed(`main..${orphan}`));
    assert.equal(result.start, 'unrelated');
  });

  it('asks the host for the merge base without git', async () => {
    const result = await withoutGit().compare({ number: '42' });
    assert.deepEqual(pathsOf(result), await changed(`main...${headRef(42)}`));
    assert.equal(result.start, 'mergeBase');
  });

  it('compares the base itself if neither git nor the host tells the merge base', async () => {
    service.fail({ operation: 'commits.compare', fault: { kind: 'error', status: 404 } });
    const result = await withoutGit().compare({ number: '42' });
    assert.deepEqual(pathsOf(result), await changed(`main..${headRef(42)}`));
    assert.equal(result.start, 'base');
  });

  it('says that the host no longer has the commits of a head that vanished', async () => {
    const { window, close } = await opened();
    await service.act({ do: 'push', repository: 'alice/website', branch: 'gone', files: { 'gone.txt': 'gone' } });
    await create('gone');
    await call('pullRequests.edit', { number: 45, state: 'closed' });
    await served.git(['update-ref', '-d', headRef(45)]);
    service.fail({
      operation: 'pullRequests.get',
      fault: {
        kind: 'answer',
        status: 200,
        json: { number: 45, state: 'closed', base: { ref: 'main' }, head: { ref: 'gone', sha: '1'.repeat(40) } },
      },
    });
    const failure = await rejection(window.compare({ number: '45' }), 'missing');
    assert.equal(failure.reason, 'noPullRequestHead');
    await close();
  });

  async function opened(): Promise<{ readonly window: Window; readonly close: () => Promise<void> }> {
    const folder = await temporaryFolder();
    const git = testGit(folder.path, accessOf(service, 'alice'));
    const close = async (): Promise<void> => {
      await git.stop();
      await folder[Symbol.asyncDispose]();
    };
    return { window: open(git), close };
  }

  it('takes few requests for 100 files in a repository whose objects are here', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`many/${at % 10}/${at}.txt`, `${at}`]));
    await service.act({ do: 'push', repository: 'alice/website', branch: 'hundred', files });
    await create('hundred');
    const { window, close } = await opened();
    const operations = (): string[] => service.requests.map(({ operation }) => operation);
    await window.fetch(await served.git(['rev-parse', 'main']));
    service.clear();
    const start = processorTime();
    assert.equal(pathsOf(await window.compare({ number: '45' })).length, 100);
    withinTime(budget.times.pullRequestReview, processorTime() - start);
    within(budget.requests.comparePullRequest, operations());
    service.clear();
    assert.equal(pathsOf(await window.compare({ number: '45' })).length, 100);
    assert.deepEqual(operations(), ['pullRequests.get', 'commits.compare']);
    await close();
  });

  it('lists 1,000 files as git does', async () => {
    const files = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`many/${at % 50}/${at}.txt`, `${at}`]));
    await service.act({ do: 'push', repository: 'alice/website', branch: 'thousand', files });
    await create('thousand');
    const { window, close } = await opened();
    assert.deepEqual(pathsOf(await window.compare({ number: '45' })), await changed('main...thousand'));
    await close();
  });

  it('is read from the commits that are here without another request', async () => {
    service.set({ operation: 'commits.compare', habits: { optionalOperations: '404' } });
    const { window, close } = await opened();
    await window.compare({ number: '42' });
    service.calm();
    service.clear();
    await window.compare({ number: '42' });
    assert.deepEqual(
      service.requests.map(({ operation }) => operation),
      ['pullRequests.get'],
    );
    await close();
  });

  it('fetches the commits with git if the host does not tell the common one', async () => {
    service.fail({ operation: 'commits.compare', fault: { kind: 'error', status: 500 } });
    const result = await withGit(({ compare }) => compare({ number: '42' }));
    assert.deepEqual(pathsOf(result), await changed(`main...${headRef(42)}`));
    assert.equal(result.start, 'mergeBase');
  });
});
