import type { ListPage } from '../../api/client/pages.ts';
import type { Tag } from '../../api/record/tag.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import type { GitRepositories } from '../git/gitRepositories.ts';
import { fullName } from '../hosts/address.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import { isSha } from '../objects/gitSha.ts';
import type { ResolvedRef } from './refs.ts';

export interface RefListParts {
  readonly source: Source;
  readonly git?: Pick<GitRepositories, 'of' | 'problem'> | undefined;
}

type ListedKind = 'branch' | 'tag';
interface Found {
  readonly head: ResolvedRef | undefined;
}
type RefPage = Pick<ListPage<Pick<Tag, 'name' | 'commit'>>, 'items' | 'unreadable' | 'more'>;

const mostPages = 10;
const folders = { branch: 'refs/heads/', tag: 'refs/tags/' } as const;

/**
 * The branches or the tags of a repository, by pages of 100, the first ones of the host first. Git is asked for a name
 * that is not on the first page: one question for this name only. A name in this list is certainly a branch or tag;
 * for a name in another request, some hosts answer for every revision.
 */
export class RefList {
  readonly #parts: RefListParts;
  readonly #kind: ListedKind;
  readonly #options: RequestOptions & { once: boolean };
  readonly #commits = new Map<string, string | undefined>();
  #pages: AsyncIterator<RefPage, undefined> | undefined;
  #first: Promise<void> | undefined;
  #problem: unknown;
  #pagesRead = 0;
  #hasMore = true;
  /** Whether some records had no name, or no commit. */
  #isUnclear = false;

  constructor(parts: RefListParts, kind: ListedKind, options: RequestOptions) {
    this.#parts = parts;
    this.#kind = kind;
    this.#options = { ...options, once: true };
  }

  /** Whether the repository certainly has none. */
  get isEmpty(): boolean {
    return this.#isComplete && this.#commits.size === 0;
  }

  /** Requests the first page, once. A failure of it is left to `find`. */
  async readFirst(): Promise<void> {
    this.#first ??= this.#readPage().catch((error: unknown) => {
      this.#problem = error;
    });
    await this.#first;
  }

  /** The first of `names` that is on the pages that were read. */
  listed(names: readonly string[]): ResolvedRef | undefined {
    return this.#refOf(names, this.#commits);
  }

  /**
   * The first of `names` that exists; undefined if none does. `most`: pages without git.
   * @throws Failure `refused` (reason `refUndecided`): whether they exist is not known
   */
  async find(names: readonly string[], most = mostPages): Promise<ResolvedRef | undefined> {
    await this.readFirst();
    if (isFailure(this.#problem, 'missing')) throw this.#problem;
    const near = this.#decided(names) ?? (await this.#askGit(names));
    if (near !== undefined) return near.head;
    this.#options.once = false;
    while (this.#hasMore && this.#pagesRead < most && this.listed(names) === undefined) await this.#readPage();
    const far = this.#decided(names);
    if (far === undefined) throw undecided(this.#parts.source, names);
    return far.head;
  }

  /** Undefined: the pages that were read do not decide. */
  #decided(names: readonly string[]): Found | undefined {
    const head = this.listed(names);
    return head !== undefined || this.#isComplete ? { head } : undefined;
  }

  get #isComplete(): boolean {
    return !this.#hasMore && !this.#isUnclear;
  }

  #refOf(names: readonly string[], commits: ReadonlyMap<string, string | undefined>): ResolvedRef | undefined {
    const name = names.find((one) => commits.get(one) !== undefined);
    if (name === undefined) return undefined;
    const ref = { kind: this.#kind, name, commit: commits.get(name) };
    return this.#kind === 'branch' ? { ...ref, isListed: true } : ref;
  }

  async #readPage(): Promise<void> {
    this.#pages ??= await this.#start();
    const { value } = await this.#pages.next();
    for (const { name, commit } of value?.items ?? []) {
      const sha = commit?.sha !== undefined && isSha(commit.sha) ? commit.sha : undefined;
      this.#commits.set(name, sha);
      if (sha === undefined) this.#isUnclear = true;
    }
    if ((value?.unreadable.length ?? 0) > 0) this.#isUnclear = true;
    this.#pagesRead += 1;
    this.#hasMore = value?.more === true;
  }

  async #start(): Promise<AsyncIterator<RefPage, undefined>> {
    const { source } = this.#parts;
    const { api } = await source.connect();
    if (this.#kind === 'tag') return api.tags.list.all(inApi(source), this.#options).pages();
    const newest = { ...inApi(source), sort: 'updated', direction: 'desc' } as const;
    return api.branches.list.all(newest, this.#options).pages();
  }

  /** Undefined: git cannot be asked. */
  async #askGit(names: readonly string[]): Promise<Found | undefined> {
    const { git, source } = this.#parts;
    const { host, owner, repo } = source;
    if (git === undefined || (await git.problem(host)) !== undefined) return undefined;
    const refOf = (name: string): string => `${folders[this.#kind]}${name}`;
    // The commit of an annotated tag.
    const peeled = (name: string): string => `${refOf(name)}^{}`;
    try {
      const asked = names.flatMap((name) => [refOf(name), peeled(name)]);
      const shas = await git.of({ host, owner, repo }).remoteRefs(asked, this.#options.signal);
      const commits = names.map((name) => [name, shas.get(peeled(name)) ?? shas.get(refOf(name))] as const);
      return { head: this.#refOf(names, new Map(commits)) };
    } catch (error) {
      if (!isFailure(error) || error.kind === 'cancelled') throw error;
      return undefined;
    }
  }
}

function undecided(source: Source, names: readonly string[]): Failure {
  const about = [names[0] ?? '', fullName(source)];
  return new Failure('refused', `whether ${about.join(' exists in ')} is not known`, {
    field: 'ref',
    reason: 'refUndecided',
    about,
  });
}
