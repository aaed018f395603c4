import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { GitHistory, HistoryCommit } from '../../../../src/domain/git/gitHistory.ts';
import { createRepository, filesOf, seeded } from '../../../kit/grepOracle.ts';
import { accessOf, named, testGit, type TestGit } from '../../../kit/localGit.ts';
import { writeRandomHistory } from '../../../kit/randomHistory.ts';
import { rejection } from '../../../kit/rejection.ts';
import { runs } from '../../../kit/runs.ts';
import { temporaryFolder } from '../../../kit/temporaryFolder.ts';
import type { ServedRepository, Service } from '../../../service/handle.ts';
import { startService } from '../../../service/service.ts';

const modules = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');
/** Of each of the five repositories. */
const samples = runs(10).numRuns;
const literal = '--literal-pathspecs';

interface Sample {
  readonly served: ServedRepository;
  readonly history: GitHistory;
  readonly tip: string;
  /** Random paths; also some that the tip does not have any more. */
  readonly paths: readonly string[];
  /** Random commits. */
  readonly commits: readonly string[];
}

describe('Git is the oracle for random paths of five repositories', () => {
  let service: Service;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let git: TestGit;
  let all: readonly Sample[];

  before(async function () {
    this.timeout(300_000);
    folder = await temporaryFolder();
    const packages = ['lodash', 'undici'].map((name) => join(folder.path, name));
    for (const directory of packages) await createRepository(directory, { 'README.md': 'A package\n' });
    service = await startService({
      repositories: packages,
      histories: [{ name: 'generated', files: 300, commits: 200 }],
    });
    git = testGit(folder.path, accessOf(service, 'alice'));
    const random = seeded(50);
    const sampleOf = async (repository: string, branch: string, known?: readonly string[]): Promise<Sample> => {
      const served = await service.repository(repository);
      const tip = await served.git(['rev-parse', branch]);
      const paths =
        known ?? (await served.git(['ls-tree', '-r', '--name-only', '-z', tip])).split('\0').filter(Boolean);
      const commits = (await served.git(['rev-list', tip])).split('\n');
      return {
        served,
        tip,
        history: git.of(named(repository)).history,
        paths: chosen(paths, samples, random),
        commits: chosen(commits, 5, random),
      };
    };
    const written = async (repository: string, seed: number, files: Record<string, string> = {}): Promise<Sample> => {
      const { directory } = await service.repository(repository);
      const paths = await writeRandomHistory(directory, { branch: 'random', seed, commits: 50, files });
      return await sampleOf(repository, 'random', paths);
    };
    const textsOf = (name: string): Record<string, string> => {
      const files = Object.entries(filesOf(join(modules, name))).filter(([, { length }]) => length < 20_000);
      return Object.fromEntries(chosen(files, 40, random).map(([path, bytes]) => [path, bytes.toString()]));
    };
    all = [
      await written('alice/website', 7),
      await sampleOf('alice/samples', 'main'),
      await sampleOf('alice/generated', 'main'),
      await written('alice/lodash', 8, textsOf('lodash')),
      await written('alice/undici', 9, textsOf('undici')),
    ];
    assert.ok(all.flatMap(({ paths }) => paths).length >= 50);
  });
  after(async () => {
    await git.stop();
    await service.close();
    await folder[Symbol.asyncDispose]();
  });
  afterEach(() => assert.deepEqual(service.violations, []));

  /** Compares all paths; the repositories side by side. */
  const eachPath = async (compare: (sample: Sample, path: string) => Promise<void>): Promise<void> => {
    await Promise.all(
      all.map(async (sample) => {
        for (const path of sample.paths) await compare(sample, path);
      }),
    );
  };

  it('git log --follow has the history of a file', async function () {
    this.timeout(300_000);
    await eachPath(async ({ served, history, tip }, path) => {
      const [commits, expected] = await Promise.all([
        history.commits(tip, { path, skip: 0, limit: 1_000 }),
        served.git([literal, 'log', '--follow', '--format=%H', tip, '--', path]),
      ]);
      assert.deepEqual(
        commits.map(({ sha }) => sha),
        expected.split('\n').filter(Boolean),
        path,
      );
    });
  });

  it('git blame has the commit and the path of each line of a file', async function () {
    this.timeout(300_000);
    let count = 0;
    await eachPath(async ({ served, history, tip }, path) => {
      const kind = (await served.git([literal, 'ls-tree', '-z', tip, '--', path])).split(' ')[1];
      if (kind !== 'blob') {
        await rejection(history.blame(tip, path), 'missing');
        return;
      }
      const [{ lines, commits }, porcelain] = await Promise.all([
        history.blame(tip, path),
        served.git([literal, '-c', 'core.quotePath=false', 'blame', '--line-porcelain', tip, '--', path]),
      ]);
      assert.deepEqual(
        lines.flatMap((group) =>
          Array.from({ length: group.count }, () => [group.sha, commits.get(group.sha)?.authorName, group.path]),
        ),
        blamedBy(porcelain),
        path,
      );
      count += 1;
    });
    assert.ok(count >= 30, `${count} files`);
  });

  it('git show has the fields and the changed files of a commit', async function () {
    this.timeout(300_000);
    await Promise.all(
      all.map(async ({ served, history, tip, commits }) => {
        const known = new Map(
          (await history.commits(tip, { path: '', skip: 0, limit: 1_000 })).map((commit) => [commit.sha, commit]),
        );
        const shown = await shownBy(served, commits);
        for (const sha of commits) {
          const { fields, changes } = shown.get(sha) ?? {};
          assert.deepEqual(fieldsOf(known.get(sha)), fields, sha);
          const found = await history.changes(sha);
          assert.deepEqual(
            found.map(({ status, oldPath, path }) => [status, ...(oldPath === undefined ? [] : [oldPath]), path]),
            changes,
            sha,
          );
        }
      }),
    );
  });
});

/** `count` random items, each once. */
function chosen<T>(items: readonly T[], count: number, random: () => number): T[] {
  const keyed = items.map((item) => ({ item, at: random() })).sort((one, other) => one.at - other.at);
  return keyed.slice(0, count).map(({ item }) => item);
}

const fieldsOf = (commit: HistoryCommit | undefined): (string | undefined)[] => [
  commit?.parents.join(' '),
  commit?.authorName,
  commit?.authorEmail,
  commit?.authoredDate,
  commit?.message,
];

/** Commit, author and path of each line of `git blame --line-porcelain`. */
function blamedBy(porcelain: string): (string | undefined)[][] {
  const lines = porcelain.matchAll(/^([0-9a-f]{40}) \d+ \d+[^]*?^author (.*)$[^]*?^filename (.*)$/gm);
  // Git writes a name with special characters as a literal, which is one of JSON too.
  return [...lines].map(([, sha, author, path]) => [
    sha,
    author,
    path?.startsWith('"') === true ? (JSON.parse(path) as string) : path,
  ]);
}

interface ShownCommit {
  readonly fields: readonly string[];
  /** Status, the old path of a rename, path. */
  readonly changes: readonly (readonly string[])[];
}

/** What `git show` has of each of `commits`, in one call; merges against their first parent. */
async function shownBy(served: ServedRepository, commits: readonly string[]): Promise<Map<string, ShownCommit>> {
  // No message has the mark.
  const mark = 'COMMIT ';
  const format = `--format=${mark}%H%x00%P%x00%an%x00%ae%x00%aI%x00%B%x00`;
  const output = await served.git(['show', '-m', '--first-parent', '--name-status', '-z', format, ...commits]);
  const shown = new Map<string, ShownCommit>();
  for (const part of output.split(mark).slice(1)) {
    const [sha = '', parents = '', name = '', email = '', date = '', message = '', ...rest] = part.split('\0');
    shown.set(sha, { fields: [parents, name, email, date, message.trimEnd()], changes: changesOf(rest) });
  }
  return shown;
}

const statuses: Readonly<Record<string, string>> = {
  A: 'added',
  M: 'modified',
  D: 'removed',
  R: 'renamed',
  C: 'copied',
  T: 'modified',
};

function changesOf(output: readonly string[]): string[][] {
  const fields = output.map((field) => field.replace(/^\n/, '')).filter(Boolean);
  const found: string[][] = [];
  while (fields.length > 0) {
    const status = statuses[fields.shift()?.[0] ?? ''] ?? '';
    found.push([status, ...fields.splice(0, status === 'renamed' || status === 'copied' ? 2 : 1)]);
  }
  return found;
}
