import type { Branch } from '../api/record/branch.ts';
import type { Tag } from '../api/record/tag.ts';
import { Failure, isFailure } from '../core/errors.ts';
import { isSha } from './gitSha.ts';
import { inApi, type Asking, type Source } from './source.ts';

/** What a ref stands for. Only a branch can be written to. */
export interface Head {
  readonly kind: 'branch' | 'tag' | 'commit';
  /** Branch or tag without `refs/…/`; the sha of a commit. */
  readonly name: string;
  /** Full sha; undefined: the repository is empty. */
  readonly commit: string | undefined;
  /** Whether this account may push to the branch; undefined: the service did not tell. */
  readonly canPush?: boolean | undefined;
}

/** Where a branch is now, with what the service tells of its commit. */
export interface LatestHead extends Head {
  readonly latest?: { readonly parents: readonly string[]; readonly message: string | undefined };
}

/** Why nothing is written to `head`, a tag or commit. */
export function noBranch({ kind, name }: Pick<Head, 'kind' | 'name'>): Failure {
  const reason = kind === 'tag' ? 'isTag' : 'isCommit';
  return new Failure('forbidden', `${name} is a ${kind}, no branch`, { field: 'ref', reason });
}

/** What a ref that is not there is answered with. */
function missing(ref: string): Failure {
  return new Failure('missing', `there is no branch, tag or commit ${ref}`, { field: 'ref', words: ref });
}

/**
 * What `ref` stands for: first a branch, then a tag, then a full sha; `refs/heads/x` and `refs/tags/x` say which;
 * undefined: the default branch, called `defaultName` where that is known. Two round trips at most where the first 100
 * branches or tags tell.
 */
export async function resolveRef(
  source: Source,
  ref: string | undefined,
  asking: Asking,
  defaultName?: string,
): Promise<Head> {
  if (ref === undefined && defaultName !== undefined) {
    return (
      (await branchHead(source, defaultName, asking)) ??
      (await emptyBranch(source, defaultName, asking)) ??
      fail(defaultName)
    );
  }
  if (ref === undefined) return await defaultBranch(source, asking);
  if (ref.startsWith('refs/heads/')) return (await branchHead(source, ref.slice(11), asking)) ?? fail(ref);
  if (ref.startsWith('refs/tags/')) return (await tagHead(source, ref.slice(10), asking)) ?? fail(ref);
  // What looks like no branch is looked for among the tags at the same time.
  const early =
    isSha(ref) || /^v?\d/.test(ref) ? settled(tagHead(source, ref, asking, isSha(ref) ? 1 : Infinity)) : undefined;
  const branch = await branchHead(source, ref, asking);
  if (branch !== undefined) return branch;
  const tag = early === undefined ? await tagHead(source, ref, asking) : await (await early)();
  if (tag !== undefined) return tag;
  if (isSha(ref)) return { kind: 'commit', name: ref, commit: ref };
  return (await emptyBranch(source, ref, asking)) ?? fail(ref);
}

/** Where `head` is now: one request for a branch, none for a commit. Throws `missing` where it is gone. */
export async function recheck(source: Source, head: Head, isDefault: boolean, asking: Asking): Promise<LatestHead> {
  if (head.kind === 'commit') return head;
  if (head.kind === 'tag') return (await tagHead(source, head.name, asking)) ?? fail(head.name);
  const branch = await findBranch(source, head.name, asking);
  // The default branch may have become another one.
  if (isDefault && (branch === undefined || branch.default === false)) return await defaultBranch(source, asking);
  if (branch === undefined) return (await emptyBranch(source, head.name, asking)) ?? fail(head.name);
  const latest = { parents: branch.commit?.parent_ids ?? [], message: branch.commit?.message };
  return { ...headOf(branch, head.name), latest };
}

function fail(ref: string): never {
  throw missing(ref);
}

/** Keeps a rejection until somebody asks. */
async function settled<T>(promise: Promise<T>): Promise<() => Promise<T>> {
  await Promise.allSettled([promise]);
  return () => promise;
}

async function defaultBranch(source: Source, asking: Asking): Promise<Head> {
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
  return listed === undefined ? ((await branchHead(source, name, asking)) ?? fail(name)) : headOf(listed, name);
}

async function findBranch(source: Source, name: string, asking: Asking): Promise<Branch | undefined> {
  const { api } = await source.connect();
  try {
    return await api.branches.get({ ...inApi(source), branch: name }, asking);
  } catch (error) {
    if (isFailure(error, 'missing')) return undefined;
    throw error;
  }
}

async function branchHead(source: Source, name: string, asking: Asking): Promise<Head | undefined> {
  const branch = await findBranch(source, name, asking);
  return branch && headOf(branch, name);
}

function headOf(branch: Branch, name: string): Head {
  const commit = branch.commit?.sha;
  const { can_push } = branch;
  if (commit !== undefined && isSha(commit)) {
    return { kind: 'branch', name, commit, ...(can_push === undefined ? {} : { canPush: can_push }) };
  }
  throw new Failure('unreadable', `the branch ${name} came without its commit`, { words: 'a branch without a commit' });
}

async function tagHead(source: Source, name: string, asking: Asking, pages = Infinity): Promise<Head | undefined> {
  const { api } = await source.connect();
  let page = 0;
  for await (const { items } of api.tags.list.all(inApi(source), asking).pages()) {
    const commit = items.find((tag: Tag) => tag.name === name)?.commit?.sha;
    if (commit !== undefined) return { kind: 'tag', name, commit };
    if (++page >= pages) break;
  }
  return undefined;
}

/** The default branch of a repository without commits is not there yet. */
async function emptyBranch(source: Source, name: string, asking: Asking): Promise<Head | undefined> {
  const { api } = await source.connect();
  const [repository, branches] = await Promise.all([
    api.repositories.get(inApi(source), asking),
    api.branches.list({ ...inApi(source), per_page: 1 }, asking),
  ]);
  source.onRecord?.(repository);
  const empty = branches.items.length === 0 && (repository.default_branch ?? name) === name;
  return empty ? { kind: 'branch', name, commit: undefined } : undefined;
}
