import type { Branch } from '../../api/record/branch.ts';
import type { AbsentRefs } from './absentRefs.ts';
import { isSha } from '../objects/gitSha.ts';
import type { Allowance } from './refNames.ts';
import {
  branchHead,
  defaultBranch,
  emptyBranch,
  findBranch,
  headOf,
  missingRef,
  type ResolvedRef,
  type LatestHead,
} from './refs.ts';
import { parsePullRequestRef } from '../hosts/pullRequestRef.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { isLikeSha, recheckTag, TagSearch, type TagSearchParts } from './tagSearch.ts';

export interface RefSearchParts extends TagSearchParts {
  readonly absent: AbsentRefs;
}

const mostRequestsIfAbsent = 10;
const [heads, tags] = ['refs/heads/', 'refs/tags/'];

/**
 * Resolves `ref` as a branch, else as a tag, else as a full sha. `refs/heads/x` and `refs/tags/x` select one kind.
 * `!45/x` is `x`: see `parsePullRequestRef`. Undefined: the default branch, whose name is `defaultName` if it is known. At
 * most two round trips if the first 100 branches or tags contain it. At most ten requests if the ref does not exist, and one request for the next search of
 * the same name.
 * @throws Failure `missing` if the ref does not exist
 */
export async function resolveRef(
  parts: RefSearchParts,
  refName: string | undefined,
  options: RequestOptions,
  defaultName?: string,
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
  const lookup = ref.startsWith(tags) ? findTag(parts, ref, options) : findRef(parts, [ref], options);
  return (await lookup) ?? missingRef(source, ref);
}

/** Resolves `head` again: one request for a branch, none for a commit. @throws Failure `missing` if it was deleted */
export async function recheck(
  parts: RefSearchParts,
  ref: string | undefined,
  head: ResolvedRef,
  options: RequestOptions,
): Promise<LatestHead> {
  const { source } = parts;
  if (head.kind === 'commit') return head;
  if (head.kind === 'tag') {
    return (await recheckTag(parts, head, ref?.startsWith(tags) === true, options)) ?? missingRef(source, head.name);
  }
  const branch = await findBranch(source, head.name, options);
  // The default branch of the repository may have changed.
  if (ref === undefined && (branch === undefined || branch.default === false))
    return await defaultBranch(source, options);
  if (branch === undefined) return (await emptyBranch(source, head.name, options)) ?? missingRef(source, head.name);
  const latest = { parents: branch.commit?.parent_ids ?? [], message: branch.commit?.message };
  return { ...headOf(branch, head.name), latest };
}

/**
 * The first of `names`, the leading parts of one path, shortest first, that is a ref; undefined if none is.
 * At most ten requests if none is a ref, and one request for the next search.
 */
export async function findRef(
  parts: RefSearchParts,
  names: readonly [string, ...string[]],
  options: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const { source, absent } = parts;
  const login = (await source.connect()).account?.login;
  const isKnownAbsent = absent.has(source, login, names);
  const search = new RefSearch(parts, names, options);
  const head = isKnownAbsent ? await search.branchAgain() : await search.find();
  if (head === undefined && !isKnownAbsent) absent.note(source, login, names);
  return head;
}

async function findTag(parts: RefSearchParts, ref: string, options: RequestOptions): Promise<ResolvedRef | undefined> {
  const { source, absent } = parts;
  const name = ref.slice(tags.length);
  const login = (await source.connect()).account?.login;
  const search = new TagSearch(parts, options, { left: mostRequestsIfAbsent });
  const listed = (await search.tryPage()) ? search.listed(name) : await search.findWithoutPage([name], true);
  if (listed !== undefined || search.isComplete || absent.has(source, login, [ref])) return listed;
  const byName = await search.find(name, true);
  const head = byName === 'unknown' ? await search.findInPages([name]) : byName;
  if (typeof head === 'object') return head;
  absent.note(source, login, [ref]);
  return undefined;
}

class RefSearch {
  readonly #parts: RefSearchParts;
  readonly #names: readonly [string, ...string[]];
  readonly #options: RequestOptions;
  readonly #allowance: Allowance = { left: mostRequestsIfAbsent };
  readonly #tags: TagSearch;
  #branches: { readonly listed: ReadonlyMap<string, Branch>; readonly isComplete: boolean } | undefined;

  constructor(parts: RefSearchParts, names: readonly [string, ...string[]], options: RequestOptions) {
    this.#parts = parts;
    this.#names = names;
    this.#options = options;
    this.#tags = new TagSearch(parts, options, this.#allowance);
  }

  async find(): Promise<ResolvedRef | undefined> {
    const [first] = this.#names;
    // A name like a sha or a version is probably a tag, so the tags are read at the same time.
    const early = isSha(first) || /^v?\d/.test(first) ? this.#tags.tryPage() : undefined;
    const branch = await this.#branch(first);
    if (branch !== undefined) return branch;
    const [hasTags] = await Promise.all([early ?? this.#tags.tryPage(), this.#readBranches()]);
    const listed = await this.#listed();
    if (listed !== undefined) return listed;
    // A commit does not need the list of tags.
    if (isSha(first)) return { kind: 'commit', name: first, commit: first };
    const unlisted = hasTags ? undefined : await this.#tags.findWithoutPage(this.#names, false);
    if (unlisted !== undefined) return unlisted;
    if (this.#tags.isEmpty) {
      const empty = await emptyBranch(this.#parts.source, first, this.#options);
      if (empty !== undefined) return empty;
    }
    const unclear: string[] = [];
    for (const [index, name] of this.#names.entries()) {
      const head = await this.#askFor(name, index > 0 && this.#branches?.isComplete === false);
      if (typeof head === 'object') return head;
      if (head === 'unknown') unclear.push(name);
    }
    const paged = await this.#tags.findInPages(unclear);
    return typeof paged === 'object' ? paged : undefined;
  }

  /** As `find` for names that recently had no ref: searches only for a new branch. One request. */
  async branchAgain(): Promise<ResolvedRef | undefined> {
    if (this.#names.length === 1) return await this.#branch(this.#names[0]);
    await this.#readBranches();
    return await this.#listed();
  }

  /** Reads the newest 100 branches. A single name needs no list, because `#branch` has requested it. */
  async #readBranches(): Promise<void> {
    if (this.#names.length === 1) return;
    const { source } = this.#parts;
    const { api } = await source.connect();
    this.#allowance.left -= 1;
    const newest = { ...inApi(source), sort: 'updated', direction: 'desc', per_page: 100 } as const;
    const { value } = await api.branches.list.all(newest, this.#options).pages().next();
    const listed = new Map((value?.items ?? []).map((branch) => [branch.name, branch]));
    this.#branches = { listed, isComplete: value?.more !== true };
  }

  async #listed(): Promise<ResolvedRef | undefined> {
    for (const name of this.#names) {
      if (this.#branches?.listed.has(name) === true) return await this.#branch(name);
      const tag = this.#tags.listed(name);
      if (tag !== undefined) return tag;
    }
    return undefined;
  }

  /** Searches a name that is not in the lists. `mayBeBranch`: the list of branches is not complete. */
  async #askFor(name: string, mayBeBranch: boolean): Promise<ResolvedRef | 'absent' | 'unknown'> {
    const tag = this.#tags.isComplete ? 'absent' : await this.#tags.find(name, false);
    // A query by name also covers branches, unless it was limited to tags.
    const isClear = tag === 'absent' && !this.#tags.isComplete && !isLikeSha(name);
    const branch = mayBeBranch && !isClear && this.#allowance.left > 0 ? await this.#branch(name) : undefined;
    return branch ?? tag;
  }

  async #branch(name: string): Promise<ResolvedRef | undefined> {
    this.#allowance.left -= 1;
    return await branchHead(this.#parts.source, name, this.#options);
  }
}
