import type { Api } from '../../api/client/client.ts';
import type { ComparedCommits } from '../../api/record/commit.ts';
import { isFailure, messageOf } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection, HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { inApi, RequestOptions } from '../hosts/source.ts';
import { isSha } from '../objects/gitSha.ts';
import type { CommitFetcher } from '../repositories/commitFetcher.ts';
import { readRefComparison, type ComparisonStart, type RefComparison } from '../repositories/refComparison.ts';
import {
  checkHead,
  pullRequestTitle,
  readPullRequestHead,
  type PullRequestCommits,
  type PullRequestHeadParts,
} from './pullRequestHead.ts';
import type { ViewedPullRequest } from './viewedFiles.ts';

export interface PullRequestComparisonParts extends PullRequestHeadParts {
  readonly fetcher: CommitFetcher;
  readonly log: Log;
  /** Called with the head of each compared pull request, and the commit that it is compared with. */
  readonly onHead?: (pull: ViewedPullRequest, commit: string, base: string) => Promise<void>;
}

/** A pull request, and the base to compare it with: a branch, tag or commit; undefined: its own. */
export interface ComparedPullRequest {
  readonly number: string;
  readonly base?: string | undefined;
}

/**
 * The head against the commit in common with the base, or the base itself: see `RefComparison.start`.
 * @throws Failure as `readPullRequestHead` and `readRefComparison`
 */
export async function readPullRequestComparison(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  { number, base }: ComparedPullRequest,
  options: RequestOptions = {},
): Promise<RefComparison> {
  const { head, ...range } = await readPullRequestRange(parts, connection, name, { number, base }, options);
  const refs = { base: range.base, head: head.headCommit };
  const { repositories, fetcher } = parts;
  for (const commit of Object.values(refs))
    repositories.setResolved(name, commit, { kind: 'commit', name: commit, commit });
  // With git, both commits are fetched before the first folder is requested.
  for (const commit of Object.values(refs)) await fetcher.fetch(name, commit, { signal: options.signal });
  await checkHead(parts, name, head, options);
  await parts.onHead?.({ name, login: connection.account?.login, number }, head.headCommit, range.base);
  const compared = await readRefComparison(parts, name, refs, options);
  return {
    ...compared,
    base: { ...compared.base, name: base ?? head.base },
    head: { ...compared.head, name: pullRequestTitle(number) },
    start: range.start,
  };
}

/** The commits between which a pull request changes something. @throws Failure as `readPullRequestHead` */
export async function readPullRequestRange(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  { number, base }: ComparedPullRequest,
  options: RequestOptions,
): Promise<{ readonly head: PullRequestCommits; readonly base: string; readonly start: ComparisonStart }> {
  const head = await readPullRequestHead(parts, connection, name, number, options);
  const tip = base === undefined ? head.baseCommit : await commitOf(parts, name, base, options);
  const { commit, start } = await findMergeBase(parts, connection, name, { base: tip, head: head.headCommit }, options);
  return { head, base: commit ?? tip, start };
}

async function commitOf(
  { repositories }: PullRequestComparisonParts,
  name: RepositoryName,
  base: string,
  options: RequestOptions,
): Promise<string> {
  const remote = repositories.at({ ...name, ref: base });
  try {
    const { commit } = await remote.head(options);
    return commit ?? base;
  } catch (error) {
    throw isFailure(error) && error.field === 'ref' ? error.with({ field: 'base' }) : error;
  }
}

interface Tips {
  readonly base: string;
  readonly head: string;
}

interface MergeBase {
  readonly commit?: string | undefined;
  readonly start: ComparisonStart;
}

/** By git if both commits are here. Otherwise one request asks the host before git fetches them. */
export async function findMergeBase(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  { base, head }: Tips,
  options: RequestOptions,
): Promise<MergeBase> {
  if (base === head) return { commit: base, start: 'mergeBase' };
  const { git, fetcher } = parts;
  const hasGit = (await git.problem(name.host)) === undefined;
  const readByGit = async (): Promise<MergeBase> => {
    const commit = await fetcher.history(name).mergeBase(base, head, { signal: options.signal });
    return { commit, start: commit === undefined ? 'unrelated' : 'mergeBase' };
  };
  const readByHost = async (): Promise<MergeBase | undefined> => {
    const compared = await compareByHost(parts.features, { connection, name }, { base, head }, options);
    const commit = compared.merge_base_commit?.sha;
    return commit === undefined || !isSha(commit) ? undefined : { commit, start: 'mergeBase' };
  };
  const localCommits = hasGit
    ? await Promise.all([base, head].map((commit) => git.of(name).historyCommit(commit)))
    : [];
  const ways = hasGit
    ? localCommits.includes(undefined)
      ? [readByHost, readByGit]
      : [readByGit, readByHost]
    : [readByHost];
  for (const read of ways)
    try {
      const mergeBase = await read();
      if (mergeBase !== undefined) return mergeBase;
    } catch (error) {
      if (options.signal?.aborted === true) throw error;
      parts.log.info(`the merge base is not known: ${messageOf(error)}`);
    }
  return { start: 'base' };
}

/** The comparison of two refs by the host. @throws Failure `unsupported` (reason `noOperation`) */
export async function compareByHost(
  features: HostFeatures,
  place: HostPlace,
  { base, head }: Tips,
  options: RequestOptions,
): Promise<ComparedCommits> {
  const send = (api: Api, at: ReturnType<typeof inApi>) => api.commits.compare({ ...at, base, head }, options);
  return await features.callIn(place, 'commits.compare', send, options, 'compare', `${base}...${head}`);
}
