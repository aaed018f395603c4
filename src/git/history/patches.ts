import { isFailure } from '../../core/errors.ts';
import type { HistoryCommit } from '../../domain/git/gitHistory.ts';
import { limitedList, separated, textOf } from './historyFormat.ts';
import type { HistoryReading } from './pathHistory.ts';

/** Milliseconds. The time for renames grows with the square of their number. */
export const longestComparison = 60_000;
/** The first version with `git show --remerge-diff`. */
const oldestToRemerge = [2, 36] as const;

export interface PatchReading extends HistoryReading {
  readonly version: readonly [major: number, minor: number];
  readonly demandFoldersOf: (commits: readonly string[]) => Promise<void>;
}

interface FileChange {
  readonly path: string;
  /** Undefined: there is no file, link or folder of a submodule. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The objects of files and links. */
  readonly blobs: readonly string[];
  /** Git compares it by its sha only. */
  readonly isBinary: boolean;
}

/** The message and the patch of a commit, without what only says where its lines are. */
export async function readPatch(reading: PatchReading, commit: string): Promise<string> {
  const parents = await parentsOf(reading, [commit]);
  if (parents.length < 2) {
    await demandPatches(reading, [commit]);
    return (await show(reading, commit, ['--patch'])).join('');
  }
  return ((await remerged(reading, commit, parents)) ?? (await againstFirst(reading, commit))).join('');
}

/** Whether a merge has more than what git makes of its parents; also if git cannot tell. */
export async function addsToMerge(
  reading: PatchReading,
  { sha, parents }: HistoryCommit,
  limit: number,
): Promise<boolean> {
  return (await remerged(reading, sha, parents, limit))?.[1] !== '';
}

/** What a merge adds to the merge that git makes of its parents. Undefined if git cannot make it. */
async function remerged(reading: PatchReading, commit: string, parents: readonly string[], limit = longestComparison) {
  const [ours, theirs, ...more] = parents;
  const [major, minor] = reading.version;
  const isOld = major < oldestToRemerge[0] || (major === oldestToRemerge[0] && minor < oldestToRemerge[1]);
  if (isOld || limit <= 0 || ours === undefined || theirs === undefined || more.length > 0) return undefined;
  try {
    await demandMerge(reading, commit, ours, theirs);
    return await show(reading, commit, ['--patch', '--remerge-diff'], limit);
  } catch (error) {
    if (isFailure(error, 'refused')) return undefined;
    throw error;
  }
}

/** The files of a merge that differ from its first parent, by their shas. */
const againstFirst = async (reading: PatchReading, commit: string) =>
  await show(reading, commit, ['--raw', '--no-abbrev', '-m', '--first-parent']);

async function show(
  { run }: PatchReading,
  commit: string,
  how: readonly string[],
  limit = longestComparison,
): Promise<readonly [message: string, patch: string]> {
  const fixed = ['show', '--no-color', '--no-notes', '--no-ext-diff', '--no-textconv', '--full-index'];
  const args = [...fixed, '--format=%B%x00', ...how, commit, '--'];
  const text = await textOf(run(args, { limit }));
  const end = text.indexOf('\0');
  const lines = text
    .slice(end + 1)
    .replace(/^\n+/, '')
    .split('\n');
  const isShown = (line: string, at: number): boolean =>
    !/^index [0-9a-f]+\.\.[0-9a-f]+(?: \d+)?$/.test(line) || lines[at + 1]?.startsWith('Binary files ') === true;
  const patch = lines.filter(isShown).map((line) => line.replace(/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/, '@@'));
  return [`${text.slice(0, end).trimEnd()}\n\n`, patch.join('\n')];
}

/** Fetches the folders and the contents that the patches of `commits` need: the contents in one fetch. */
export async function demandPatches(reading: PatchReading, commits: readonly string[]): Promise<void> {
  await reading.demandFoldersOf([...new Set([...commits, ...(await parentsOf(reading, commits))])]);
  const changes = await changesOf(reading, commits);
  await reading.fetchMissing(new Set([...changes.values()].flat().flatMap(({ blobs }) => blobs)));
}

/** Per commit: the files that git compares by their shas only, with these shas. After `demandPatches`. */
export async function binaryChanges(
  reading: PatchReading,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = [...(await changesOf(reading, commits, ['--numstat']))].map(([commit, files]) => {
    const binary = files.filter(({ isBinary }) => isBinary);
    return [commit, JSON.stringify(binary.map(({ path, before, after }) => [path, before, after]))] as const;
  });
  return new Map(texts);
}

/** Fetches what git reads to merge `ours` and `theirs`, and to compare the result with `commit`. */
async function demandMerge(reading: PatchReading, commit: string, ours: string, theirs: string): Promise<void> {
  const { run } = reading;
  const found = await textOf(run(['merge-base', '--all', ours, theirs], { exits: [0, 1] }));
  const bases = found.split('\n').filter(Boolean);
  await reading.demandFoldersOf([...bases, ours, theirs, commit]);
  const blobs = new Set<string>();
  const demand = (files: readonly FileChange[]): void =>
    files.flatMap((file) => file.blobs).forEach((sha) => blobs.add(sha));
  const [fromOurs, fromTheirs] = [await between(reading, ours, commit), await between(reading, theirs, commit)];
  const inBoth = (one: readonly FileChange[], other: readonly FileChange[]): FileChange[] => {
    const paths = new Set(other.map(({ path }) => path));
    return one.filter(({ path }) => paths.has(path));
  };
  demand([...inBoth(fromOurs, fromTheirs), ...inBoth(fromTheirs, fromOurs)]);
  for (const base of bases) {
    const sides = [await between(reading, base, ours), await between(reading, base, theirs)] as const;
    demand([...inBoth(...sides), ...inBoth(sides[1], sides[0])]);
    for (const side of sides) {
      const moved = side.filter(({ before, after }) => before === undefined || after === undefined);
      // Git looks for renames.
      if (moved.some(({ before }) => before === undefined) && moved.some(({ after }) => after === undefined))
        demand(moved);
    }
    // What the merge took back of one side.
    demand([...inBoth(fromOurs, sides[0]), ...inBoth(fromTheirs, sides[1])]);
    if (bases.length > 1) demand(sides.flat());
  }
  await reading.fetchMissing(blobs);
}

async function parentsOf({ run }: PatchReading, commits: readonly string[]): Promise<string[]> {
  const output = await textOf(run(['log', '--no-walk', '--format=%P', ...commits, '--']));
  return output.split(/\s+/).filter(Boolean);
}

const listing = ['diff-tree', '-r', '--raw', '-z', '--no-abbrev', '--no-renames'];

async function between({ run }: PatchReading, one: string, other: string): Promise<readonly FileChange[]> {
  const changes = await readFileChanges(run([...listing, one, other, '--']));
  return changes.get('') ?? [];
}

/** What each commit changes against its parent; nothing for a merge. */
async function changesOf(
  { run }: PatchReading,
  commits: readonly string[],
  more: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const input = commits.map((sha) => `${sha}\n`).join('');
  return await readFileChanges(run([...listing, ...more, '--root', '--stdin'], { input }));
}

/** By the sha of the commit that git prints before them; empty if it prints none. */
async function readFileChanges(output: AsyncIterable<Uint8Array>): Promise<ReadonlyMap<string, readonly FileChange[]>> {
  const all = new Map<string, Map<string, FileChange>>();
  const fields = separated(limitedList(output), '\0');
  let files = new Map<string, FileChange>();
  all.set('', files);
  for await (const field of fields) {
    const [, was = '', is = '', old = '', now = ''] = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(field) ?? [];
    const binary = files.get(/^-\t-\t([^]+)$/.exec(field)?.[1] ?? '');
    if (was !== '') {
      const path = String((await fields.next()).value);
      const sides = [[was, old] as const, [is, now] as const];
      const [before, after] = sides.map(([mode, sha]) => (/^0+$/.test(mode) ? undefined : `${mode} ${sha}`));
      const blobs = sides.flatMap(([mode, sha]) => (/^1[02]/.test(mode) ? [sha] : []));
      files.set(path, { path, before, after, blobs, isBinary: false });
    } else if (binary !== undefined) files.set(binary.path, { ...binary, isBinary: true });
    else if (/^[0-9a-f]{40,64}$/.test(field)) all.set(field, (files = new Map<string, FileChange>()));
  }
  return new Map([...all].map(([commit, changes]) => [commit, [...changes.values()]]));
}
