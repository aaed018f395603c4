import assert from 'node:assert/strict';
import type { GitHistory, HistoryCommit } from '../../../../src/domain/git/gitHistory.ts';
import { accessOf, named, testGit, type TestGit } from '../../../kit/localGit.ts';
import { writeRandomHistory } from '../../../kit/randomHistory.ts';
import { rejection } from '../../../kit/rejection.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import type { ServedRepository, Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

const clone = 'alice/website';

interface Case {
  readonly repository: string;
  readonly branch: string;
  readonly paths: readonly string[];
}

describe('The history of a remote repository', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  const cases: Case[] = [];

  before(async function () {
    this.timeout(120_000);
    service = await startService({ histories: [{ name: 'generated', files: 300, commits: 200 }] });
    folder = await temporaryFolder();
    git = testGit(folder.path, accessOf(service, 'alice'));
    for (const [index, repository] of [clone, 'alice/samples'].entries()) {
      const { directory } = await service.repository(repository);
      const branch = `random-${index}`;
      const paths = await writeRandomHistory(directory, branch, index + 7, 80);
      cases.push({ repository, branch, paths: everySome(paths, 8) });
    }
    for (const repository of [clone, 'alice/samples', 'alice/generated']) {
      const served = await service.repository(repository);
      const branch = served.record.defaultBranch;
      const paths = (await served.git(['ls-tree', '-r', '--name-only', '-z', branch])).split('\0').filter(Boolean);
      cases.push({ repository, branch, paths: everySome(paths, 12) });
    }
  });
  after(async () => {
    await git.stop();
    await folder[Symbol.asyncDispose]();
    await service.close();
  });
  afterEach(() => {
    assert.deepEqual(service.violations, []);
    service.calm();
    service.clear();
  });

  const opened = async (
    repository: string,
    branch: string,
  ): Promise<{ served: ServedRepository; history: GitHistory; tip: string }> => {
    const served = await service.repository(repository);
    return { served, tip: await served.git(['rev-parse', branch]), history: git.of(named(repository)).history };
  };
  const gitRequests = (): string[] =>
    service.requests.filter(({ operation }) => operation === 'git').map(({ method, path }) => `${method} ${path}`);

  it('is that of git log, fetched without files in one fetch, page by page', async function () {
    this.timeout(60_000);
    const { served, history, tip } = await opened(clone, 'random-0');
    const first = await history.commits(tip, { path: '', skip: 0, limit: 50 });
    assert.deepEqual(gitRequests(), [
      'GET /alice/website.git/info/refs?service=git-upload-pack',
      'POST /alice/website.git/git-upload-pack',
    ]);
    const rest = await history.commits(tip, { path: '', skip: 50, limit: 1_000 });
    assert.equal(gitRequests().length, 2);
    assert.deepEqual([...first, ...rest].map(lineOf), await logOf(served, [tip]));
    const messages = await served.git(['log', '-z', '--format=%B', tip]);
    assert.deepEqual(
      [...first, ...rest].map(({ message }) => message),
      messages
        .split('\0')
        .slice(0, -1)
        .map((message) => message.trimEnd()),
    );
  });

  it('of a file is that of git log --follow, with the names that it had', async function () {
    this.timeout(300_000);
    let count = 0;
    for (const { repository, branch, paths } of cases) {
      const { served, history, tip } = await opened(repository, branch);
      for (const path of paths) {
        const commits = await history.commits(tip, { path, skip: 0, limit: 1_000 });
        const expected = await served.git(['--literal-pathspecs', 'log', '--follow', '--format=%H', tip, '--', path]);
        assert.deepEqual(
          commits.map(({ sha }) => sha),
          expected.split('\n').filter(Boolean),
          `${repository} ${path}`,
        );
        count += 1;
        if (commits.length < 3) continue;
        service.clear();
        const page = await history.commits(tip, { path, skip: 1, limit: 1 });
        assert.deepEqual(page, commits.slice(1, 2));
        assert.deepEqual(gitRequests(), []);
      }
    }
    assert.ok(count >= 40, `${count}`);
  });

  it('of a folder is that of git log', async function () {
    this.timeout(120_000);
    const { served, history, tip } = await opened(clone, 'random-0');
    for (const path of ['src', 'src/deep', 'side', 'docs']) {
      const commits = await history.commits(tip, { path, skip: 0, limit: 1_000 });
      assert.deepEqual(commits.map(lineOf), await logOf(served, [tip, '--', path]), path);
    }
  });

  it('has the changed files of a commit as git show has them, those of a merge against its first parent', async function () {
    this.timeout(180_000);
    for (const branch of ['random-0', 'random-1']) {
      const { served, history, tip } = await opened(branch === 'random-0' ? clone : 'alice/samples', branch);
      const commits = await history.commits(tip, { path: '', skip: 0, limit: 1_000 });
      const chosen = [...everySome(commits, 8), ...commits.filter(({ parents }) => parents.length !== 1).slice(-2)];
      for (const { sha } of chosen) {
        const changes = await history.changes(sha);
        const show = ['show', '-m', '--first-parent', '--name-status', '-z', '--format=', sha];
        const expected = await served.git(show);
        assert.deepEqual(changes.map(statusOf), statusesOf(expected), sha);
      }
    }
  });

  it('has the commit of each line of a file as git blame has it', async function () {
    this.timeout(300_000);
    let count = 0;
    for (const { repository, branch, paths } of cases) {
      const { served, history, tip } = await opened(repository, branch);
      for (const path of paths) {
        const kind = await served.git(['--literal-pathspecs', 'ls-tree', '-z', tip, '--', path]);
        if (kind.split(' ')[1] !== 'blob') {
          await rejection(history.blame(tip, path), 'missing');
          continue;
        }
        const { lines, commits } = await history.blame(tip, path);
        const porcelain = await served.git(['--literal-pathspecs', 'blame', '--line-porcelain', tip, '--', path]);
        const expected = porcelain.split('\n').flatMap((text) => /^([0-9a-f]{40}) \d+ \d+/.exec(text)?.[1] ?? []);
        assert.deepEqual(
          lines.flatMap(({ sha, count: many }) => Array.from({ length: many }, () => sha)),
          expected,
          `${repository} ${path}`,
        );
        for (const { sha } of lines) assert.equal(commits.get(sha)?.sha, sha);
        count += 1;
      }
    }
    assert.ok(count >= 30, `${count}`);
  });
});

const lineOf = ({ sha, parents, authorName, authorEmail, authoredDate }: HistoryCommit): string =>
  [sha, parents.join(' '), authorName, authorEmail, authoredDate].join('\n');

async function logOf(served: ServedRepository, args: readonly string[]): Promise<string[]> {
  const output = await served.git(['log', '-z', '--format=%H%n%P%n%an%n%ae%n%aI', ...args]);
  return output.split('\0').filter(Boolean);
}

const statusOf = ({ status, path, oldPath }: { status: string; path: string; oldPath?: string | undefined }): string =>
  [status, ...(oldPath === undefined ? [] : [oldPath]), path].join('\0');

const words: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'removed',
  R: 'renamed',
  C: 'copied',
  T: 'modified',
};

function statusesOf(output: string): string[] {
  const fields = output.split('\0').filter(Boolean);
  const found: string[] = [];
  while (fields.length > 0) {
    const status = words[fields.shift()?.[0] ?? ''] ?? '';
    const count = status === 'renamed' || status === 'copied' ? 2 : 1;
    found.push([status, ...fields.splice(0, count)].join('\0'));
  }
  return found;
}

function everySome<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(items.length / count));
  return items.filter((_, index) => index % step === 0).slice(0, count);
}
