import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { GitHistory } from '../../../src/domain/git/gitHistory.ts';
import { createRepository, filesOf, seeded } from '../../kit/grepOracle.ts';
import { blamedLines, chosen, fieldsOf, gitBlame, gitLog, gitShow, namesOf } from '../../kit/historyOracle.ts';
import { accessOf, named, testGit, type TestGit } from '../../kit/localGit.ts';
import { writeRandomHistory } from '../../kit/randomHistory.ts';
import { rejection } from '../../kit/rejection.ts';
import { runs } from '../../kit/runs.ts';
import { temporaryFolder } from '../../kit/temporaryFolder.ts';
import type { ServedRepository, Service } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules');
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

describe('GitHistory for random paths of five repositories', () => {
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

  it('lists the history of a file as git log --follow does', async function () {
    this.timeout(300_000);
    await eachPath(async ({ served, history, tip }, path) => {
      const [commits, expected] = await Promise.all([
        history.commits(tip, { path, skip: 0, limit: 1_000 }),
        gitLog(served.directory, tip, { path, limit: 1_000 }),
      ]);
      assert.deepEqual(
        commits.map(({ sha }) => sha),
        expected,
        path,
      );
    });
  });

  it('names the commit and the path of each line of a file as git blame does', async function () {
    this.timeout(300_000);
    let count = 0;
    await eachPath(async ({ served, history, tip }, path) => {
      const kind = (await served.git([literal, 'ls-tree', '-z', tip, '--', path])).split(' ')[1];
      if (kind !== 'blob') {
        await rejection(history.blame(tip, path), 'missing');
        return;
      }
      const [blame, expected] = await Promise.all([history.blame(tip, path), gitBlame(served.directory, tip, path)]);
      assert.deepEqual(blamedLines(blame), expected, path);
      count += 1;
    });
    assert.ok(count >= 30, `${count} files`);
  });

  it('lists the fields and the changed files of a commit as git show does', async function () {
    this.timeout(300_000);
    await Promise.all(
      all.map(async ({ served, history, tip, commits }) => {
        const known = new Map(
          (await history.commits(tip, { path: '', skip: 0, limit: 1_000 })).map((commit) => [commit.sha, commit]),
        );
        for (const sha of commits) {
          const shown = await gitShow(served.directory, sha);
          assert.deepEqual(fieldsOf(known.get(sha)), shown.fields, sha);
          assert.deepEqual(namesOf(await history.changes(sha)), shown.changes, sha);
        }
      }),
    );
  });
});
