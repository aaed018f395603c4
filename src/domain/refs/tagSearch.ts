import type { ListPage } from '../../api/client/pages.ts';
import type { Tag } from '../../api/record/tag.ts';
import type { Allowance, NameQuestion, RefNames } from './refNames.ts';
import type { ResolvedRef } from './refs.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';
import type { Tree, Trees } from '../objects/trees.ts';

export interface TagSearchParts {
  readonly source: Source;
  readonly trees: Trees;
  readonly names: RefNames;
}

const fullForm = 'refs/tags/';

const mostRechecks = 5;

/** A service can read such a name as a short commit sha. */
export const isLikeSha = (name: string): boolean => /^[0-9a-f]{4,64}$/i.test(name);

/** Searches the tags of one repository: in the pages that were read, and by name. */
export class TagSearch {
  readonly #parts: TagSearchParts;
  readonly #options: RequestOptions;
  readonly #listing: RequestOptions & { once: boolean };
  readonly #allowance: Allowance;
  readonly #commits = new Map<string, string>();
  #pages: AsyncIterator<ListPage<Tag>, undefined> | undefined;
  #isComplete = false;

  constructor(parts: TagSearchParts, options: RequestOptions, allowance: Allowance) {
    this.#parts = parts;
    this.#options = options;
    this.#listing = { ...options, once: false };
    this.#allowance = allowance;
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  get isEmpty(): boolean {
    return this.#isComplete && this.#commits.size === 0;
  }

  listed(name: string): ResolvedRef | undefined {
    const commit = this.#commits.get(name);
    return commit === undefined ? undefined : { kind: 'tag', name, commit };
  }

  /** Reads the next 100 tags. One request. */
  async readPage(): Promise<void> {
    this.#pages ??= await this.#start();
    this.#allowance.left -= 1;
    const { value } = await this.#pages.next();
    for (const { name, commit } of value?.items ?? [])
      if (commit?.sha !== undefined) this.#commits.set(name, commit.sha);
    this.#isComplete = value?.more !== true;
  }

  /** As `readPage`, but sends the request once. False if it failed. */
  async tryPage(): Promise<boolean> {
    this.#listing.once = true;
    try {
      await this.readPage();
      return true;
    } catch {
      return false;
    } finally {
      this.#listing.once = false;
    }
  }

  /**
   * The first of `names` that is a tag, after `tryPage` failed: by its root folder, else from the first page, which
   * is requested again. `isBranch`: as in `find`.
   */
  async findWithoutPage(names: readonly string[], isBranch: boolean): Promise<ResolvedRef | undefined> {
    for (const name of names) {
      const head = await this.findByTree(name, isBranch);
      if (typeof head === 'object') return head;
    }
    await this.readPage();
    return names.map((name) => this.listed(name)).find((head) => head !== undefined);
  }

  /**
   * Queries `name`. If the reply has the root folder, the tag is resolved by it. If the tag exists without this, pages
   * are read until one lists it. `isBranch`: a branch may have the same name.
   */
  async find(name: string, isBranch: boolean): Promise<ResolvedRef | 'absent' | 'unknown'> {
    const question = this.#question(name, isBranch);
    const answer = await this.#parts.names.ask(question);
    if (typeof answer === 'string') return answer;
    if (answer.tree !== undefined) return headByName(name, question, answer.tree);
    while (this.listed(name) === undefined && !this.#isComplete) await this.readPage();
    return this.listed(name) ?? 'absent';
  }

  /** As `find`, but only by the root folder. At most two requests. */
  async findByTree(name: string, isBranch: boolean): Promise<ResolvedRef | 'absent' | 'unknown'> {
    const question = this.#question(name, isBranch);
    const answer = await this.#parts.names.askForTree(question);
    if (typeof answer === 'string') return answer;
    return answer.tree === undefined ? 'unknown' : headByName(name, question, answer.tree);
  }

  /** Reads further pages until one lists any of `names`. `unknown` if the allowance is used up first. */
  async findInPages(names: readonly string[]): Promise<ResolvedRef | 'absent' | 'unknown'> {
    if (names.length === 0) return 'absent';
    for (;;) {
      const head = names.map((name) => this.listed(name)).find((head) => head !== undefined);
      if (head !== undefined) return head;
      if (this.#isComplete) return 'absent';
      if (this.#allowance.left <= 0) return 'unknown';
      await this.readPage();
    }
  }

  async #start(): Promise<AsyncIterator<ListPage<Tag>, undefined>> {
    const { source } = this.#parts;
    const { api } = await source.connect();
    return api.tags.list.all(inApi(source), this.#listing).pages();
  }

  #question(name: string, isBranch: boolean): NameQuestion {
    const prefix = isBranch || isLikeSha(name) ? fullForm : '';
    const listedTag = [...this.#commits.keys()].findLast((one) => prefix !== '' || !isLikeSha(one));
    const control = listedTag === undefined ? undefined : prefix + listedTag;
    return {
      source: this.#parts.source,
      name: prefix + name,
      control,
      allowance: this.#allowance,
      options: this.#options,
    };
  }
}

function headByName(name: string, { name: ref }: NameQuestion, { sha: tree }: Tree): ResolvedRef {
  return { kind: 'tag', name, commit: undefined, byName: { tree, ref } };
}

/**
 * Resolves a tag again; undefined if it was deleted. One request if it is among the first 100 tags, else at most five.
 * A tag outside the pages that were read counts as unchanged, unless its root folder differs.
 */
export async function recheckTag(
  parts: TagSearchParts,
  head: ResolvedRef,
  isBranch: boolean,
  options: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const search = new TagSearch(parts, options, { left: mostRechecks });
  await search.readPage();
  const listed = search.listed(head.name);
  if (listed !== undefined || search.isComplete) return listed;
  const byTree = await search.findByTree(head.name, isBranch);
  const latest = byTree === 'unknown' ? await search.findInPages([head.name]) : byTree;
  if (latest === 'absent') return undefined;
  if (latest === 'unknown') return head;
  const { commit, byName } = head;
  const rootTree = commit === undefined ? byName?.tree : (await parts.trees.findRoot(commit))?.sha;
  const isSame = latest.byName !== undefined && (rootTree === undefined || rootTree === latest.byName.tree);
  return isSame ? head : latest;
}
