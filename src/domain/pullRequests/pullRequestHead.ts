import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName, type RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { isSha } from '../objects/gitSha.ts';
import type { RemoteRepositories } from '../repositories/remoteRepositories.ts';
import { findPullRequest } from './findPullRequest.ts';

export interface PullRequestCommits {
  readonly number: string;
  /** Undefined: the host does not offer it. */
  readonly record: PullRequest | undefined;
  /** The branch that the pull request is for: without a record the default branch. */
  readonly base: string;
  /** Full sha of the latest commit of `base`, or of the one that the record names. */
  readonly baseCommit: string;
  /** Full sha. The repository of the base has it, also for a head in a fork. */
  readonly headCommit: string;
}

export interface PullRequestHeadParts {
  readonly features: HostFeatures;
  readonly git: Pick<GitRepositories, 'of' | 'problem' | 'read'>;
  readonly repositories: RemoteRepositories;
}

/** `!45` */
export const pullRequestTitle = (number: string): string => `!${number}`;

/** The names under which hosts keep the head of a pull request, also after its branch or its fork was deleted. */
export const headRefs = (number: string): readonly string[] => [
  `refs/merge-requests/${number}/head`,
  `refs/pull/${number}/head`,
];

/**
 * One request if the host has the record; else git lists the refs of the head, and the base is the default branch.
 * @throws Failure `missing` without such a pull request or its head (reason `noPullRequestHead`); `unsupported`
 */
export async function readPullRequestHead(
  parts: PullRequestHeadParts,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions = {},
): Promise<PullRequestCommits> {
  const { record, refusal } = await recordOf(parts.features, connection, name, number, options);
  const [baseSha, headSha] = [record?.base.sha, record?.head.sha].map((sha) => sha?.toLowerCase());
  const named = record?.base.ref;
  const fromBase = async (): Promise<{ readonly base: string; readonly baseCommit: string }> => {
    if (named !== undefined && baseSha !== undefined && isSha(baseSha)) return { base: named, baseCommit: baseSha };
    const at = { ...name, ref: named === undefined ? undefined : `refs/heads/${named}` };
    const remote = named === undefined ? parts.repositories.atDefault(name) : parts.repositories.at(at);
    const { name: base, commit } = await remote.head(options);
    return { base, baseCommit: commit ?? noHead(name, number) };
  };
  if (headSha !== undefined && isSha(headSha)) return { number, record, headCommit: headSha, ...(await fromBase()) };
  // What the record does not tell, git does.
  if ((await parts.git.problem(name.host)) !== undefined) throw refusal ?? noHead(name, number);
  const refs = await parts.git.of(name).remoteRefs(headRefs(number), options.signal);
  const headCommit = [...refs.values()].find(isSha) ?? noHead(name, number);
  return { number, record, headCommit, ...(await fromBase()) };
}

async function recordOf(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<{ readonly record?: PullRequest; readonly refusal?: Failure }> {
  try {
    return { record: await findPullRequest(features, connection, name, number, options) };
  } catch (error) {
    if (isFailure(error, 'unsupported')) return { refusal: error };
    throw error;
  }
}

/** @throws Failure `missing` */
export function noHead(name: RepositoryName, number: string, cause?: unknown): never {
  throw new Failure('missing', `the host has no commits of the pull request ${number} of ${fullName(name)}`, {
    field: 'number',
    reason: 'noPullRequestHead',
    about: [pullRequestTitle(number), fullName(name)],
    cause,
  });
}

/** Reads the root of the head. @throws Failure `missing` (reason `noPullRequestHead`) if the host does not have the commit any more */
export async function checkHead(
  { repositories }: Pick<PullRequestHeadParts, 'repositories'>,
  name: RepositoryName,
  { number, headCommit }: PullRequestCommits,
  options: RequestOptions,
): Promise<void> {
  try {
    const tree = await repositories.at({ ...name, ref: headCommit }).snapshot(options);
    await tree.tree('', undefined, options);
  } catch (error) {
    if (isFailure(error, 'missing')) noHead(name, number, error);
    throw error;
  }
}
