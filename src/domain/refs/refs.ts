import { newestBranches, readRepository } from '../hosts/repositoryRecord.ts';
import type { Branch } from '../../api/record/branch.ts';
import type { Repository } from '../../api/record/repository.ts';
import { Failure, unlessFailed } from '../../core/errors.ts';
import { fullName } from '../hosts/address.ts';
import { isSha } from '../objects/gitSha.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';

/** A resolved ref. Only a branch can be written to. */
export interface ResolvedRef {
  readonly kind: 'branch' | 'tag' | 'commit';
  /** Branch or tag without `refs/…/`; the sha of a commit. */
  readonly name: string;
  /** Full sha; undefined: the repository is empty. */
  readonly commit: string | undefined;
  /** Set for a branch that the host lists: see `RefList`. */
  readonly isListed?: boolean | undefined;
  /** Undefined if the service does not tell it for this account. */
  readonly canPush?: boolean | undefined;
}

/** A branch with the parents and the message of its latest commit. */
export interface LatestHead extends ResolvedRef {
  readonly latest?: { readonly parents: readonly string[]; readonly message: string | undefined };
}

export function noBranch({ kind, name }: Pick<ResolvedRef, 'kind' | 'name'>): Failure {
  const reason = kind === 'tag' ? 'isTag' : 'isCommit';
  return new Failure('forbidden', `${name} is a ${kind}, no branch`, { field: 'ref', reason });
}

/** @throws Failure `missing`: the ref does not exist */
export function missingRef(source: Source, ref: string, field = 'ref'): never {
  const about = [ref, fullName(source)];
  throw new Failure('missing', `there is no branch, tag or commit ${ref}`, {
    field,
    reason: 'noSuchRef',
    about,
  });
}

/** What two requests tell of a repository. */
export interface Overview {
  readonly repository: Repository;
  /** The newest 100. */
  readonly branches: readonly Branch[];
  /** The name of the default branch. */
  readonly name: string;
  /** The default branch; undefined: it is not among `branches`. */
  readonly head: ResolvedRef | undefined;
}

/** Two requests in parallel. @throws Failure `unreadable` if the default branch has no commit */
export async function readOverview(source: Source, options: RequestOptions): Promise<Overview> {
  const { api } = await source.connect();
  const [repository, { items: branches }] = await Promise.all([
    readRepository(api, source, options),
    newestBranches(api, source, options),
  ]);
  source.onRecord?.(repository);
  const [first] = branches;
  const marked = branches.find((branch) => branch.default === true) ?? (branches.length === 1 ? first : undefined);
  const name = repository.default_branch ?? marked?.name ?? 'main';
  const overview = { repository, branches, name };
  if (first === undefined) return { ...overview, head: { kind: 'branch', name, commit: undefined } };
  const listed = branches.find((branch) => branch.name === name);
  return { ...overview, head: listed && { ...headOf(listed, name), isListed: true } };
}

/** The default branch. The requests of `readOverview`, and one more if it is not among the newest 100 branches. */
export async function defaultBranch(source: Source, options: RequestOptions): Promise<ResolvedRef> {
  const { name, head } = await readOverview(source, options);
  return head ?? (await branchHead(source, name, options)) ?? missingRef(source, name);
}

/** Undefined if the branch does not exist. One request. */
export async function findBranch(source: Source, name: string, options: RequestOptions): Promise<Branch | undefined> {
  const { api } = await source.connect();
  return await unlessFailed(api.branches.get({ ...inApi(source), branch: name }, options), 'missing');
}

/**
 * Whether its commit is certainly that of a branch or tag, or there is none yet. Some hosts answer for every revision as
 * for a branch, so a branch counts only if the host lists it.
 */
export const isNamedRef = ({ kind, commit, isListed }: ResolvedRef): boolean =>
  kind === 'tag' || (kind === 'branch' && (isListed === true || commit === undefined));

export async function branchHead(
  source: Source,
  name: string,
  options: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const branch = await findBranch(source, name, options);
  return branch && headOf(branch, name);
}

/** @throws Failure `unreadable` if the branch has no commit */
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

/** The default branch without commits, which the service does not list; undefined for any other branch. */
export async function emptyBranch(
  source: Source,
  name: string,
  options: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const { api } = await source.connect();
  const [repository, branches] = await Promise.all([
    readRepository(api, source, options),
    api.branches.list({ ...inApi(source), per_page: 1 }, options),
  ]);
  source.onRecord?.(repository);
  const empty = branches.items.length === 0 && (repository.default_branch ?? name) === name;
  return empty ? { kind: 'branch', name, commit: undefined } : undefined;
}
