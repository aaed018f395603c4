import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cancelled, Failure } from '../../../../src/core/errors.ts';
import type { GitHistory } from '../../../../src/domain/git/gitHistory.ts';
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

describe('repositoryCommits', () => {
  const service = suiteService();
  let served: ServedRepository;
  before(async () => (served = await service.repository('alice/website')));
  afterEach(async () => {
    await service.reset();
    served = await service.repository('alice/website');
  });

  const withoutGit = (): FakeGit => Object.assign(new FakeGit(), { trouble: 'notInstalled' });
  const opening = (features = new HostFeatures(memoryStorage()), git = withoutGit()) => {
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

  it('takes a 404 for no absence of the operation if another failure hides the rest', async () => {
    service.fail({ operation: 'commits.list', fault: { kind: 'error', status: 404 }, times: 1 });
    service.fail({ operation: 'commits.list', fault: { kind: 'error', status: 403 }, times: 1, skip: 1 });
    const features = new HostFeatures(memoryStorage());
    await rejection((await opening(features)('src')).page(0, 100), 'missing');
    const { commits } = await (await opening(features)('src')).page(0, 100);
    assert.ok(commits.length > 0);
  });

  it('names who the host names, if the commits lack the author', async () => {
    const [one, two, three, four] = ['1', '2', '3', '4'].map((digit) => digit.repeat(40));
    const json = [
      { sha: one, message: 'Only a login\n', author: { login: 'carol' } },
      { sha: two, commit: { message: 'A name' }, author: { login: 'carol', name: 'Carol' } },
      { sha: three, commit: { author: { name: 'Dave', email: 'dave@example.org' } } },
      { sha: four },
    ];
    service.fail({ operation: 'commits.list', fault: { kind: 'answer', status: 200, json } });
    const { commits } = await (await opening()()).page(0, 4);
    assert.deepEqual(
      commits.map(({ message, authorName, authorEmail, authoredDate }) => [
        message,
        authorName,
        authorEmail,
        authoredDate,
      ]),
      [
        ['Only a login', 'carol', '', ''],
        ['A name', 'Carol', '', ''],
        ['', 'Dave', 'dave@example.org', ''],
        ['', '', '', ''],
      ],
    );
  });

  it('tells a file that became a symbolic link as modified', async () => {
    const from = await served.git(['rev-parse', 'main']);
    const input = `commit refs/heads/main\ncommitter A <a@example.org> 1767600000 +0000\ndata 2\nx\nfrom ${from}\nM 120000 inline README.md\ndata 3\nsrc\n`;
    execFileSync('git', ['fast-import', '--quiet'], { cwd: served.directory, input });
    const list = await opening()();
    const [commit] = (await list.page(0, 1)).commits;
    const files = await list.filesOf(commit ?? assert.fail());
    assert.deepEqual(
      files.map(({ path, status }) => [path, status]),
      [['README.md', 'modified']],
    );
  });

  /** Git whose lists are those of `commits`. */
  const listing = (commits: (git: FakeGit) => ReturnType<GitHistory['commits']>): FakeGit => {
    const git = new FakeGit();
    const of = git.of.bind(git);
    git.of = (name) => ({ ...of(name), history: { ...of(name).history, commits: () => commits(git) } });
    return git;
  };
  const failure = new Failure('refused', 'git failed', { reason: 'gitFailed' });

  it('lists by git where it can be used, without a request, and tells how it failed', async () => {
    const own = { sha: 'a'.repeat(40), parents: [], message: 'm', authorName: 'a', authorEmail: '', authoredDate: '' };
    const list = await opening(
      undefined,
      listing(() => Promise.resolve([own])),
    )();
    assert.deepEqual(await asked(service, async () => assert.deepEqual((await list.page(0, 9)).commits, [own])), []);
    const failing = await opening(
      undefined,
      listing(() => Promise.reject(failure)),
    )();
    assert.equal(await rejection(failing.page(0, 9), 'refused'), failure);
  });

  it('lists by the host when the first call of git tells that the host refuses it, unless it was cancelled', async () => {
    const refusing = (error: Failure): FakeGit =>
      listing((git) => {
        git.trouble = 'refused';
        return Promise.reject(error);
      });
    const list = await opening(undefined, refusing(failure))();
    assert.equal((await list.page(0, 1)).commits[0]?.sha, list.tip);
    await rejection((await opening(undefined, refusing(cancelled()))()).page(0, 1), 'cancelled');
  });
});
