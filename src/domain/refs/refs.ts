import type { Branch } from '../../api/record/branch.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { fullName } from '../hosting/address.ts';
import { isSha } from '../objects/gitSha.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';

/** What a ref stands for. Only a branch can be written to. */
export interface ResolvedRef {
  readonly kind: 'branch' | 'tag' | 'commit';
  /** Branch or tag without `refs/…/`; the sha of a commit. */
  readonly name: string;
  /** Full sha; undefined: the repository is empty, or only `byName` is known of a tag. */
  readonly commit: string | undefined;
  /** A tag that the service knows by its name, whose commit was not looked for: see `tagSearch.ts`. */
  readonly byName?: { readonly tree: string; readonly ref: string } | undefined;
  /** Whether this account may push to the branch; undefined: the service did not tell. */
  readonly canPush?: boolean | undefined;
}

/** Where a branch is now, with what the service tells of its commit. */
export interface LatestHead extends ResolvedRef {
  readonly latest?: { readonly parents: readonly string[]; readonly message: string | undefined };
}

/** Why nothing is written to `head`, a tag or commit. */
export function noBranch({ kind, name }: Pick<ResolvedRef, 'kind' | 'name'>): Failure {
  const reason = kind === 'tag' ? 'isTag' : 'isCommit';
  return new Failure('forbidden', `${name} is a ${kind}, no branch`, { field: 'ref', reason });
}

/** What the files of a ref are known by: the sha of its commit, else of its root folder; undefined: there are none. */
export function rootSha(head: Pick<ResolvedRef, 'commit' | 'byName'>): string | undefined {
  return head.commit ?? head.byName?.tree;
}

/** Thrown where nothing is called `ref`. */
export function missingRef(source: Source, ref: string): never {
  const about = [ref, fullName(source)];
  throw new Failure('missing', `there is no branch, tag or commit ${ref}`, {
    field: 'ref',
    reason: 'noSuchRef',
    about,
  });
}

/** The default branch. Two requests at once, and one more where it is not among the newest 100. */
export async function defaultBranch(source: Source, asking: RequestOptions): Promise<ResolvedRef> {
  const { api } = await source.connect();
  const newest = { ...inApi(source), sort: 'updated', direction: 'desc', per_page: 100 } as const;
  const [repository, branches] = await Promise.all([
    api.repositories.get(inApi(source), asking),
    api.branches.list(newest, asking),
  ]);
  source.onRecord?.(repository);
  const [first] = branches.items;
  const name = repository.default_branch ?? (branches.items.length === 1 ? first?.name : undefined) ?? 'main';
  if (first === undefined) return { kind: 'branch', name, commit: undefined };
  const listed = branches.items.find((branch) => branch.name === name);
  return listed === undefined
    ? ((await branchHead(source, name, asking)) ?? missingRef(source, name))
    : headOf(listed, name);
}

/** The branch `name`; undefined where there is none. One request. */
export async function findBranch(source: Source, name: string, asking: RequestOptions): Promise<Branch | undefined> {
  const { api } = await source.connect();
  try {
    const branch = await api.branches.get({ ...inApi(source), branch: name }, asking);
    // Some services answer with the default branch for a name that they do not know.
    return branch.name === name ? branch : undefined;
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

/** As `findBranch`. */
export async function branchHead(
  source: Source,
  name: string,
  asking: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const branch = await findBranch(source, name, asking);
  return branch && headOf(branch, name);
}

/** Throws a Failure `unreadable` where the commit is missing. */
export function headOf(branch: Branch, name: string): ResolvedRef {
  const commit = branch.commit?.sha;
  const { can_push } = branch;
  if (commit !== undefined && isSha(commit)) {
    return { kind: 'branch', name, commit, ...(can_push === undefined ? {} : { canPush: can_push }) };
  }
  throw new Failure('unreadable', `the branch ${name} came without its commit`, {
    reason: 'noBranchCommit',
    about: [name],
  });
}

/** The default branch of a repository without commits is not there yet. */
export async function emptyBranch(
  source: Source,
  name: string,
  asking: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const { api } = await source.connect();
  const [repository, branches] = await Promise.all([
    api.repositories.get(inApi(source), asking),
    api.branches.list({ ...inApi(source), per_page: 1 }, asking),
  ]);
  source.onRecord?.(repository);
  const empty = branches.items.length === 0 && (repository.default_branch ?? name) === name;
  return empty ? { kind: 'branch', name, commit: undefined } : undefined;
}
