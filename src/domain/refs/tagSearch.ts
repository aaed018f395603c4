import type { ListPage } from '../../api/client/pages.ts';
import type { Tag } from '../../api/record/tag.ts';
import type { Allowance, NameQuestion, RefNames } from './refNames.ts';
import type { ResolvedRef } from './refs.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';
import type { Tree, Trees } from '../objects/trees.ts';

export interface TagSearchParts {
  readonly source: Source;
  readonly trees: Trees;
  readonly names: RefNames;
}

const fullForm = 'refs/tags/';

/** Requests that looking again for a known tag may take. */
const mostRechecks = 5;

/** A service may take such a name for the short sha of a commit. */
export const isLikeSha = (name: string): boolean => /^[0-9a-f]{4,64}$/i.test(name);

/** Looks for tags of one repository: among the pages of its tags that were read, and by their names. */
export class TagSearch {
  readonly #parts: TagSearchParts;
  readonly #asking: RequestOptions;
  readonly #allowance: Allowance;
  readonly #commits = new Map<string, string>();
  #pages: AsyncIterator<ListPage<Tag>, undefined> | undefined;
  #isComplete = false;

  constructor(parts: TagSearchParts, asking: RequestOptions, allowance: Allowance) {
    this.#parts = parts;
    this.#asking = asking;
    this.#allowance = allowance;
  }

  /** Whether all tags of the repository were read. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get isEmpty(): boolean {
    return this.#isComplete && this.#commits.size === 0;
  }

  /** The tag `name`, where a page that was read has it. */
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

  /**
   * Asks for `name` itself. A tag whose root folder is answered is known by that; for another one that exists, all pages
   * are read until it comes. `isBranch`: a branch has the same name, or may have.
   */
  async find(name: string, isBranch: boolean): Promise<ResolvedRef | 'absent' | 'unknown'> {
    const question = this.#question(name, isBranch);
    const answer = await this.#parts.names.ask(question);
    if (typeof answer === 'string') return answer;
    if (answer.tree !== undefined) return headByName(name, question, answer.tree);
    while (this.listed(name) === undefined && !this.#isComplete) await this.readPage();
    return this.listed(name) ?? 'absent';
  }

  /** As `find`, by the root folder alone. At most two requests. */
  async findByTree(name: string, isBranch: boolean): Promise<ResolvedRef | 'absent' | 'unknown'> {
    const question = this.#question(name, isBranch);
    const answer = await this.#parts.names.askForTree(question);
    if (typeof answer === 'string') return answer;
    return answer.tree === undefined ? 'unknown' : headByName(name, question, answer.tree);
  }

  /** Reads further pages, as far as that is allowed, until one has any of `names`. */
  async findInPages(names: readonly string[]): Promise<ResolvedRef | 'absent' | 'unknown'> {
    if (names.length === 0) return 'absent';
    for (;;) {
      const found = names.map((name) => this.listed(name)).find((head) => head !== undefined);
      if (found !== undefined) return found;
      if (this.#isComplete) return 'absent';
      if (this.#allowance.left <= 0) return 'unknown';
      await this.readPage();
    }
  }

  async #start(): Promise<AsyncIterator<ListPage<Tag>, undefined>> {
    const { source } = this.#parts;
    const { api } = await source.connect();
    return api.tags.list.all(inApi(source), this.#asking).pages();
  }

  #question(name: string, isBranch: boolean): NameQuestion {
    const prefix = isBranch || isLikeSha(name) ? fullForm : '';
    const known = [...this.#commits.keys()].findLast((one) => prefix !== '' || !isLikeSha(one));
    const control = known === undefined ? undefined : prefix + known;
    return {
      source: this.#parts.source,
      name: prefix + name,
      control,
      allowance: this.#allowance,
      asking: this.#asking,
    };
  }
}

function headByName(name: string, { name: ref }: NameQuestion, { sha: tree }: Tree): ResolvedRef {
  return { kind: 'tag', name, commit: undefined, byName: { tree, ref } };
}

/**
 * Where a tag is now; undefined where it is gone. One request where it is among the first 100, else at most five. A tag
 * that is not among those that were read counts as unmoved, unless its root folder is another one.
 */
export async function recheckTag(
  parts: TagSearchParts,
  head: ResolvedRef,
  isBranch: boolean,
  asking: RequestOptions,
): Promise<ResolvedRef | undefined> {
  const search = new TagSearch(parts, asking, { left: mostRechecks });
  await search.readPage();
  const listed = search.listed(head.name);
  if (listed !== undefined || search.isComplete) return listed;
  const byTree = await search.findByTree(head.name, isBranch);
  const found = byTree === 'unknown' ? await search.findInPages([head.name]) : byTree;
  if (found === 'absent') return undefined;
  if (found === 'unknown') return head;
  const { commit, byName } = head;
  const known = commit === undefined ? byName?.tree : (await parts.trees.findRoot(commit))?.sha;
  const isSame = found.byName !== undefined && (known === undefined || known === found.byName.tree);
  return isSame ? head : found;
}
