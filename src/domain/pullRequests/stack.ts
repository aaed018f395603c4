import type { PullRequest } from '../../api/record/pullRequest.ts';
import type { PullRequestHead } from '../git/gitRepositories.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { pullRequestCommits } from './pullRequestCommits.ts';
import type { PullRequestComparisonParts } from './pullRequestComparison.ts';
import { pullRequestPages } from './pullRequestList.ts';

interface Stack {
  /** The lowest first, with the pull request itself; it alone if it is in no stack. */
  readonly pulls: readonly PullRequest[];
  /** The merged pull request whose head is still the base. */
  readonly mergedBelow: PullRequest | undefined;
}

/** How many open pull requests are looked through, and how many commits. */
const [mostOpen, mostCommits] = [300, 300];

/** Whether the base of `upper` is the head of `lower`. The branch of a fork is no base. */
export const isOn = (upper: PullRequest, lower: PullRequest): boolean =>
  upper.number !== lower.number &&
  upper.base.ref !== undefined &&
  upper.base.ref === lower.head.ref &&
  lower.from_forked_project !== true;

/** The stack of `pull` among those that are known, the lowest first. Sends nothing. */
export function stackOf(pull: PullRequest, known: readonly PullRequest[]): readonly PullRequest[] {
  const others = new Map(known.map((one) => [one.number, one]));
  others.delete(pull.number);
  const take = (isNext: (one: PullRequest) => boolean): readonly PullRequest[] => {
    const next = [...others.values()].filter((one) => (one.state ?? 'open') === 'open' && isNext(one));
    for (const { number } of next) others.delete(number);
    return next;
  };
  const below: PullRequest[] = [];
  for (let [lower] = take((one) => isOn(pull, one)); lower !== undefined;) {
    below.unshift(lower);
    const upper = lower;
    [lower] = take((one) => isOn(upper, one));
  }
  const above = (lower: PullRequest): readonly PullRequest[] =>
    take((one) => isOn(one, lower)).flatMap((one) => [one, ...above(one)]);
  return [...below, pull, ...above(pull)];
}

/**
 * Reads the open pull requests, 100 with each request. One more reads those merged last, if the base is neither
 * `defaultBranch` nor the head of an open one.
 */
export async function readStack(
  features: HostFeatures,
  connection: Connection,
  name: RepositoryName,
  { pull, defaultBranch }: { readonly pull: PullRequest; readonly defaultBranch: string | undefined },
  options: RequestOptions,
): Promise<Stack> {
  const list = async (state: 'open' | 'merged', most: number): Promise<readonly PullRequest[]> => {
    const query = { state, sort: 'updated', direction: 'desc' } as const;
    const found: PullRequest[] = [];
    for await (const { items } of pullRequestPages(features, connection, name, query, options).pages()) {
      found.push(...items);
      if (found.length >= most) break;
    }
    return found;
  };
  const pulls = stackOf(pull, await list('open', mostOpen));
  const isLowest = pulls[0] === pull && (pull.state ?? 'open') === 'open' && pull.base.ref !== defaultBranch;
  const merged = isLowest ? await list('merged', 1) : [];
  return { pulls, mergedBelow: merged.find((one) => isOn(pull, one)) };
}

/** The heads that are among the commits of a pull request, the lowest first: with git, where the host tells no bases. */
export async function headsBelow(
  parts: PullRequestComparisonParts,
  connection: Connection,
  name: RepositoryName,
  number: string,
  options: RequestOptions,
): Promise<readonly PullRequestHead[]> {
  const read = pullRequestCommits(parts, connection, name, number, options);
  const shas: string[] = [];
  for (let page = await read(); page !== undefined; page = await read()) {
    shas.unshift(...page.commits.map(({ sha }) => sha).reverse());
    if (!page.hasMore || shas.length >= mostCommits) break;
  }
  const heads = await parts.git.of(name).pullRequestHeads(options.signal);
  return shas.flatMap((sha) => heads.filter((head) => head.sha === sha && head.number !== number));
}
