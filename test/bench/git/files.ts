import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { compare } from '../../../src/domain/repositories/compare.ts';
import type { RemoteRef } from '../../../src/domain/repositories/remoteRef.ts';
import type { TextQuery } from '../../../src/domain/search/textQuery.ts';
import { budget } from '../../budgets.ts';
import { gitGrep, randomQueries, seeded } from '../../kit/grepOracle.ts';
import { childrenWith } from '../../kit/localGit.ts';
import { textQuery } from '../../kit/textQueries.ts';
import { findText } from '../../kit/textSearches.ts';
import { megabyte } from '../kit/board.ts';
import { gitIn, type BenchWindow, type GitBench } from './bench.ts';

/** A repository whose files are searched, read, compared and walked through. */
export interface BenchRepository {
  readonly name: string;
  /** Number of files, as text. */
  readonly files: string;
  readonly query: string;
  /** A ref that is compared with `main`; it differs in 20 files or more. */
  readonly base: string;
  readonly isHuge: boolean;
}

/** Memory and disk that a repository takes, as rows of text. */
export type MemoryRows = (readonly string[])[];

const oneRequest = { git: budget.requests.git, other: 1 };
const none = { git: 0, other: 0 };

/** Measures all work with the files of one repository at the delay of now; `memory`: at the first delay only. */
export async function measureFiles(bench: GitBench, repository: BenchRepository, memory?: MemoryRows): Promise<void> {
  await measureSearch(bench, repository, memory);
  for (const enabled of [true, false]) {
    await measureFifty(bench, repository, enabled);
    await measureCompare(bench, repository, enabled);
    await measureWalk(bench, repository, enabled);
  }
  await measureClone(bench, repository, memory);
}

/** Searches and returns the milliseconds until the first match. */
async function searched(window: BenchWindow, remote: RemoteRef, query: TextQuery): Promise<number> {
  const started = performance.now();
  let first: number | undefined;
  for await (const event of window.search.search({ remote, workingTree: undefined }, query))
    if (event.kind === 'file') first ??= performance.now() - started;
  if (first === undefined) throw new Error(`nothing matches ${query.query}`);
  return first;
}

async function measureSearch(
  bench: GitBench,
  { name, files, query, isHuge }: BenchRepository,
  memory: MemoryRows | undefined,
): Promise<void> {
  const heap = heapInUse();
  const window = bench.open();
  const remote = window.session.open(name, 'main');
  let first = 0;
  const cold = await bench.measure(
    `search ${files} files, cold`,
    async () => (first = await searched(window, remote, textQuery(query))),
    { git: budget.requests.git, other: budget.requests.besideGit },
  );
  const most = bench.delay === 50 && !isHuge ? { milliseconds: budget.times.firstMatch } : {};
  bench.rows.add(`search ${files} files, cold, first match`, bench.delay, { ...cold, milliseconds: first }, most);
  const limits = { ...none, ...(isHuge ? { milliseconds: budget.times.searchHuge } : {}) };
  await bench.measure(`search ${files} files, again`, () => searched(window, remote, textQuery('1')), limits);
  if (memory !== undefined) memory.push([`${files} files`, ...(await memoryOf(window, heap))]);
  await window.git.stop();
  await using again = bench.open({ folder: window.folder });
  const restarted = again.session.open(name, 'main');
  await restarted.head();
  const search = (): Promise<unknown> => searched(again, restarted, textQuery(query));
  await bench.measure(`search ${files} files, after a restart`, search, limits);
  if (!isHuge && bench.delay === 50) await measurePlainSearch(bench, { name, files, query });
}

async function measurePlainSearch(
  bench: GitBench,
  { name, files, query }: Pick<BenchRepository, 'name' | 'files' | 'query'>,
): Promise<void> {
  await using window = bench.open({ enabled: false });
  const work = (): Promise<unknown> => searched(window, window.session.open(name, 'main'), textQuery(query));
  await bench.measure(`search ${files} files without git, cold`, work);
  await bench.measure(`search ${files} files without git, again`, work, none);
}

function heapInUse(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** The heap above `before` after a search and a minute later, the processes of git then, and the disk. */
async function memoryOf({ folder }: BenchWindow, before: number): Promise<string[]> {
  const after = heapInUse() - before;
  await pause(62_000);
  const idle = heapInUse() - before;
  const processes = (await childrenWith(folder)).length;
  return [
    inMegabytes(after),
    `${inMegabytes(idle)} (≤ ${budget.memory.gitIdle / megabyte})`,
    `${processes} (≤ 0)`,
    inMegabytes(await sizeOf(folder)),
  ];
}

const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);

/** 50 random queries find what `git grep` finds. */
export async function compareWithGrep(bench: GitBench, name: string, texts: readonly string[]): Promise<void> {
  await using window = bench.open();
  const remote = window.session.open(name, 'main');
  const { commit = '' } = await remote.head();
  await window.fetcher.fetch(remote.name, commit);
  const directory = join(window.git.cache, 'local', `${name}.git`);
  for (const { query, pathspecs } of randomQueries(texts, 50, seeded(100_000))) {
    if (query.query.length < 3) continue;
    const expected = await gitGrep(directory, commit, query, pathspecs);
    const found = await findText(window.search, { remote, workingTree: undefined }, { ...query, limit: 1_000_000 });
    const places = found.lines.map((line) => line.replace(/^([^]*:\d+:\d+)\+[^]*$/, '$1')).sort();
    if (places.join('\n') !== expected.join('\n'))
      throw new Error(`${JSON.stringify(query)}: ${places.length} lines, not ${expected.length}`);
  }
}

/** 5 files of each of 10 folders. */
function fifty(paths: readonly string[]): string[] {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const large = [...byFolder.values()].filter((files) => files.length >= 5);
  return large.slice(0, 10).flatMap((files) => files.slice(0, 5));
}

async function measureFifty(bench: GitBench, { name, files }: BenchRepository, enabled: boolean): Promise<void> {
  const paths = fifty((await bench.service.git(name, 'ls-tree', '-r', '--name-only', 'main')).split('\n'));
  await using window = bench.open({ enabled });
  const work = async (): Promise<void> => {
    const remote = window.session.open(name, 'main');
    await fetchWith(window, remote, enabled);
    await Promise.all(paths.map((path) => remote.read(path)));
  };
  await bench.measure(`50 of ${files} files${suffix(enabled)}, cold`, work, enabled ? oneRequest : {});
}

async function measureCompare(
  bench: GitBench,
  { name, files, base }: BenchRepository,
  enabled: boolean,
): Promise<void> {
  await using window = bench.open({ enabled });
  const work = async (): Promise<void> => {
    const sides = [base, 'main'].map((ref) => window.session.open(name, ref));
    const [before, after] = await Promise.all(sides.map((side) => side.snapshot()));
    if (before === undefined || after === undefined) throw new Error('a ref is missing');
    const fetchBoth = async (): Promise<boolean> => {
      for (const side of sides) await fetchWith(window, side, true);
      return true;
    };
    const found = await compare(before, after, enabled ? { fetchBoth } : {});
    if (found.length < 20) throw new Error(`only ${found.length} differences`);
  };
  const limits = enabled ? { other: budget.requests.compare } : {};
  await bench.measure(`compare two refs of ${files} files${suffix(enabled)}, cold`, work, limits);
}

async function measureWalk(bench: GitBench, { name, files }: BenchRepository, enabled: boolean): Promise<void> {
  await using window = bench.open({ enabled });
  const work = async (): Promise<void> => {
    const remote = window.session.open(name, 'main');
    await fetchWith(window, remote, enabled);
    await walk(remote);
  };
  await bench.measure(`walk through ${files} files${suffix(enabled)}, cold`, work, enabled ? oneRequest : {});
}

async function fetchWith({ fetcher }: BenchWindow, remote: RemoteRef, enabled: boolean): Promise<void> {
  const { commit } = await remote.head();
  if (enabled && commit !== undefined) await fetcher.fetch(remote.name, commit);
}

const suffix = (enabled: boolean): string => (enabled ? '' : ' without git');

async function walk(remote: RemoteRef, folder = ''): Promise<void> {
  for (const [name, { kind }] of await remote.list(folder))
    if (kind === 'folder') await walk(remote, folder === '' ? name : `${folder}/${name}`);
}

async function measureClone(
  bench: GitBench,
  { name, files, query }: BenchRepository,
  memory: MemoryRows | undefined,
): Promise<void> {
  const target = bench.newFolder();
  await bench.measure(`git clone --depth 1 and git grep, ${files} files`, async () => {
    await bench.clone(name, target, '--depth', '1');
    await gitIn(target, 'grep', '-nI', query);
  });
  memory?.push([`git clone --depth 1, ${files} files`, '', '', '', inMegabytes(await sizeOf(target))]);
  await rm(target, { recursive: true });
}

/** Bytes on disk of a folder, in blocks. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let size = 0;
  for (const entry of entries) size += (await stat(join(entry.parentPath, entry.name))).blocks * 512;
  return size;
}
