import { LRUCache } from 'lru-cache';
import type { FileContent, TreeEntry } from '../../api/record/content.ts';
import { SharedRequests, type SharedOptions } from '../../api/throttle/sharedPriority.ts';
import type { Log } from '../../core/log.ts';
import { parseJson } from '../../core/text.ts';
import { baseName } from '../../core/path.ts';
import { isFileName } from '../hosts/address.ts';
import { isSha, treeSha } from './gitSha.ts';
import { parseTree, treeOfCommit } from './gitTree.ts';
import { objectName, type HostObjects } from './objectStore.ts';
import { readablePath } from './readablePath.ts';
import { inApi, type RequestOptions, type Source } from '../hosts/source.ts';

export type EntryKind = 'file' | 'folder' | 'symlink' | 'submodule';

export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly sha: string;
  /** As git writes it: `100644`, `100755`, `40000`…; undefined if the service does not send it. */
  readonly mode: string | undefined;
}

export interface Tree {
  readonly sha: string;
  readonly entries: ReadonlyMap<string, FolderEntry>;
  /** False: the folder has more entries than were read. */
  readonly complete: boolean;
  /** Number of further entries, whose names are not shown: see `isFileName`. Undefined: none. */
  readonly hidden?: number | undefined;
}

const perPage = 100;
/** Entries of a first page after which another page is requested, if the sha of the folder is not known. */
const nearlyFull = 75;
/** A folder with more pages is listed by its paths: see `CommitTree`. */
const mostPages = 7;

/** Milliseconds for which a doubtful result is cached; it limits repeated requests. */
const doubtfulLifetime = 2_000;

export interface ListingOptions {
  /** Reads all entries with one other request, which sends no modes. Undefined if that is not possible. */
  readonly atOnce?: () => Promise<readonly FileContent[] | undefined>;
  readonly whole?: boolean;
}

/** Folders by their sha: from memory, disk or git, else GET …/git/trees/{sha} with 100 entries per request. */
export class Trees {
  readonly #objects: HostObjects;
  readonly #log: Log;
  readonly #running = new SharedRequests<string, Tree>();
  /** Limited by number too: every commit adds small trees, and a limit on entries alone would keep too many of them. */
  readonly #memory = new LRUCache<string, Tree>({
    max: 1_000,
    maxSize: 50_000,
    sizeCalculation: (tree) => tree.entries.size + 1,
  });
  readonly #roots = new LRUCache<string, Tree>({ max: 100 });

  constructor(objects: HostObjects, log: Log) {
    this.#objects = objects;
    this.#log = log;
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#running.restart();
  }

  async find(sha: string): Promise<Tree | undefined> {
    const inMemory = this.#memory.get(sha);
    if (inMemory?.complete === true) return inMemory;
    const bytes = await this.#objects.find(objectName('tree', sha));
    const tree = (bytes && decodeTree(sha, bytes)) ?? (await this.#findInGit(sha));
    if (tree !== undefined) this.#memory.set(sha, tree);
    return tree ?? inMemory;
  }

  keep(tree: Tree): void {
    this.#memory.set(tree.sha, tree);
    if (tree.complete) this.#objects.keep(objectName('tree', tree.sha), encodeTree(tree));
  }

  keepRoot(commit: string, root: Tree): void {
    this.#roots.set(commit, root);
    if (root.complete) this.#objects.keep(objectName('commit', commit), new TextEncoder().encode(root.sha));
  }

  /** The tree `sha`, from the cache or the service. Without `listing.whole` it can be incomplete. */
  async load(source: Source, sha: string, options: RequestOptions = {}, listing: ListingOptions = {}): Promise<Tree> {
    const { whole = false } = listing;
    const inMemory = this.#memory.get(sha);
    if (isSufficient(inMemory, whole)) return inMemory;
    // The cache is read inside the shared run. A read before it could miss a tree that is stored in between.
    const work = async (shared: SharedOptions): Promise<Tree> => {
      const cached = await this.find(sha);
      return isSufficient(cached, whole) ? cached : await this.#fetch(source, sha, sha, shared, listing);
    };
    return await this.#running.run(`${sha}${whole ? ' whole' : ''}`, work, options);
  }

  /** Caches `listed` as the tree `sha`, if the sha confirms that these are all entries, with their usual modes. */
  async addListed(
    sha: string,
    listed: ReadonlyMap<string, { readonly kind: EntryKind; readonly sha: string | undefined }>,
  ): Promise<void> {
    const entries = new Map<string, FolderEntry & { readonly mode: string }>();
    for (const [name, { kind, sha: entrySha }] of listed) {
      if (entrySha === undefined || !isSha(entrySha)) return;
      entries.set(name, { name, kind, sha: entrySha, mode: usualMode[kind] });
    }
    if ((await treeSha([...entries.values()], sha)) === sha) this.keep({ sha, entries, complete: true });
  }

  async findRoot(commit: string): Promise<Tree | undefined> {
    const inMemory = this.#roots.get(commit);
    if (inMemory?.complete === true) return inMemory;
    const bytes = await this.#objects.find(objectName('commit', commit));
    const sha = bytes && new TextDecoder().decode(bytes);
    const stored = sha !== undefined && isSha(sha) ? await this.find(sha) : undefined;
    const tree = stored ?? (await this.#findRootInGit(commit));
    if (tree !== undefined) this.#roots.set(commit, tree);
    return tree ?? inMemory;
  }

  async isInGit(root: string): Promise<boolean> {
    return (await this.#objects.git?.stat(root)) !== undefined;
  }

  async #findInGit(sha: string): Promise<Tree | undefined> {
    const object = isSha(sha) ? await this.#objects.git?.read(sha) : undefined;
    return object?.kind === 'tree' ? this.#treeInGit(sha, object.bytes) : undefined;
  }

  #treeInGit(sha: string, bytes: Uint8Array): Tree | undefined {
    const parsed = parseTree(sha, bytes);
    if (parsed === undefined) return undefined;
    this.#logHidden(sha, parsed.leftOut);
    const entries = new Map(parsed.lines.map((line) => [line.name, { ...line, kind: kindOf(line) }] as const));
    return { sha, entries, complete: true, hidden: parsed.leftOut };
  }

  #logHidden(sha: string, count: number): void {
    if (count > 0) this.#log.warn(`${count} entries of the tree ${sha} are not shown: git refuses their names`);
  }

  async #findRootInGit(commit: string): Promise<Tree | undefined> {
    const object = isSha(commit) ? await this.#objects.git?.read(commit) : undefined;
    const sha = object?.kind === 'commit' ? treeOfCommit(object.bytes) : undefined;
    return sha === undefined ? undefined : await this.find(sha);
  }

  /** The root tree of `commit` (a full sha), from the cache or the service. */
  async loadRoot(source: Source, commit: string, options: RequestOptions = {}, whole = false): Promise<Tree> {
    const work = async (shared: SharedOptions): Promise<Tree> => {
      const cached = await this.findRoot(commit);
      if (isSufficient(cached, whole)) return cached;
      const tree = await this.#fetch(source, commit, undefined, shared, { whole });
      if (isDoubtful(tree)) this.#roots.set(commit, tree, { ttl: doubtfulLifetime });
      else this.keepRoot(commit, tree);
      return tree;
    };
    const inMemory = this.#roots.get(commit);
    if (isSufficient(inMemory, whole)) return inMemory;
    return await this.#running.run(`${rootOf(commit)}${whole ? ' whole' : ''}`, work, options);
  }

  /** `of`: the sha or name in the request. `sha`: the sha of the tree, if it is known. */
  async #fetch(
    source: Source,
    of: string,
    sha: string | undefined,
    options: RequestOptions,
    { atOnce, whole = false }: ListingOptions,
  ): Promise<Tree> {
    const { api } = await source.connect();
    const lines = new Map<string, TreeEntry>();
    const page = async (number: number): Promise<{ readonly short: boolean; readonly fresh: boolean }> => {
      const answer = await api.files.tree({ ...inApi(source), sha: of, page: number, per_page: perPage }, options);
      const before = lines.size;
      for (const line of answer.items) lines.set(answer.key(line), line);
      return { short: answer.items.length + answer.unreadable.length < perPage, fresh: lines.size > before };
    };
    const isOnePage = (await page(1)).short;
    let complete = isOnePage;
    if (!complete && atOnce !== undefined) complete = addListed(lines, await atOnce());
    for (
      let next = 2, many = 2;
      !complete && (whole || next <= mostPages);
      next += many, many = Math.min(8, many * 2)
    ) {
      const pages = await Promise.all(Array.from({ length: many }, (_, index) => page(next + index)));
      complete = pages.some(({ short, fresh }) => short || !fresh);
    }
    let computed = complete ? await shaOf(lines.values(), sha) : undefined;
    // A service may send shorter pages than requested: read the next page while the computed sha differs. If the sha of
    // the root is unknown, read on only after a nearly full page.
    const isDoubted =
      sha === undefined ? isOnePage && lines.size >= nearlyFull : computed !== undefined && computed !== sha;
    for (let next = 2; isDoubted && computed !== sha && (await page(next)).fresh; next += 1) {
      computed = await shaOf(lines.values(), sha);
    }
    if (sha !== undefined && computed !== undefined && computed !== sha) {
      this.#log.debug(`the entries of tree ${sha} are those of ${computed}`);
    }
    const entries = readEntries(lines.values());
    const tree: Tree = { sha: sha ?? computed ?? of, entries, complete, hidden: lines.size - entries.size };
    this.#logHidden(tree.sha, lines.size - entries.size);
    if (!isSha(tree.sha)) return tree;
    if (isDoubtful(tree)) this.#memory.set(tree.sha, tree, { ttl: doubtfulLifetime });
    else this.keep(tree);
    return tree;
  }
}

/** Whether the reply can be wrong: git has no empty folders, and an empty branch is rare. */
const isDoubtful = ({ entries }: Tree): boolean => entries.size === 0;

function isSufficient(tree: Tree | undefined, whole: boolean): tree is Tree {
  return tree !== undefined && (tree.complete || !whole);
}

/** The kind of an entry by its mode; without a mode, by its type. */
export function kindOf({
  mode,
  type,
}: {
  readonly mode?: string | undefined;
  readonly type?: string | undefined;
}): EntryKind {
  switch (mode?.replace(/^0+/, '')) {
    case '40000':
      return 'folder';
    case '120000':
      return 'symlink';
    case '160000':
      return 'submodule';
    case undefined:
    case '':
      return type === 'tree' ? 'folder' : type === 'commit' ? 'submodule' : 'file';
    default:
      return 'file';
  }
}

/** Adds the entries of a `contents` reply. False if that list is not complete. */
function addListed(lines: Map<string, TreeEntry>, listed: readonly FileContent[] | undefined): boolean {
  // A service that truncates long lists does so at a multiple of 100.
  if (listed === undefined || listed.length < lines.size || listed.length % perPage === 0) return false;
  const byName = new Map(Array.from(lines.values(), (line) => [nameOf(line), line]));
  const names = new Set(listed.map(({ name, path }) => name ?? baseName(path)));
  if ([...byName.keys()].some((name) => !names.has(name))) return false;
  for (const { name: listedName, path, type, sha } of listed) {
    const name = listedName ?? baseName(path);
    if (byName.has(name)) continue;
    const kind = type === 'dir' ? 'tree' : type === 'submodule' ? 'commit' : 'blob';
    const mode = type === 'symlink' ? '120000' : undefined;
    lines.set(name, { path: name, name, sha, type: kind, mode, size: undefined, md5: undefined });
  }
  return true;
}

const rootOf = (commit: string): string => `${commit}^{tree}`;
const nameOf = (line: TreeEntry): string => line.name ?? baseName(line.path);

/** Decodes the entries. Unsafe names and entries without a sha are left out. */
function readEntries(lines: Iterable<TreeEntry>): Map<string, FolderEntry> {
  const entries = new Map<string, FolderEntry>();
  for (const line of lines) {
    const name = readablePath(nameOf(line));
    const sha = line.sha ?? '';
    if (!isFileName(name) || !isSha(sha)) continue;
    entries.set(name, { name, kind: kindOf(line), sha, mode: line.mode?.replace(/^0+/, '') });
  }
  return entries;
}

async function shaOf(lines: Iterable<TreeEntry>, like: string | undefined): Promise<string | undefined> {
  const whole = [];
  for (const line of lines) {
    if (line.mode === undefined || line.sha === undefined) return undefined;
    whole.push({ mode: line.mode.replace(/^0+/, ''), name: nameOf(line), sha: line.sha });
  }
  return await treeSha(whole, like ?? whole[0]?.sha);
}

const encodeTree = (tree: Tree): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    JSON.stringify([
      ...Array.from(tree.entries.values(), ({ name, kind, sha, mode }) => [name, kind, sha, mode ?? '']),
      ...((tree.hidden ?? 0) > 0 ? [tree.hidden] : []),
    ]),
  );

/** Modes as git writes them; of a file that cannot be executed. */
const usualMode: Readonly<Record<EntryKind, string>> = {
  file: '100644',
  folder: '40000',
  symlink: '120000',
  submodule: '160000',
};

const kinds: readonly EntryKind[] = ['file', 'folder', 'symlink', 'submodule'];

function decodeTree(sha: string, bytes: Uint8Array): Tree | undefined {
  const stored: unknown = parseJson(new TextDecoder().decode(bytes));
  if (!Array.isArray(stored)) return undefined;
  const items: readonly unknown[] = stored;
  const entries = new Map<string, FolderEntry>();
  let hidden = 0;
  for (const item of items) {
    if (typeof item === 'number') {
      hidden = item;
      continue;
    }
    if (!Array.isArray(item)) return undefined;
    const parts: readonly unknown[] = item;
    const [name, kindName, entrySha, mode] = parts;
    const kind = kinds.find((one) => one === kindName);
    if (typeof name !== 'string' || typeof entrySha !== 'string' || kind === undefined) return undefined;
    entries.set(name, { name, kind, sha: entrySha, mode: typeof mode === 'string' && mode !== '' ? mode : undefined });
  }
  return { sha, entries, complete: true, hidden };
}
