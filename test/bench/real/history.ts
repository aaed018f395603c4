import { named } from '../../kit/localGit.ts';
import { blamedLines, chosen, fieldsOf, gitBlame, gitLog, gitShow, namesOf } from '../../kit/historyOracle.ts';
import { git } from '../../service/git/command.ts';
import { gitIn } from '../git/bench.ts';
import type { TreeFile } from './copy.ts';
import type { RealRun } from './realRun.ts';

/** Rows of a branch and of a file that are compared. */
const rows = 1_000;
/** Bytes of a file whose lines are compared. */
const largestBlamed = 1024 * 1024;

/** The limits of docs/performance.md. */
const limits = {
  branch: { milliseconds: (git: number) => 1.5 * git },
  firstRows: 2_000,
  firstFile: { milliseconds: (git: number) => 1.3 * git },
  file: { milliseconds: (git: number) => 2 * git + 300, ofGit: 0 },
  blame: { milliseconds: (git: number) => 2 * git + 500, ofGit: 2 },
  again: { milliseconds: () => 300, ofGit: 0 },
};

/** Compares the history of the branch and of 40 files, 20 blames, and the files of 20 commits. */
export async function compareHistories(run: RealRun): Promise<void> {
  const { bench, repository, random, served } = run;
  const { directory, tip } = repository;
  await using window = bench.open();
  const local = window.git.of(named(served));
  const { history } = local;
  let firstRows = NaN;
  const list = async (path: string): Promise<string[]> => {
    const started = performance.now();
    const noteRows = (): void => {
      if (Number.isNaN(firstRows)) firstRows = performance.now() - started;
    };
    firstRows = NaN;
    const commits = await history.commits(tip, { path, skip: 0, limit: rows }, { onNewest: noteRows });
    noteRows();
    return commits.map(({ sha }) => sha);
  };
  await run.compare('commits of the branch, first', [''], {
    ours: list,
    git: () => gitLog(directory, tip, { limit: rows }),
    gitDoes: () =>
      run.inClone(['--bare', '--filter=tree:0'], (folder) => gitIn(folder, 'log', `--max-count=${rows}`, tip)),
    limits: limits.branch,
  });
  const files = run.files.filter(({ mode }) => mode !== '160000');
  const [first, ...further] = chosen(files, 40, random).map(({ path }) => path);
  const follow = (path: string): Promise<string[]> => gitLog(directory, tip, { path, limit: rows });
  if (first !== undefined) {
    await run.compare('history of the first file', [first], {
      ours: list,
      git: follow,
      limits: limits.firstFile,
      gitDoes: (path) =>
        run.inClone(['--bare', '--filter=blob:none'], (folder) => gitLog(folder, tip, { path, limit: rows })),
      nameOf: (path) => path,
    });
    run.addTime('its first rows', firstRows, limits.firstRows);
  }
  const partial = await bench.partialClone(served);
  const file = {
    ours: list,
    git: follow,
    inPartialClone: (path: string) => gitLog(partial, tip, { path, limit: rows }),
    nameOf: (path: string) => path,
    limits: limits.file,
    firstRows: () => firstRows,
  };
  await run.compare('history of another file', further, file);
  // A blame comes after the history of its file.
  const listed = files.filter(({ path }) => path === first || further.includes(path));
  const blamed = listed.filter(({ mode, size }) => mode.startsWith('100') && size > 0 && size <= largestBlamed);
  const blames = chosen(blamed, 20, random);
  const blame = {
    ours: async ({ path }: TreeFile) => blamedLines(await history.blame(tip, path)).map((line) => line.join(' ')),
    git: async ({ path }: TreeFile) => (await gitBlame(directory, tip, path)).map((line) => line.join(' ')),
    nameOf: ({ path }: TreeFile) => path,
  };
  await run.compare('blame of a file', blames, { ...blame, limits: limits.blame });
  await run.compare('the same again', blames, { ...blame, limits: limits.again });
  const commits = (await git(directory, ['rev-list', tip])).toString().split('\n').filter(Boolean);
  await run.compare('files of a commit', chosen(commits, 20, random), {
    ours: async (sha) => {
      const changes = await history.changes(sha);
      const commit = await local.historyCommit(sha);
      return [...fieldsOf(commit), ...namesOf(changes).map((change) => change.join('\n'))];
    },
    git: async (sha) => {
      const { fields, changes } = await gitShow(directory, sha);
      return [...fields, ...changes.map((change) => change.join('\n'))];
    },
    nameOf: (sha) => sha,
  });
}
