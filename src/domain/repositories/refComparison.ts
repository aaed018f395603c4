import { isFailure } from '../../core/errors.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { parseFullName, repositoryKey, type RepositoryName } from '../hosts/address.ts';
import type { CommitFetcher, CommitFetchOptions } from './commitFetcher.ts';
import { compare, statusOfDifference, type Difference } from './compare.ts';
import type { CommitTree } from './commitTree.ts';
import type { RemoteRepositories } from './remoteRepositories.ts';

export interface ComparedRef {
  readonly name: string;
  /** The ref in the addresses of its files: its commit; undefined: no files. */
  readonly ref: string | undefined;
  /** Set if it is in another repository of the host: a fork, or the parent of one. */
  readonly repository?: RepositoryName | undefined;
}

/**
 * What a pull request is compared with: the commit that it has in common with its base (`mergeBase`); the base itself,
 * because they have none (`unrelated`), or because the base is unknown (`base`).
 */
export type ComparisonStart = 'mergeBase' | 'unrelated' | 'base';

export interface RefComparison {
  readonly base: ComparedRef;
  readonly head: ComparedRef;
  readonly differences: readonly Difference[];
  /** Set for a pull request. */
  readonly start?: ComparisonStart;
}

export interface ComparedRefs {
  readonly base: string;
  readonly head: string;
}

interface ComparingParts {
  readonly repositories: RemoteRepositories;
  readonly fetcher: Pick<CommitFetcher, 'fetch'>;
}

/** Fetches all of `commits` with git. Resolves with false if one cannot be fetched. */
export async function fetchCommits(
  fetcher: ComparingParts['fetcher'],
  name: RepositoryName,
  commits: readonly (string | undefined)[],
  options: CommitFetchOptions,
): Promise<boolean> {
  // One after the other: the second is fetched as a difference from the first.
  for (const commit of commits) if (commit === undefined || !(await fetcher.fetch(name, commit, options))) return false;
  return true;
}

/** The repository and the ref of `main`, or of `bob/website:main`: a name of a ref has no colon. */
function placeOf({ host, owner, repo }: RepositoryName, text: string): RepositoryName & { readonly ref: string } {
  const colon = text.indexOf(':');
  const other = colon < 0 ? undefined : parseFullName(text.slice(0, colon));
  return { host, ...(other ?? { owner, repo }), ref: other === undefined ? text : text.slice(colon + 1) };
}

/**
 * Fetches both commits with git if possible. A ref of another repository of the host is `owner/repo:branch`. `again`: resolves both refs anew.
 * @throws Failure with the field `base` or `head` if the service has no such ref
 */
export async function readRefComparison(
  { repositories, fetcher }: ComparingParts,
  repository: RepositoryName,
  refs: ComparedRefs,
  options: RequestOptions = {},
  again = false,
): Promise<RefComparison> {
  const { signal } = options;
  const places = { base: placeOf(repository, refs.base), head: placeOf(repository, refs.head) };
  const side = async (field: keyof ComparedRefs): Promise<CommitTree> => {
    const remote = repositories.at(places[field]);
    try {
      if (again) await remote.check([], options);
      return await remote.snapshot(options);
    } catch (error) {
      throw isFailure(error) && error.field === 'ref' ? error.with({ field }) : error;
    }
  };
  const [was, is] = await Promise.all([side('base'), side('head')]);
  const fetchBoth = async (): Promise<boolean> => {
    const sides = [places.base, places.head];
    const commits = await Promise.all(sides.map(async (at) => (await repositories.at(at).head(options)).commit));
    for (const [at, { host, owner, repo }] of sides.entries())
      if (!(await fetchCommits(fetcher, { host, owner, repo }, [commits[at]], { signal }))) return false;
    return true;
  };
  const differences = await compare(was, is, { ...options, fetchBoth });
  // The files of both sides are opened by these commits, without a request for them.
  const compared = (field: keyof ComparedRefs, { root: ref }: CommitTree): ComparedRef => {
    const { host, owner, repo } = places[field];
    const name = { host, owner, repo };
    if (ref !== undefined) repositories.setResolved(name, ref, { kind: 'commit', name: ref, commit: ref });
    const isOther = repositoryKey(name) !== repositoryKey(repository);
    return { name: refs[field], ref, ...(isOther ? { repository: name } : {}) };
  };
  return { base: compared('base', was), head: compared('head', is), differences };
}

const resultStatus = { added: 'added', modified: 'modified', removed: 'removed', typeChanged: 'modified' } as const;

export function comparedFiles(differences: readonly Difference[]) {
  return differences.map((difference) => ({
    path: difference.path,
    status: resultStatus[statusOfDifference(difference)],
    base_sha: difference.base?.sha,
    sha: difference.head?.sha,
    base_mode: difference.base?.mode,
    mode: difference.head?.mode,
  }));
}
