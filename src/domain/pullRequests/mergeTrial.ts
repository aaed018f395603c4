import { Failure, unlessFailed } from '../../core/errors.ts';
import type { MergeConflict, MergedCommits } from '../git/gitMerge.ts';
import type { GitRepository } from '../git/gitRepositories.ts';
import { gitProblemFailure } from '../git/gitProblem.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { findMergeBase, type PullRequestComparisonParts } from './pullRequestComparison.ts';
import { readPullRequestHead, type PullRequestCommits } from './pullRequestHead.ts';

/** What a merge of a pull request would do now. */
export interface MergeTrial {
  readonly head: PullRequestCommits;
  /** `ours` is the head of the pull request, `theirs` the latest commit of its base. */
  readonly commits: MergedCommits;
  /** Empty: it merges without conflicts. */
  readonly conflicts: readonly MergeConflict[];
}

/**
 * Tries with git a merge with the latest commit of the base; nothing is written on the host.
 * @throws Failure as `readPullRequestHead` and `GitMerges.mergeConflicts`
 */
export async function tryMerge(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions = {},
): Promise<MergeTrial> {
  const { git, fetcher } = parts;
  const problem = await git.problem(name.host);
  if (problem !== undefined) throw gitProblemFailure(problem);
  const head = await readPullRequestHead(parts, connection, name, number, options);
  const ours = head.headCommit;
  const theirs = await latestBase(parts, name, head, options);
  const mergeBase = await findMergeBase(parts, connection, name, { base: theirs, head: ours }, options);
  // Neither git nor the host told it: this says why.
  const base =
    mergeBase.start === 'base' ? await fetcher.history(name).mergeBase(theirs, ours, options) : mergeBase.commit;
  const commits = { base, ours, theirs };
  if (base === ours || base === theirs) return { head, commits, conflicts: [] };
  const repository = git.of(name);
  for (const commit of [theirs, ours, ...(base === undefined ? [] : [base])])
    await fetcher.demand(name, commit, { signal: options.signal });
  await fetchChangedBlobs(repository, commits, options);
  return { head, commits, conflicts: await repository.mergeConflicts(commits, options.signal) };
}

/** The record names the commit of the base at an earlier time on some hosts. */
async function latestBase(
  { repositories }: PullRequestComparisonParts,
  name: RepositoryName,
  { base, baseCommit }: PullRequestCommits,
  options: RequestOptions,
): Promise<string> {
  const remote = repositories.at({ ...name, ref: `refs/heads/${base}` });
  const latest = async () => {
    // What is stored is old: only a ref that is known is checked.
    await remote.head(options);
    await remote.check([], options);
    return await remote.head(options);
  };
  return (await unlessFailed(latest(), 'missing'))?.commit ?? baseCommit;
}

/** Fetches the large files that a commit changed, which the fetch of a commit leaves out. */
async function fetchChangedBlobs(
  repository: GitRepository,
  { base, ours, theirs }: MergedCommits,
  { signal }: RequestOptions,
): Promise<void> {
  const commits = [ours, theirs, ...(base === undefined ? [] : [base])];
  const lists = await Promise.all(commits.map((commit) => repository.files(commit)));
  const [first, ...others] = lists.map((files = []) => new Map(files.map((file) => [file.path, file.sha])));
  const isEverywhere = (path: string, sha: string): boolean =>
    first?.get(path) === sha && others.every((files) => files.get(path) === sha);
  for (const [at, files = []] of lists.entries()) {
    const left = files.filter(({ path, sha, size, mode }) => {
      return size === undefined && mode !== '160000' && !isEverywhere(path, sha);
    });
    const commit = commits[at];
    const shas = [...new Set(left.map(({ sha }) => sha))];
    if (commit !== undefined && shas.length > 0) await repository.fetchBlobs(commit, shas, { signal });
  }
}

/** @throws Failure `missing` if the merge has no conflict at `path` */
export function demandConflict({ conflicts, head }: MergeTrial, path: string): MergeConflict {
  const conflict = conflicts.find((one) => one.path === path);
  if (conflict !== undefined) return conflict;
  throw new Failure('missing', `no conflict of !${head.number} in ${path}`, { reason: 'noFile', about: [path] });
}
