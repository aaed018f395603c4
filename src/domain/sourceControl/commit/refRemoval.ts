import type { Branch } from '../../../api/record/branch.ts';
import type { Repository } from '../../../api/record/repository.ts';
import { Failure, isFailure, nobodySignedIn } from '../../../core/errors.ts';
import type { GitRefUpdate } from '../../git/gitPush.ts';
import { fullName, type RepositoryName } from '../../hosts/address.ts';
import { inApi, type RequestOptions, type Source } from '../../hosts/source.ts';
import { pushBlockerOf, refusalOf, unlessHidden } from '../../permissions/pushBlockers.ts';
import { matchesRule } from '../../permissions/wildcard.ts';
import { findBranch, headOf, missingRef } from '../../refs/refs.ts';
import type { PushingGit } from './gitBranchPushes.ts';

/** A branch that may be removed or renamed, as the service described it. */
export interface RemovableBranch {
  readonly name: string;
  readonly commit: string;
  readonly defaultBranch: string | undefined;
  /** The protection rules that match its name, although the service does not call it protected. */
  readonly rules: readonly string[];
}

/** A tag that may be removed, as the git service described it. */
export interface RemovableTag {
  readonly name: string;
  /** Full sha of what it names: of the tag object for an annotated tag. */
  readonly object: string;
}

/**
 * Three requests in parallel; nothing is changed. @throws Failure `missing`; `signedOut`; `forbidden`
 * (reasons `isDefaultBranch`, `isProtectedBranch`, `isProtectedByRule`, `isArchived`)
 */
export async function readRemovableBranch(
  source: Source,
  name: string,
  options: RequestOptions,
): Promise<RemovableBranch> {
  const { api, account } = await source.connect();
  if (account === undefined) throw nobodySignedIn();
  const [branch, repository, rules] = await Promise.all([
    findBranch(source, name, options),
    api.repositories.get(inApi(source), options),
    // An account without push permission cannot read the rules.
    unlessHidden(api.branchRules.list(inApi(source), options)),
  ]);
  source.onRecord?.(repository);
  if (branch === undefined) return missingRef(source, name, 'branch');
  const matching = (rules?.items ?? []).map((rule) => rule.name).filter((rule) => matchesRule(name, rule));
  refuse(source, branch, repository, matching);
  const { commit } = headOf(branch, name);
  if (commit === undefined) return missingRef(source, name, 'branch');
  return { name, commit, defaultBranch: repository.default_branch, rules: matching };
}

export class RefRemoval {
  readonly #git: PushingGit;

  constructor(git: PushingGit) {
    this.#git = git;
  }

  /** Only if its latest commit is unchanged. @throws Failure as `GitPushes.push`; `forbidden` (`removalDenied`) */
  async remove(source: Source, { name, commit }: RemovableBranch, options: RequestOptions): Promise<void> {
    const isRemoved = async (): Promise<boolean> => (await findBranch(source, name, options)) === undefined;
    await this.#push(source, [{ ref: `refs/heads/${name}`, expected: commit, to: undefined }], options, isRemoved);
  }

  /** Renames in one step. @throws Failure as `remove`; `conflict` (reason `refExists`) if `to` is a branch already */
  async rename(source: Source, { name, commit }: RemovableBranch, to: string, options: RequestOptions): Promise<void> {
    if ((await findBranch(source, to, options)) !== undefined) {
      const about = [to];
      throw new Failure('conflict', `${to} exists already`, { field: 'branch_name', reason: 'refExists', about });
    }
    // Git pushes only commits of this computer.
    const { signal = new AbortController().signal } = options;
    await (this.#git.demand?.(nameOf(source), commit, { signal }) ??
      this.#git.of(nameOf(source)).fetch(commit, { signal }));
    const updates = [
      { ref: `refs/heads/${to}`, expected: undefined, to: commit },
      { ref: `refs/heads/${name}`, expected: commit, to: undefined },
    ];
    await this.#push(source, updates, options, async () => {
      const [old, renamed] = await Promise.all([findBranch(source, name, options), findBranch(source, to, options)]);
      return old === undefined && renamed?.commit?.sha === commit;
    });
  }

  /** By git: the API does not tell annotated tags. @throws Failure `missing`; `signedOut`; as `GitPushes.remoteRefs` */
  async readTag(source: Source, name: string, { signal }: RequestOptions): Promise<RemovableTag> {
    const { account } = await source.connect();
    if (account === undefined) throw nobodySignedIn();
    const object = await this.#tagObject(source, name, signal);
    return object === undefined ? missingRef(source, name, 'tag_name') : { name, object };
  }

  /** Removes it if it still names the object that was read. @throws Failure as `remove` */
  async removeTag(source: Source, { name, object }: RemovableTag, options: RequestOptions): Promise<void> {
    const isRemoved = async (): Promise<boolean> => (await this.#tagObject(source, name, options.signal)) === undefined;
    await this.#push(source, [{ ref: `refs/tags/${name}`, expected: object, to: undefined }], options, isRemoved);
  }

  async #tagObject(source: Source, name: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const ref = `refs/tags/${name}`;
    return (await this.#git.of(nameOf(source)).remoteRefs([ref], signal)).get(ref);
  }

  async #push(
    source: Source,
    updates: readonly GitRefUpdate[],
    { signal }: RequestOptions,
    isApplied: () => Promise<boolean>,
  ): Promise<void> {
    try {
      await this.#git.of(nameOf(source)).push(updates, signal);
    } catch (error) {
      if (!isFailure(error) || error.kind === 'cancelled') throw error;
      if (error.reason === 'pushDenied') throw error.with({ reason: 'removalDenied' });
      if (error.sent === false || !(await isApplied().catch(() => false))) throw error;
    }
  }
}

const nameOf = ({ host, owner, repo }: Source): RepositoryName => ({ host, owner, repo });

/** @throws Failure if the branch must not be removed */
function refuse(
  source: Source,
  branch: Branch,
  repository: Pick<Repository, 'status' | 'default_branch'>,
  rules: readonly string[],
): void {
  const { name } = branch;
  const blocker = pushBlockerOf(name, { status: repository.status }, [], undefined);
  if (blocker !== undefined) throw refusalOf(name, blocker);
  const field = 'branch';
  if (branch.default === true || repository.default_branch === name) {
    const about = [name, fullName(source)];
    throw new Failure('forbidden', `${name} is the default branch`, { field, reason: 'isDefaultBranch', about });
  }
  if (branch.protected ?? rules.length > 0) {
    const reason = rules.length === 0 ? 'isProtectedBranch' : 'isProtectedByRule';
    throw new Failure('forbidden', `${name} is protected`, { field, reason, about: [name, ...rules] });
  }
}
