import { isFailure } from '../../core/errors.ts';
import { baseName } from '../../core/path.ts';
import type { CommittedChange, HistoryCommit } from '../../domain/git/gitHistory.ts';
import type { RunGit } from '../processes/runGit.ts';
import { eachCommit, limitedList, separated, logCommits, readChanges, readCommits, textOf } from './historyFormat.ts';

/** Names of one file that are followed. Each may need a fetch. */
const mostNames = 20;
/** Earlier names of one file that a blame follows, each from one commit. */
const mostFollowed = 100;
/** If so few files were deleted, the versions of all of them come with the first fetch of a blame. */
const fewDeleted = 3;
/** Files that are compared in one call of git: their names are arguments. */
const mostCompared = 50;

const followCommits = [...logCommits, '--follow', '--raw', '--no-abbrev'];
/** Follows only files that were renamed without a change: git needs no contents for it. */
const followSame = [...followCommits, '-M100%'];

/** What reads the history of a path: the commits and their folders are here. */
export interface HistoryReading {
  /** Ends with the signal of the reading. */
  readonly run: RunGit;
  /** Fetches those of the objects that are not here, after it called `onFetch`. Resolves with false if all are here. */
  readonly fetchMissing: (shas: Iterable<string>, onFetch?: () => void) => Promise<boolean>;
  readonly missing: (shas: readonly string[]) => Promise<readonly string[]>;
}

interface Version {
  readonly commit: string;
  readonly sha: string;
  readonly parents: readonly string[];
  readonly without: readonly string[];
}

/** What `path` is in `tip`: `blob`, `tree` or `commit`; undefined if `tip` does not have it. */
export async function pathKind({ run }: HistoryReading, tip: string, path: string): Promise<string | undefined> {
  return (await textOf(run(['--literal-pathspecs', 'ls-tree', '-z', tip, '--', path]))).split(' ')[1];
}

/**
 * The newest `count` commits of a file, as `git log --follow` lists them. Git compares a commit that added the file with
 * all files of its parent, if none of them is identical. If their contents are not here, they are fetched after `onFound`
 * was called with the commits down to this one.
 */
export async function followFile(
  reading: HistoryReading,
  tip: string,
  path: string,
  count: number,
  onFound?: (commits: readonly HistoryCommit[]) => void,
): Promise<readonly HistoryCommit[]> {
  const { run } = reading;
  const commits: HistoryCommit[] = [];
  for await (const commit of eachCommit(run([...followSame, `--max-count=${count}`, tip, '--', path]))) {
    commits.push(commit);
    if (!isComparedAddition(commit)) continue;
    const earlier = await earlierName(reading, commit, () => onFound?.([...commits]));
    if (earlier === undefined) continue;
    await fetchEarlierNames(reading, earlier, count);
    return await followWithContents(reading, tip, path, count);
  }
  return commits;
}

/** Fetches the objects with the names of the file before `from`, as long as each commit has one parent. */
async function fetchEarlierNames(reading: HistoryReading, from: EarlierName, count: number): Promise<void> {
  const { run } = reading;
  let next: EarlierName | undefined = from;
  for (let names = 1; next !== undefined && names < mostNames; names += 1) {
    const { commit, name } = next;
    next = undefined;
    const output = run([...followSame, `--max-count=${count}`, commit, '--', name]);
    for await (const older of eachCommit(output)) {
      next = isComparedAddition(older) ? await earlierName(reading, older) : undefined;
      if (next !== undefined) break;
    }
  }
}

/** As git lists them. Fetches contents that are missing because a merge changed which commits git comes to. */
async function followWithContents(
  reading: HistoryReading,
  tip: string,
  path: string,
  count: number,
): Promise<readonly HistoryCommit[]> {
  const { run, fetchMissing } = reading;
  for (let names = 1; ; names += 1) {
    const commits: HistoryCommit[] = [];
    try {
      const output = run([...followCommits, `--max-count=${count}`, tip, '--', path]);
      for await (const commit of eachCommit(output)) commits.push(commit);
      return commits;
    } catch (error) {
      if (!isFailure(error, 'refused') || names > mostNames) throw error;
      const file = commits.at(-1)?.file;
      if (!(await fetchMissing(await candidatesFor(reading, tip, file?.oldPath ?? file?.path ?? path)))) throw error;
    }
  }
}

/** Whether git compares the commit with the files of its parent to find the earlier name of its file. */
const isComparedAddition = ({ file, parents }: HistoryCommit): boolean =>
  file?.status === 'added' && parents.length === 1;

interface EarlierName {
  readonly commit: string;
  readonly name: string;
}

async function earlierName(
  reading: HistoryReading,
  { sha, parents: [parent = ''], file }: HistoryCommit,
  onFetch?: () => void,
): Promise<EarlierName | undefined> {
  const { run, fetchMissing } = reading;
  const added = file?.path ?? '';
  const [own, others] = await Promise.all([
    filesOf(reading, ['--literal-pathspecs', 'ls-tree', '-z', sha, '--', added]),
    filesOf(reading, ['ls-tree', '-r', '-z', parent]),
  ]);
  // Git compares no links.
  if (own.length === 0 || others.length === 0) return undefined;
  await fetchMissing([...own, ...others], onFetch);
  const [commit] = await readCommits(run([...followCommits, '--max-count=1', sha, '--', added]));
  const name = commit?.file?.oldPath;
  return name === undefined ? undefined : { commit: parent, name };
}

async function filesOf({ run }: HistoryReading, args: readonly string[]): Promise<string[]> {
  const blobs: string[] = [];
  for await (const line of separated(limitedList(run(args)), '\0')) {
    const [mode = '', , blob = ''] = line.split(/[ \t]/, 3);
    if (mode.startsWith('100')) blobs.push(blob);
  }
  return blobs;
}

/** The newest `count` commits of a path (empty: all) within `limits`, down to one whose earlier name contents tell. */
export async function newestCommits(
  reading: HistoryReading,
  tip: string,
  path: string,
  limits: readonly string[],
  count: number,
): Promise<readonly HistoryCommit[]> {
  const { run } = reading;
  const log = path === '' || (await pathKind(reading, tip, path)) === 'tree' ? logCommits : followSame;
  const args = [...log, `--max-count=${count}`, tip, ...limits, '--', ...(path === '' ? [] : [path])];
  const commits: HistoryCommit[] = [];
  for await (const commit of eachCommit(run(args))) {
    commits.push(commit);
    if (isComparedAddition(commit)) break;
  }
  return commits;
}

/** The blobs that git compares to find which file the file `name` came from, at each commit that added it. */
async function candidatesFor(reading: HistoryReading, tip: string, name: string): Promise<ReadonlySet<string>> {
  const blobs = new Set<string>();
  for (const { sha, parents, without } of await versionsOf(reading, tip, name, ['--full-history'])) {
    const [parent] = without;
    // Git does not compare merges.
    if (parent === undefined || parents.length > 1) continue;
    blobs.add(sha);
    for (const blob of await filesOf(reading, ['ls-tree', '-r', '-z', parent])) blobs.add(blob);
  }
  return blobs;
}

/**
 * Fetches what `git blame` compares: the versions of a file of `tip` and of its earlier names, one fetch for all that are
 * known without the contents. Git looks for an earlier name among the files that a commit deleted, and follows it from
 * the parent that has it.
 */
export async function fetchVersions(reading: HistoryReading, tip: string, path: string): Promise<void> {
  const keys = new Set<string>();
  let open: EarlierName[] = [];
  const add = (earlier: EarlierName): void => {
    const key = `${earlier.commit} ${earlier.name}`;
    if (!keys.has(key)) open.push(earlier);
    keys.add(key);
  };
  add({ commit: tip, name: path });
  while (open.length > 0 && keys.size <= mostFollowed) {
    const blobs = new Set<string>();
    const comparisons: Comparison[] = [];
    // A name that is found without a fetch is looked at in the same round.
    for (const { commit: from, name } of open) {
      for (const version of await versionsOf(reading, from, name)) {
        blobs.add(version.sha);
        for (const parent of version.without) {
          const comparison = await comparisonOf(reading, name, version, parent);
          for (const earlierPath of comparison.same) add({ commit: parent, name: earlierPath });
          if (comparison.same.length > 0) continue;
          const isHere = (await reading.missing(comparison.contents)).length === 0;
          if (isHere)
            for (const earlierPath of await earlierNames(reading, comparison))
              add({ commit: parent, name: earlierPath });
          if (isHere) continue;
          for (const sha of comparison.contents) blobs.add(sha);
          comparisons.push(comparison);
          // The versions of the files that were probably renamed to this one come with the same fetch.
          for (const other of comparison.others)
            if (comparison.others.length <= fewDeleted || haveSameWords(other, name))
              add({ commit: parent, name: other });
        }
      }
    }
    await reading.fetchMissing(blobs);
    open = [];
    for (const comparison of comparisons)
      for (const name of await earlierNames(reading, comparison)) add({ commit: comparison.parent, name });
  }
}

/** Whether the names of two files consist of the same words, as `test_parser.rb` and `parser_test.rb` do. */
function haveSameWords(one: string, other: string): boolean {
  const [words, otherWords] = [one, other].map((path) => baseName(path).split(/[-_.]/).sort().join());
  return words === otherWords;
}

interface Comparison {
  readonly name: string;
  readonly parent: string;
  readonly commit: string;
  readonly others: readonly string[];
  readonly same: readonly string[];
  readonly contents: readonly string[];
}

async function comparisonOf(
  reading: HistoryReading,
  name: string,
  { commit, sha }: Version,
  parent: string,
): Promise<Comparison> {
  const deleted = await filesBetween(reading, parent, commit, 'D');
  return {
    name,
    parent,
    commit,
    others: deleted.map((file) => file.path),
    same: deleted.flatMap((file) => (file.sha === sha ? [file.path] : [])),
    contents: [sha, ...deleted.map((file) => file.sha)],
  };
}

async function earlierNames({ run }: HistoryReading, { name, parent, commit, others }: Comparison): Promise<string[]> {
  const oldPaths: string[] = [];
  for (let at = 0; at < others.length; at += mostCompared) {
    const args = ['--literal-pathspecs', 'diff-tree', '-r', '-M', '-z', '--raw', '--no-abbrev', parent, commit, '--'];
    const changes = await readChanges(run([...args, name, ...others.slice(at, at + mostCompared)]));
    oldPaths.push(...changes.flatMap(({ path, oldPath }) => (path === name && oldPath !== undefined ? [oldPath] : [])));
  }
  return oldPaths;
}

/** What `commit` changed against `parent`, undefined for the first commit. Renames are found. */
export async function changedPaths(
  reading: HistoryReading,
  parent: string | undefined,
  commit: string,
): Promise<readonly CommittedChange[]> {
  const { run } = reading;
  const compared = parent === undefined ? ['--root', commit] : [parent, commit];
  const args = ['diff-tree', '-r', '-M', '-z', '--raw', '--no-abbrev', '--no-commit-id', ...compared, '--'];
  const read = async (): Promise<readonly CommittedChange[]> => await readChanges(run(args));
  return await read().catch(async (error: unknown) => {
    // A file that was renamed without a change is found without the contents; those of the others are compared.
    if (!isFailure(error, 'refused') || parent === undefined) throw error;
    const files = [
      ...(await filesBetween(reading, parent, commit, 'D')),
      ...(await filesBetween(reading, parent, commit, 'A')),
    ];
    if (!(await reading.fetchMissing(files.map(({ sha }) => sha)))) throw error;
    return await read();
  });
}

/** The files that only `parent` has (`D`), or only `commit` (`A`), without links and submodules. */
async function filesBetween(
  { run }: HistoryReading,
  parent: string,
  commit: string,
  status: 'A' | 'D',
): Promise<{ readonly path: string; readonly sha: string }[]> {
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', `--diff-filter=${status}`];
  const output = limitedList(run(['diff-tree', ...options, parent, commit, '--']));
  const fields = (await textOf(output)).split('\0');
  return fields.flatMap((field, index) => {
    if (index % 2 !== 0 || field === '') return [];
    const [before = '', after = '', old = '', added = ''] = field.slice(1).split(' ');
    const [mode, sha] = status === 'D' ? [before, old] : [after, added];
    return mode.startsWith('100') ? [{ path: fields[index + 1] ?? '', sha }] : [];
  });
}

/**
 * The versions of the file `name` in the history of `tip`, also those of merges that no parent has. As for `git blame`, a
 * merge that has the version of a parent leads to this parent only; with `--full-history` it leads to all parents.
 */
async function versionsOf(
  { run }: HistoryReading,
  tip: string,
  name: string,
  simplification: readonly '--full-history'[] = [],
): Promise<Version[]> {
  const options = ['-z', ...simplification, '-c', '--raw', '--no-abbrev', '--no-renames', '--format=%H %P'];
  const args = ['--literal-pathspecs', 'log', ...options, tip, '--', name];
  const versions: Version[] = [];
  let [commit = '', ...parents]: string[] = [];
  let changed: string | undefined;
  for await (const field of separated(run(args), '\0')) {
    if (changed !== undefined) {
      const version = field === name ? versionOf(changed, commit, parents) : undefined;
      if (version !== undefined) versions.push(version);
      changed = undefined;
    } else if (/^\n?:/.test(field)) changed = field.trim();
    else if (field !== '') [commit = '', ...parents] = field.trim().split(' ');
  }
  return versions;
}

/** `changed`: as `:<mode of the parent> <mode> <sha in the parent> <sha> <status>`, with all parents for a merge. */
function versionOf(changed: string, commit: string, parents: readonly string[]): Version | undefined {
  const count = /^:+/.exec(changed)?.[0].length ?? 1;
  const fields = changed.slice(count).split(' ');
  const [mode = '', sha = ''] = [fields[count], fields[2 * count + 1]];
  const isFile = mode.startsWith('10') || mode.startsWith('12');
  return isFile
    ? { commit, sha, parents, without: parents.filter((_, at) => /^0+$/.test(fields[at] ?? '')) }
    : undefined;
}
