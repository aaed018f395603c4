import assert from 'node:assert/strict';
import type { CommitPages } from '../../../../src/domain/history/commitList.ts';
import { repositoryCommits } from '../../../../src/domain/history/repositoryCommits.ts';
import { HostFeatures } from '../../../../src/domain/hosts/hostFeatures.ts';
import { addCommits } from '../../../kit/addCommits.ts';
import { FakeGit } from '../../../kit/fakeGit.ts';
import { named } from '../../../kit/localGit.ts';
import { memoryStorage } from '../../../kit/memoryStorage.ts';
import { rejection } from '../../../kit/rejection.ts';
import { asked } from '../../../kit/remoteFiles.ts';
import type { ServedRepository } from '../../../service/handle.ts';
import { fetchingWindow } from '../../kit/fetchingWindow.ts';
import { suiteService } from '../../kit/suiteService.ts';

describe('repositoryCommits without git', () => {
  const service = suiteService();
  let served: ServedRepository;
  before(async () => (served = await service.repository('alice/website')));
  afterEach(async () => {
    await service.reset();
    served = await service.repository('alice/website');
  });

  const opening = (features = new HostFeatures(memoryStorage())) => {
    const git = new FakeGit();
    git.trouble = 'notInstalled';
    const { parts, connect } = fetchingWindow(service, git, features);
    const name = named('alice/website');
    return async (path = ''): Promise<CommitPages> => {
      const tip = await served.git(['rev-parse', 'main']);
      return repositoryCommits(parts, { connection: await connect(), name }, { tip, path });
    };
  };
  const logged = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await served.git(['log', '--format=%H %an %s', ...args])).split('\n');

  it('lists what git lists, by one request for each page', async () => {
    await addCommits(served, 'refs/heads/main', 120);
    const list = await opening()('');
    const all = await logged('main');
    const found: string[] = [];
    const requests = await asked(service, async () => {
      for (let hasMore = true; hasMore;) {
        const page = await list.page(found.length, 100);
        found.push(...page.commits.map((one) => `${one.sha} ${one.authorName} ${one.message.split('\n')[0]}`));
        hasMore = page.hasMore;
      }
    });
    assert.deepEqual(found, all);
    assert.deepEqual(requests, ['commits.list', 'commits.list']);
  });

  it('lists the commits of a file, each with what it did to the file', async () => {
    const list = await opening()('src/main.ts');
    const { commits, hasMore } = await list.page(0, 100);
    assert.equal(hasMore, false);
    assert.deepEqual(
      commits.map(({ sha, authorName, message }) => `${sha} ${authorName} ${message.split('\n')[0]}`),
      await logged('main', '--', 'src/main.ts'),
    );
    assert.deepEqual(
      commits.map(({ file }) => [file?.path, file?.status]),
      commits.map((_, index) => ['src/main.ts', index === commits.length - 1 ? 'added' : 'modified']),
    );
  });

  it('tells the files of each commit, also of the first one', async () => {
    const list = await opening()('');
    const { commits } = await list.page(0, 100);
    const letters: Readonly<Record<string, string>> = { added: 'A', modified: 'M', removed: 'D' };
    for (const commit of [...commits.slice(0, 2), ...commits.slice(-1)]) {
      const files = await list.filesOf(commit);
      const args = [
        'diff-tree',
        '--root',
        '-r',
        '-m',
        '--first-parent',
        '--no-renames',
        '--name-status',
        '--no-commit-id',
      ];
      assert.deepEqual(
        files.map(({ status, path }) => `${letters[status]}\t${path}`).sort(),
        (await served.git(['-c', 'core.quotePath=false', ...args, commit.sha])).split('\n').sort(),
      );
    }
  });

  for (const optionalOperations of ['404', '405'] as const)
    it(`says once that the host does not list commits, after ${optionalOperations}`, async () => {
      service.set({ habits: { optionalOperations } });
      const features = new HostFeatures(memoryStorage());
      const open = opening(features);
      const failure = await rejection((await open()).page(0, 100), 'unsupported');
      assert.equal(failure.reason, 'noCommitList');
      assert.match(failure.about?.[1] ?? '', /^http.*\/alice\/website\/commits\/[0-9a-f]{40}$/);
      assert.deepEqual(
        await asked(service, async () => {
          await rejection((await open()).page(0, 1));
        }),
        [],
      );
    });

  it('takes a 404 about a path for no absence of the operation', async () => {
    service.fail({ operation: 'commits.list', fault: { kind: 'error', status: 404 }, times: 1 });
    const features = new HostFeatures(memoryStorage());
    await rejection((await opening(features)('src')).page(0, 100), 'missing');
    const { commits } = await (await opening(features)('src')).page(0, 100);
    assert.ok(commits.length > 0);
  });
});
