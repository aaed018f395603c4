import { Failure } from '../../core/errors.ts';
import type { ConflictSide, MergeConflict, MergedCommits } from '../../domain/git/gitMerge.ts';
import type { RunGit } from '../processes/runGit.ts';
import { textOf } from './historyFormat.ts';
import { longestComparison } from './patches.ts';

/** The first version with `git merge-tree --write-tree`; the sentence of `gitTooOldToMerge` names it too. */
const oldest = [2, 38] as const;

/** Equal trees give equal commits, so that another trial of a merge adds nothing. */
const nobody = {
  GIT_AUTHOR_NAME: 'merge',
  GIT_AUTHOR_EMAIL: 'merge@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'merge',
  GIT_COMMITTER_EMAIL: 'merge@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
};

/** @throws Failure `refused` (reason `gitTooOldToMerge`) */
export function demandMergeTree([major, minor]: readonly [major: number, minor: number]): void {
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return;
  throw new Failure('refused', 'git merge-tree --write-tree needs a newer git', { reason: 'gitTooOldToMerge' });
}

export async function readConflicts(
  run: RunGit,
  { base, ours, theirs }: MergedCommits,
  signal?: AbortSignal,
): Promise<readonly MergeConflict[]> {
  // The commits are here without their parents, from which git would find the base.
  const commit = async (of: string, parent?: string): Promise<string> => {
    const args = ['commit-tree', `${of}^{tree}`, ...(parent === undefined ? [] : ['-p', parent])];
    return (await textOf(run(args, { input: 'merge\n', signal, environment: nobody }))).trim();
  };
  const common = base === undefined ? undefined : await commit(base);
  const sides = [await commit(ours, common), await commit(theirs, common)];
  const unrelated = base === undefined ? ['--allow-unrelated-histories'] : [];
  const args = ['merge-tree', '--write-tree', '-z', '--messages', ...unrelated, ...sides];
  // Exit code 1: there are conflicts.
  const output = await textOf(run(args, { signal, exits: [0, 1], limit: longestComparison }));
  const { tree, conflicts } = parseMergeTree(output);
  if (conflicts.length === 0) return conflicts;
  const merged = await readBlobs(run, tree, signal);
  return conflicts.map((conflict) => ({ ...conflict, merged: merged.get(conflict.path) }));
}

const stages = new Map([
  ['1', 'base'],
  ['2', 'ours'],
  ['3', 'theirs'],
]);

/** The output of `git merge-tree --write-tree -z --messages`: the tree, the stages of the files, and the messages. */
export function parseMergeTree(output: string): {
  readonly tree: string;
  readonly conflicts: readonly MergeConflict[];
} {
  const fields = output.split('\0');
  const [tree = ''] = fields;
  if (!/^[\da-f]{40,64}$/.test(tree)) throw new Failure('refused', 'git did not print a tree', { reason: 'gitEnded' });
  const files = new Map<string, Partial<Record<'base' | 'ours' | 'theirs', ConflictSide>>>();
  let at = 1;
  for (; at < fields.length && fields[at] !== ''; at += 1) {
    const [, mode, sha, stage, path] = /^(\d+) ([\da-f]+) ([123])\t([^]*)$/.exec(fields[at] ?? '') ?? [];
    const side = stages.get(stage ?? '');
    if (mode === undefined || sha === undefined || path === undefined || side === undefined) continue;
    files.set(path, { ...files.get(path), [side]: { path, sha, mode } });
  }
  const kinds = readKinds(fields.slice(at + 1));
  const conflicts = [...files].map(([path, sides]) => {
    const kind = kinds.get(path) ?? 'contents';
    // Git names both alike here, and differently in a working tree.
    return { path, kind: kind === 'contents' && sides.base === undefined ? 'add/add' : kind, ...sides };
  });
  return { tree, conflicts };
}

/** The kinds of the conflicts by path. Each message is: number of paths, paths, type, text. */
function readKinds(fields: readonly string[]): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (let at = 0; at < fields.length;) {
    const count = Number(fields[at]);
    if (fields[at] === '' || !Number.isInteger(count)) break;
    const paths = fields.slice(at + 1, at + 1 + count);
    const kind = /^CONFLICT \((.+)\)$/.exec(fields[at + 1 + count] ?? '')?.[1];
    // Of several messages about a file, the first names the cause.
    for (const path of paths) if (kind !== undefined && !kinds.has(path)) kinds.set(path, kind);
    at += count + 3;
  }
  return kinds;
}

async function readBlobs(run: RunGit, tree: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const output = await textOf(run(['ls-tree', '-r', '-z', '--full-tree', tree], { signal }));
  return new Map(
    output.split('\0').flatMap((line): [string, string][] => {
      const [, sha, path] = /^\d+ blob ([\da-f]+)\t([^]*)$/.exec(line) ?? [];
      return sha === undefined || path === undefined ? [] : [[path, sha]];
    }),
  );
}
