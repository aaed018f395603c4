import { rm } from 'node:fs/promises';
import type { CommitMethod } from '../../../src/domain/sourceControl/commit/commitPlan.ts';
import { editingWindow, progress, written } from '../../contract/kit/editing.ts';
import { budget } from '../../budgets.ts';
import { bytes } from '../../kit/bytes.ts';
import { commitNow } from '../../kit/commitNow.ts';
import { named } from '../../kit/localGit.ts';
import { importHistory, makeBare, type SeedStep } from '../../service/git/fastImport.ts';
import type { Measured } from '../kit/measure.ts';
import { measure } from '../kit/measure.ts';
import { gitIn, type GitBench } from './bench.ts';

const author = { name: 'Alice Winter', email: 'alice@example.org' };
const none = { git: 0, other: 0 };
const perPage = 100;

/** Commits of a repository of 10,000, and those of one of its files. */
export async function measureHistory(bench: GitBench, name: string): Promise<void> {
  const [path = ''] = (await bench.service.git(name, 'ls-tree', '-r', '--name-only', 'main', 'alpha-0')).split('\n');
  await using window = bench.open();
  const remote = window.session.open(name, 'main');
  const { history } = window.git.of(remote.name);
  let tip = '';
  const page = async (skip: number, of = ''): Promise<string> => {
    const commits = await history.commits(tip, { path: of, skip, limit: perPage });
    if (of === '' && commits.length < perPage) throw new Error(`only ${commits.length} commits`);
    return commits.at(-1)?.sha ?? '';
  };
  const first = async (): Promise<void> => {
    tip = (await remote.head()).commit ?? '';
    await page(0);
  };
  const limits = bench.delay === 50 ? { milliseconds: budget.times.firstCommits } : {};
  await bench.measure('first 100 of 10,000 commits, cold', first, limits);
  let last = '';
  await bench.measure('the next 100', async () => (last = await page(perPage)), none);
  await bench.measure('files of a commit, cold', () => history.changes(last));
  await bench.measure('commits of a file among 10,000, cold', () => page(0, path));
  await bench.measure('commits of a file among 10,000, again', () => page(0, path), none);
  const target = bench.newFolder();
  await bench.measure('git clone --bare and git log, 10,000 commits', async () => {
    await bench.clone(name, target, '--bare');
    await gitIn(target, 'log', `--max-count=${perPage}`);
  });
  await rm(target, { recursive: true });
}

const blamedFile = 'src/lib/blamed.ts';
const [lines, commits] = [1_000, 1_000];

/** Creates a repository on disk with a file that 1,000 commits changed. */
export async function createBlamed(directory: string): Promise<void> {
  await makeBare(directory, 'main');
  await importHistory(directory, blamedHistory());
}

function* blamedHistory(): Generator<SeedStep> {
  const text = Array.from({ length: lines }, (_, line) => `line ${line}`);
  for (let number = 0; number < commits; number += 1) {
    for (const line of [number * 7, number * 13 + 5, number * 31 + 11]) text[line % lines] = `change ${number} ${line}`;
    const others = Object.fromEntries(
      Array.from({ length: number === 0 ? 200 : 1 }, (_, at) => [
        `src/part-${at % 10}/file-${at}.ts`,
        `${number} ${at}\n`,
      ]),
    );
    const files = { ...others, [blamedFile]: `${text.join('\n')}\n` };
    yield { branch: 'main', message: `Change ${number}\n`, author, time: 1_700_000_000 + number * 3600, files };
  }
}

/** Blame of a file with 1,000 commits, beside `git blame` in a clone. */
export async function measureBlame(bench: GitBench, name: string): Promise<void> {
  const target = bench.newFolder();
  const blameInClone = (): Promise<void> => gitIn(target, 'blame', '--porcelain', 'main', '--', blamedFile);
  const cloned = await measure(bench.service, async () => {
    await bench.clone(name, target);
    await blameInClone();
  });
  const inClone = await fastest(bench, blameInClone);
  await rm(target, { recursive: true });

  const tip = await bench.service.git(name, 'rev-parse', 'main');
  await using window = bench.open();
  const { history } = window.git.of(named(name));
  const blame = async (): Promise<void> => {
    const found = await history.blame(tip, blamedFile);
    const count = found.lines.reduce((sum, group) => sum + group.count, 0);
    if (count !== lines) throw new Error(`${count} lines, not ${lines}`);
  };
  await bench.measure('blame of a file with 1,000 commits, cold', blame);
  const milliseconds = budget.blameRatio * inClone.milliseconds;
  const again = await fastest(bench, blame);
  bench.rows.add('blame of a file with 1,000 commits, again', bench.delay, again, { ...none, milliseconds });
  bench.rows.add('git clone and git blame, 1,000 commits', bench.delay, cloned);
  bench.rows.add('git blame in the clone, again', bench.delay, inClone);
}

/** The fastest of three runs: these figures are compared with each other. */
async function fastest({ service }: GitBench, work: () => Promise<unknown>): Promise<Measured> {
  const first = await measure(service, work);
  const others = [await measure(service, work), await measure(service, work)];
  return others.reduce((best, one) => (one.milliseconds < best.milliseconds ? one : best), first);
}

/** Two commits of 10 files each, with git and by the API. */
export async function measureCommit(bench: GitBench, name: string): Promise<void> {
  const paths = (await bench.service.git(name, 'ls-tree', '-r', '--name-only', 'main')).split('\n').slice(0, 10);
  for (const method of ['git', 'rest'] as const) {
    const branch = `ten-files-${method}-${bench.delay}`;
    await bench.service.act({ do: 'push', repository: name, branch, files: { 'new.txt': `${branch}\n` } });
    const how = method === 'git' ? 'with git' : 'by the API';
    for (const count of await commitTwice(bench, { name, branch, method, how, paths }))
      if (count !== (method === 'git' ? 1 : paths.length)) throw new Error(`${count} commits ${how}`);
  }
}

interface TenFiles {
  readonly name: string;
  readonly branch: string;
  readonly method: CommitMethod;
  readonly how: string;
  readonly paths: readonly string[];
}

/** Returns the number of commits that each of the two became. */
async function commitTwice(bench: GitBench, { name, branch, method, how, paths }: TenFiles): Promise<number[]> {
  const { service, token } = bench;
  await using window = bench.open();
  const editing = editingWindow(
    { url: service.url, token: () => token },
    { pushing: { git: window.git, method: () => method } },
  );
  const edited = await editing.at(name, branch);
  const counts: number[] = [];
  for (const time of ['cold', 'again']) {
    for (const path of paths) await edited.workingTree.write(path, bytes(`${time} ${path}\n`), written);
    const before = await service.git(name, 'rev-parse', branch);
    const commit = (): Promise<unknown> =>
      commitNow(edited.committer, { message: 'Change 10 files', author }, progress);
    await bench.measure(`commit of 10 files ${how}, ${time}`, commit);
    counts.push(Number(await service.git(name, 'rev-list', '--count', `${before}..${branch}`)));
  }
  editing.checkouts.dispose();
  return counts;
}
