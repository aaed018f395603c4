import { isFailure, type Failure } from '../../core/errors.ts';
import { parsePullRequestRef } from '../hosts/pullRequestRef.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { isSha } from '../objects/gitSha.ts';
import { RefList, type RefListParts } from './refList.ts';
import {
  branchHead,
  defaultBranch,
  emptyBranch,
  findBranch,
  headOf,
  missingRef,
  type LatestHead,
  type ResolvedRef,
} from './refs.ts';

const [heads, tags] = ['refs/heads/', 'refs/tags/'];

/** Pages of tags that are read without git when a tag is checked again. */
const pagesToCheck = 5;

export interface ResolveOptions extends RequestOptions {
  /** The name of the default branch, if it is known. */
  readonly defaultName?: string | undefined;
  /** The failure of a search a moment ago: only a new branch of this name is looked for. */
  readonly failed?: Failure | undefined;
}

/**
 * Resolves `ref` as a branch, else as a tag, else as a full sha. `refs/heads/x` and `refs/tags/x` select one kind.
 * `!45/x` is `x`: see `parsePullRequestRef`. Undefined: the default branch. At most two round trips if it is a branch,
 * or one of the first 100 tags with a name like a version.
 * @throws Failure `missing` if the ref does not exist; `refused` (reason `refUndecided`) if that is not known
 */
export async function resolveRef(
  parts: RefListParts,
  refName: string | undefined,
  { defaultName, failed, ...options }: ResolveOptions,
): Promise<ResolvedRef> {
  const { source } = parts;
  const head = parsePullRequestRef(refName);
  const ref = head?.ref ?? refName;
  // Its commit may be in a fork, or only in git.
  if (head !== undefined && isSha(head.ref)) return { kind: 'commit', name: head.ref, commit: head.ref };
  if (ref === undefined && defaultName === undefined) return await defaultBranch(source, options);
  if (ref === undefined || ref.startsWith(heads)) {
    const name = ref?.slice(heads.length) ?? defaultName ?? '';
    const empty =
      ref === undefined ? (): Promise<ResolvedRef | undefined> => emptyBranch(source, name, options) : undefined;
    return (await branchHead(source, name, options)) ?? (await empty?.()) ?? missingRef(source, ref ?? name);
  }
  const found = ref.startsWith(tags)
    ? new RefList(parts, 'tag', options).find([ref.slice(tags.length)])
    : findRef(parts, [ref], options, failed);
  return (await found) ?? missingRef(source, ref);
}

/** Resolves `head` again: one request for a branch, none for a commit. @throws Failure `missing` if it was deleted */
export async function recheck(
  parts: RefListParts,
  ref: string | undefined,
  head: ResolvedRef,
  options: RequestOptions,
): Promise<LatestHead> {
  const { source } = parts;
  if (head.kind === 'commit') return head;
  if (head.kind === 'tag') {
    const found = new RefList(parts, 'tag', options).find([head.name], pagesToCheck);
    return (await found.catch(unlessUndecided(head))) ?? missingRef(source, head.name);
  }
  const branch = await findBranch(source, head.name, options);
  // The default branch of the repository may have changed.
  if (ref === undefined && (branch === undefined || branch.default === false))
    return await defaultBranch(source, options);
  if (branch === undefined) return (await emptyBranch(source, head.name, options)) ?? missingRef(source, head.name);
  const latest = { parents: branch.commit?.parent_ids ?? [], message: branch.commit?.message };
  return { ...headOf(branch, head.name), ...(head.isListed === true ? { isListed: true } : {}), latest };
}

/** Whether the branches that the host lists include `name`; false if that is not known. */
export async function isListedBranch(parts: RefListParts, name: string, options: RequestOptions): Promise<boolean> {
  const found = new RefList(parts, 'branch', options).find([name]);
  return (await found.catch(unlessUndecided(undefined))) !== undefined;
}

/**
 * The first of `names`, the leading parts of one path, shortest first, that is a ref; undefined if none is.
 * `failed`: see `ResolveOptions`. @throws Failure as `resolveRef`
 */
export async function findRef(
  parts: RefListParts,
  names: readonly [string, ...string[]],
  options: RequestOptions,
  failed?: Failure,
): Promise<ResolvedRef | undefined> {
  const { source } = parts;
  const [first, ...longer] = names;
  const tagList = new RefList(parts, 'tag', options);
  // A name like a sha or a version is probably a tag, so the tags are read at the same time.
  if (failed === undefined && (isSha(first) || /^v?\d/.test(first))) void tagList.readFirst();
  const branch = await branchHead(source, first, options);
  if (branch !== undefined) return branch;
  if (failed !== undefined) throw failed;
  // A commit does not need the list of tags.
  if (isSha(first)) {
    await tagList.readFirst();
    return tagList.listed([first]) ?? { kind: 'commit', name: first, commit: first };
  }
  const lists = [tagList.find(names), ...(longer.length === 0 ? [] : [findLonger(parts, longer, options)])];
  const results = await Promise.allSettled(lists);
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []));
  const [shortest] = found.sort((one, other) => one.name.length - other.name.length);
  const problem = results.find((result) => result.status === 'rejected');
  if (shortest === undefined && problem !== undefined) throw problem.reason;
  return shortest ?? (tagList.isEmpty ? await emptyBranch(source, first, options) : undefined);
}

/** The list does not tell whether the account may push. */
async function findLonger(
  parts: RefListParts,
  names: readonly string[],
  options: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const listed = await new RefList(parts, 'branch', options).find(names);
  return listed && ((await branchHead(parts.source, listed.name, options)) ?? listed);
}

const unlessUndecided =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (isFailure(error) && error.reason === 'refUndecided') return otherwise;
    throw error;
  };
