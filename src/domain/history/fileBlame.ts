import { isFailure } from '../../core/errors.ts';
import type { Blame, HistoryCommit, HistoryOptions } from '../git/gitHistory.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import type { RemoteRef } from '../remote/remoteRef.ts';
import { endingOf, matchLines, splitLines } from '../text/lines.ts';
import type { WorkingTree } from '../workingTree/workingTree.ts';

/** A line of a file and the commit that it comes from. */
export interface LineOrigin {
  /** From 1. */
  readonly line: number;
  /** Undefined: the line is not committed. */
  readonly commit: HistoryCommit | undefined;
  /** The path of the file in `commit`; undefined without one. */
  readonly path: string | undefined;
}

interface BlameParts {
  readonly git: GitRepositories;
  readonly files: RemoteRef;
  /** Undefined: the ref is a tag or a commit and has no drafts. */
  readonly workingTree: WorkingTree | undefined;
  /** Decodes a file as the editor does. */
  readonly decode: (bytes: Uint8Array) => string | Promise<string>;
}

/**
 * The origin of each line of `current`, the text of the file at `path` in the editor. Lines of drafts, of a new file and
 * of an unsaved text have no commit.
 * @throws Failure of `GitHistory.blame`, or if the file cannot be read
 */
export async function blameFile(
  { git, files, workingTree, decode }: BlameParts,
  path: string,
  current: string,
  options: HistoryOptions = {},
): Promise<readonly LineOrigin[]> {
  const committedPath = workingTree?.changes.effective(path)?.from ?? path;
  const { commit } = await files.head(options);
  const blame = commit === undefined ? undefined : await blameOf(git, files, commit, committedPath, options);
  if (blame === undefined) return originsOf({ lines: [], commits: new Map() }, '', current);
  const committed = await decode(await files.read(committedPath, { signal: options.signal }));
  return originsOf(blame, committed, current);
}

/** Undefined if the commit does not have the file. */
async function blameOf(
  git: GitRepositories,
  files: RemoteRef,
  commit: string,
  path: string,
  options: HistoryOptions,
): Promise<Blame | undefined> {
  try {
    return await git.of(files.name).history.blame(commit, path, options);
  } catch (error) {
    if (isFailure(error, 'missing') && error.reason === 'noFile') return undefined;
    throw error;
  }
}

/** The origins of the lines of `current`, which comes from `committed`. */
export function originsOf(blame: Blame, committed: string, current: string): readonly LineOrigin[] {
  const origins: Omit<LineOrigin, 'line'>[] = [];
  for (const { line, count, sha, path } of blame.lines)
    for (let at = line; at < line + count; at += 1) origins[at - 1] = { commit: blame.commits.get(sha), path };
  const before = splitLines(committed);
  const numbers = gitLines(before);
  const after = splitLines(current);
  const matches = matchLines(before.map(withoutEnding), after.map(withoutEnding));
  return matches.map((match, index) => {
    const origin = origins[numbers[match] ?? -1];
    return { line: index + 1, commit: origin?.commit, path: origin?.commit && origin.path };
  });
}

const withoutEnding = (line: string): string => line.slice(0, line.length - endingOf(line).length);

/** The index of the line of git for each line: for git, a carriage return alone ends no line. */
function gitLines(lines: readonly string[]): number[] {
  let number = 0;
  return lines.map((line) => (line.endsWith('\n') ? number++ : number));
}
