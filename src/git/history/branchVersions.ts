import { Failure } from '../../core/errors.ts';
import type { CommitPair, HistoryCommit } from '../../domain/git/gitHistory.ts';
import { logCommits, readCommits, textOf } from './historyFormat.ts';
import { addsToMerge, binaryChanges, demandPatches, longestComparison, type PatchReading } from './patches.ts';

/** Commits of a version of a branch: git compares each with each. */
const mostCommits = 300;

/** Pairs the commits of `before` and `after` that `base` lacks, by their patches; merges by their shas. The oldest first. */
export async function pairVersions(
  reading: PatchReading,
  base: string,
  before: string,
  after: string,
): Promise<readonly CommitPair[]> {
  const { run } = reading;
  const list = async (tip: string): Promise<string[]> => {
    const args = ['rev-list', '--date-order', '--reverse', `--max-count=${mostCommits + 1}`, tip, `^${base}`, '--'];
    const shas = (await textOf(run(args))).split('\n').filter(Boolean);
    if (shas.length <= mostCommits) return shas;
    const about = [String(mostCommits)];
    throw new Failure('refused', 'too many commits to compare', { reason: 'tooManyVersions', about });
  };
  const versions = { before: await list(before), after: await list(after) };
  const shas = [...new Set([...versions.before, ...versions.after])];
  if (shas.length === 0) return [];
  const input = shas.map((sha) => `${sha}\n`).join('');
  const commits = await readCommits(run([...logCommits, '--no-walk=unsorted', '--stdin'], { input }));
  const merges = commits.filter(({ parents }) => parents.length > 1);
  const others = commits.filter((commit) => !merges.includes(commit)).map(({ sha }) => sha);
  if (others.length > 0) await demandPatches(reading, others);
  const pairs = await pairPatches(reading, commits, [base, before, after]);
  const end = Date.now() + longestComparison;
  for (const merge of merges) {
    const [was, is] = [versions.before.includes(merge.sha), versions.after.includes(merge.sha)];
    const adds = is && !was && (await addsToMerge(reading, merge, end - Date.now()));
    insert(pairs, { ...sidesOf(merge, was, is), adds }, versions);
  }
  return pairs;
}

function sidesOf(merge: HistoryCommit, was: boolean, is: boolean): CommitPair {
  const status = was && is ? 'same' : is ? 'added' : 'removed';
  return { status, before: was ? merge : undefined, after: is ? merge : undefined };
}

/** Puts a merge before the first commit of its version that is newer. */
function insert(
  pairs: CommitPair[],
  merge: CommitPair,
  versions: Readonly<Record<'before' | 'after', readonly string[]>>,
): void {
  const side = merge.after === undefined ? 'before' : 'after';
  const placeOf = (pair: CommitPair): number => versions[side].indexOf(pair[side]?.sha ?? '');
  const place = placeOf(merge);
  const next = pairs.findIndex((pair) => placeOf(pair) > place);
  pairs.splice(next === -1 ? pairs.length : next, 0, merge);
}

async function pairPatches(
  reading: PatchReading,
  commits: readonly HistoryCommit[],
  [base, before, after]: readonly [base: string, before: string, after: string],
): Promise<CommitPair[]> {
  const { run } = reading;
  const args = ['range-diff', '--no-color', '--no-notes', '--no-patch', '--abbrev=40', base, before, after];
  const find = (start: string) =>
    start === '' || start.startsWith('-') ? undefined : commits.find(({ sha }) => sha.startsWith(start));
  const output = await textOf(run(args, { limit: longestComparison }));
  const pairs = output.split('\n').flatMap((line): CommitPair[] => {
    const [, old = '', sign = '', now = ''] =
      /^ *(?:\d+|-+): +([0-9a-f]+|-+) ([=!<>]) +(?:\d+|-+): +([0-9a-f]+|-+)/.exec(line) ?? [];
    const status = statuses[sign];
    return status === undefined ? [] : [{ status, before: find(old), after: find(now) }];
  });
  const same = pairs.filter(({ status, before, after }) => status === 'same' && before?.sha !== after?.sha);
  if (same.length === 0) return pairs;
  const both = same.flatMap(({ before, after }) => [before?.sha ?? '', after?.sha ?? '']).filter(Boolean);
  // Range-diff has one text for all binary files.
  const binary = await binaryChanges(reading, both);
  const isChanged = (pair: CommitPair): boolean =>
    same.includes(pair) && binary.get(pair.before?.sha ?? '') !== binary.get(pair.after?.sha ?? '');
  return pairs.map((pair) => (isChanged(pair) ? { ...pair, status: 'changed' } : pair));
}

const statuses: Readonly<Partial<Record<string, CommitPair['status']>>> = {
  '=': 'same',
  '!': 'changed',
  '<': 'removed',
  '>': 'added',
};
