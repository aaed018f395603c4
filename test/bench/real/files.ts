import { mapLimited } from '../../../src/core/async.ts';
import { compare } from '../../../src/domain/repositories/compare.ts';
import type { RemoteRef } from '../../../src/domain/repositories/remoteRef.ts';
import { isFilePath } from '../../../src/domain/hosts/address.ts';
import { blobSha } from '../../../src/domain/objects/gitSha.ts';
import { readablePath } from '../../../src/domain/objects/readablePath.ts';
import { gitGrep, randomQueries, type OracleQuery } from '../../kit/grepOracle.ts';
import { chosen } from '../../kit/historyOracle.ts';
import { named } from '../../kit/localGit.ts';
import { findText } from '../../kit/textSearches.ts';
import { git } from '../../service/git/command.ts';
import { gitIn, type BenchWindow } from '../git/bench.ts';
import type { TreeFile } from './copy.ts';
import type { RealRun } from './realRun.ts';

const atOnce = 8;
/** Bytes of a file whose words are searched. */
const largestSample = 100_000;

/** Compares all names and bytes of the tip. */
export async function compareFiles(run: RealRun): Promise<void> {
  const { bench, repository, served } = run;
  await using window = bench.open();
  await run.compare('all names and bytes', [served], {
    ours: async () => {
      const remote = await fetched(window, run, repository.branch);
      return (await everyEntry(remote)).sort();
    },
    git: () => Promise.resolve(expectedEntries(repository.files).sort()),
    gitDoes: () => run.inClone(['--depth', '1'], () => Promise.resolve()),
  });
  const hidden = repository.files.length - new Set(shown(repository.files).map(({ path }) => path)).size;
  if (hidden > 0) console.log(`${repository.name}: ${hidden} names that git refuses to check out are not shown`);
}

/** The files of `ref` after git fetched its commit; without git the comparison would take hours. */
async function fetched(window: BenchWindow, run: RealRun, ref: string): Promise<RemoteRef> {
  const remote = window.session.open(run.served, ref);
  const { commit } = await remote.head();
  if (commit !== undefined) await window.fetcher.demand(remote.name, commit);
  return remote;
}

const kinds: Readonly<Record<string, string>> = { '120000': 'symlink', '160000': 'submodule' };

const shown = (files: readonly TreeFile[]): TreeFile[] => files.filter(({ path }) => isFilePath(path));

/** Of names that are equal once they are text, the first is shown. */
function expectedEntries(files: readonly TreeFile[]): string[] {
  const byPath = new Map<string, TreeFile>();
  for (const file of shown(files)) if (!byPath.has(file.path)) byPath.set(file.path, file);
  return [...byPath.values()].map(({ mode, sha, path }) => `${kinds[mode] ?? 'file'} ${sha} ${path}`);
}

/** Kind, sha and path of each entry; the sha of a file is that of the bytes which were read. */
async function everyEntry(remote: RemoteRef, folder = ''): Promise<string[]> {
  const listed = [...(await remote.list(folder))];
  const found = await mapLimited(listed, atOnce, async ([name, { kind, sha }]) => {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (kind === 'folder') return [];
    const read = kind === 'file' ? await blobSha(await remote.read(path)) : sha;
    return [`${kind} ${read} ${path}`];
  });
  const folders = listed.filter(([, { kind }]) => kind === 'folder');
  for (const [name] of folders) found.push(await everyEntry(remote, folder === '' ? name : `${folder}/${name}`));
  return found.flat();
}

/** Compares 20 searches; the first one fetches the commit. */
export async function compareSearches(run: RealRun): Promise<void> {
  const { bench, repository, random } = run;
  const { directory, tip, branch } = repository;
  const texts = await sampleTexts(run);
  if (texts.length === 0) return;
  const queries = randomQueries(texts, 200, random).filter(({ query }) => query.query.length >= 3);
  const [first, ...further] = queries.slice(0, 20);
  if (first === undefined) return;
  await using window = bench.open();
  const encodings = new OtherEncodings(run);
  const comparison = {
    ours: async ({ query }: OracleQuery) => {
      const remote = await fetched(window, run, branch);
      const { lines } = await findText(window.search, { remote, workingTree: undefined }, query);
      return lines.map((line) => line.replace(/^([^]*:\d+:\d+)\+[^]*$/, '$1')).sort();
    },
    git: async ({ query, pathspecs }: OracleQuery) =>
      (await gitGrep(directory, tip, query, pathspecs)).map(readablePath),
    nameOf: ({ query: { query, isRegex, include } }: OracleQuery) => JSON.stringify({ query, isRegex, include }),
    prepare: (ours: readonly string[], expected: readonly string[]) => encodings.leftOut(ours, expected),
  };
  await run.compare('first search', [first], {
    ...comparison,
    gitDoes: ({ query }) =>
      run.inClone(['--depth', '1'], (folder) => gitIn(folder, 'grep', '-nI', '-F', '-e', query.query).catch(() => '')),
  });
  await run.compare('another search', further, comparison);
}

async function sampleTexts({ files, repository, random }: RealRun): Promise<string[]> {
  const small = files.filter(({ mode, size }) => mode.startsWith('100') && size > 0 && size < largestSample);
  const samples = chosen(small, 40, random);
  const texts = await Promise.all(samples.map(({ sha }) => git(repository.directory, ['cat-file', 'blob', sha])));
  return texts.filter((bytes) => !bytes.includes(0)).map((bytes) => bytes.toString());
}

/** Git searches bytes; a file in another encoding than UTF-8 is searched as text here, so both may differ in it. */
class OtherEncodings {
  readonly #run: RealRun;
  readonly #known = new Map<string, boolean>();

  constructor(run: RealRun) {
    this.#run = run;
  }

  /** Both lists without the lines of such files that are in one of the lists only. */
  async leftOut(ours: readonly string[], expected: readonly string[]): Promise<readonly (readonly string[])[]> {
    const [one, other] = [new Set(ours), new Set(expected)];
    const differing = [...ours.filter((line) => !other.has(line)), ...expected.filter((line) => !one.has(line))];
    const paths = new Set(differing.map(pathOf));
    const others = new Set<string>();
    for (const path of paths) if (await this.#isOther(path)) others.add(path);
    return [ours, expected].map((lines) => lines.filter((line) => !others.has(pathOf(line))));
  }

  async #isOther(path: string): Promise<boolean> {
    const { files, repository } = this.#run;
    let known = this.#known.get(path);
    if (known !== undefined) return known;
    const sha = files.find((file) => file.path === path)?.sha;
    const bytes = sha === undefined ? undefined : await git(repository.directory, ['cat-file', 'blob', sha]);
    known = bytes !== undefined && !isUtf8(bytes);
    this.#known.set(path, known);
    return known;
  }
}

const pathOf = (line: string): string => line.replace(/:\d+:\d+$/, '');

/** Bytes with NUL are text of UTF-16, or binary for git and here. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

/** Compares the tip with five other commits. */
export async function compareCommits(run: RealRun): Promise<void> {
  const { bench, repository, random, served } = run;
  const { directory, tip } = repository;
  const others = (await git(directory, ['rev-list', '--skip=1', tip])).toString().split('\n').filter(Boolean);
  const near = others.slice(0, 1_000);
  await using window = bench.open();
  await run.compare('comparison of two commits', [...chosen(near, 3, random), ...chosen(others, 2, random)], {
    ours: async (sha) => {
      const sides = [sha, tip].map((ref) => window.session.open(served, ref));
      const [before, after] = await Promise.all(sides.map((side) => side.snapshot()));
      if (before === undefined || after === undefined) return [];
      const fetchBoth = async (): Promise<boolean> => {
        for (const commit of [sha, tip]) await window.fetcher.demand(named(served), commit);
        return true;
      };
      const found = await compare(before, after, { fetchBoth });
      return found.map(({ path, base, head }) => `${base?.sha ?? ''} ${head?.sha ?? ''} ${path}`).sort();
    },
    git: async (sha) => differencesOf((await git(directory, ['diff-tree', '-r', '-z', sha, tip, '--'])).toString()),
    nameOf: (sha) => sha,
  });
}

/** The output of `git diff-tree -r -z`. */
function differencesOf(output: string): string[] {
  const fields = output.split('\0').filter(Boolean);
  return fields
    .flatMap((field, at) => {
      const path = readablePath(field);
      const [, , old = '', now = ''] = (at % 2 === 1 ? fields[at - 1] : undefined)?.split(' ') ?? [];
      return old === '' || !isFilePath(path) ? [] : [`${shaOr(old)} ${shaOr(now)} ${path}`];
    })
    .sort();
}

const shaOr = (sha: string): string => (/^0+$/.test(sha) ? '' : sha);
