import { isFailure } from '../../core/errors.ts';
import type { Blame, GitFetchOptions, GitHistory, HistoryCommit } from '../git/gitHistory.ts';
import type { RemoteRef } from '../repositories/remoteRef.ts';
import { matchLines, splitLines, withoutEnding } from '../text/lines.ts';
import type { WorkingTree } from '../sourceControl/workingTree/workingTree.ts';

export interface LineOrigin {
  /** From 1. */
  readonly line: number;
  readonly commit: HistoryCommit | undefined;
  readonly path: string | undefined;
}

type BlamedRef = Pick<RemoteRef, 'head' | 'readStored'>;

export interface CommittedVersion {
  /** Undefined: the repository has no commits. */
  readonly commit: string | undefined;
  /** Differs from the path in the editor if the file was moved in a draft. */
  readonly path: string;
}

export interface CommittedBlame {
  readonly blame: Blame;
  readonly text: string;
}

/** The committed version of the file at `path`. @throws Failure if the ref does not exist */
export async function committedVersion(
  remote: BlamedRef,
  workingTree: WorkingTree | undefined,
  path: string,
  options: GitFetchOptions = {},
): Promise<CommittedVersion> {
  const { commit } = await remote.head({ signal: options.signal });
  return { commit, path: workingTree?.changes.effective(path)?.from ?? path };
}

/** The commit of each line; none if the file is not committed. @throws Failure of `GitHistory.blame` and of reading */
export async function blameVersion(
  {
    history,
    remote,
    decode,
  }: {
    readonly history: GitHistory;
    readonly remote: BlamedRef;
    readonly decode: (bytes: Uint8Array) => string | PromiseLike<string>;
  },
  { commit, path }: CommittedVersion,
  options: GitFetchOptions = {},
): Promise<CommittedBlame> {
  const blame = commit === undefined ? undefined : await blameOf(history, commit, path, options);
  if (blame === undefined) return { blame: { lines: [], commits: new Map() }, text: '' };
  return { blame, text: await decode((await remote.readStored(path, { signal: options.signal })).bytes) };
}

/** Undefined if the commit does not have the file. */
async function blameOf(
  history: GitHistory,
  commit: string,
  path: string,
  options: GitFetchOptions,
): Promise<Blame | undefined> {
  try {
    return await history.blame(commit, path, options);
  } catch (error) {
    if (isFailure(error, 'missing') && error.reason === 'noFile') return undefined;
    throw error;
  }
}

/** The origin of each line of `current`, the text of an editor. Drafts and unsaved text have no commit. */
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

/** The index of the line of git for each line: for git, a carriage return alone ends no line. */
function gitLines(lines: readonly string[]): number[] {
  let number = 0;
  return lines.map((line) => (line.endsWith('\n') ? number++ : number));
}

export interface BlameBlock {
  /** The first and the last line, from 1. */
  readonly from: number;
  readonly to: number;
  readonly commit: HistoryCommit | undefined;
  readonly path: string | undefined;
}

/** The lines of `origins` as blocks: neighbouring lines of one commit, or of a draft, are in one. */
export function blameBlocks(origins: readonly LineOrigin[]): readonly BlameBlock[] {
  const blocks: BlameBlock[] = [];
  for (const { line, commit, path } of origins) {
    const last = blocks.at(-1);
    const isSame = last !== undefined && last.commit?.sha === commit?.sha && last.path === path;
    const block = { from: isSame ? last.from : line, to: line, commit, path };
    if (isSame) blocks[blocks.length - 1] = block;
    else blocks.push(block);
  }
  return blocks;
}
