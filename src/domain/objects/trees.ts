import { LRUCache } from 'lru-cache';
import type { FileContent, TreeEntry } from '../../api/record/content.ts';
import { SharedRequests, type Shared } from '../../api/throttle/sharedPriority.ts';
import type { Log } from '../../core/log.ts';
import { parseJson } from '../../core/text.ts';
import { isSafeName } from '../hosting/address.ts';
import { isSha, treeSha } from './gitSha.ts';
import { objectName, type HostObjects } from './objectStore.ts';
import { inApi, type RequestOptions, type Source } from '../hosting/source.ts';

export type EntryKind = 'file' | 'folder' | 'symlink' | 'submodule';

/** What a folder holds under one name. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly sha: string;
  /** As git writes it: `100644`, `100755`, `40000`…; undefined where the service does not tell. */
  readonly mode: string | undefined;
}

/** One folder at one moment of its history. */
export interface Tree {
  readonly sha: string;
  readonly entries: ReadonlyMap<string, FolderEntry>;
  /** False: it holds more than was asked for. */
  readonly complete: boolean;
}

const perPage = 100;
/** A folder of more pages than these is listed by its paths: see Snapshot. */
const mostPages = 7;

/** Milliseconds that a doubtful answer is believed, so that nobody asks for it again and again. */
const doubt = 2_000;

/** How a folder of more than one page is listed. */
export interface ListingOptions {
  /** Asks for all entries in another way: one request, but without modes. */
  readonly atOnce?: () => Promise<readonly FileContent[] | undefined>;
  /** To the end, however many pages that takes. */
  readonly whole?: boolean;
}

/** Folders by their sha: from memory or disk, else GET …/git/trees/{sha}, 100 entries a request. */
export class Trees {
  readonly #objects: HostObjects;
  readonly #log: Log;
  readonly #running = new SharedRequests<string, Tree>();
  /** Every commit makes new ones: by their entries alone, small ones would pile up. */
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

  /** What is kept on this computer of the tree `sha`, or undefined. */
  async find(sha: string): Promise<Tree | undefined> {
    const held = this.#memory.get(sha);
    if (held !== undefined) return held;
    const bytes = await this.#objects.find(objectName('tree', sha));
    const tree = bytes && decodeTree(sha, bytes);
    if (tree !== undefined) this.#memory.set(sha, tree);
    return tree;
  }

  /** Keeps a folder that this computer worked out itself, so that nobody asks for it. */
  keep(tree: Tree): void {
    this.#memory.set(tree.sha, tree);
    if (tree.complete) this.#objects.keep(objectName('tree', tree.sha), encodeTree(tree));
  }

  /** Keeps that `root` is the root of `commit`. */
  keepRoot(commit: string, root: Tree): void {
    this.#roots.set(commit, root);
    if (root.complete) this.#objects.keep(objectName('commit', commit), new TextEncoder().encode(root.sha));
  }

  /** The tree `sha`. */
  async load(source: Source, sha: string, asking: RequestOptions = {}, listing: ListingOptions = {}): Promise<Tree> {
    const { whole = false } = listing;
    const held = this.#memory.get(sha);
    if (serves(held, whole)) return held;
    // What is kept is looked for in the shared run: whoever looked a moment too early would fetch it again.
    const work = async (shared: Shared): Promise<Tree> => {
      const kept = await this.find(sha);
      return serves(kept, whole) ? kept : await this.#fetch(source, sha, sha, shared, listing);
    };
    return await this.#running.run(`${sha}${whole ? ' whole' : ''}`, work, asking);
  }

  /** Keeps `listed` as the tree `sha`, if its sha says that these are all entries with their usual modes. */
  async learnListed(
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

  /** The root of `commit`, where this computer knows it. */
  async findRoot(commit: string): Promise<Tree | undefined> {
    const held = this.#roots.get(commit);
    if (held !== undefined) return held;
    const bytes = await this.#objects.find(objectName('commit', commit));
    const sha = bytes && new TextDecoder().decode(bytes);
    const tree = sha !== undefined && isSha(sha) ? await this.find(sha) : undefined;
    if (tree !== undefined) this.#roots.set(commit, tree);
    return tree;
  }

  /** The root of `commit`, a full sha. */
  async loadRoot(source: Source, commit: string, asking: RequestOptions = {}, whole = false): Promise<Tree> {
    const work = async (shared: Shared): Promise<Tree> => {
      const kept = await this.findRoot(commit);
      if (serves(kept, whole)) return kept;
      const tree = await this.#fetch(source, commit, undefined, shared, { whole });
      if (isDoubtful(tree)) this.#roots.set(commit, tree, { ttl: doubt });
      else this.keepRoot(commit, tree);
      return tree;
    };
    const held = this.#roots.get(commit);
    if (serves(held, whole)) return held;
    return await this.#running.run(`${rootOf(commit)}${whole ? ' whole' : ''}`, work, asking);
  }

  /**
   * The root folder of the ref that the service calls `name`. Its `sha` is worked out from what it holds, and is no sha
   * where the service tells too little for that.
   */
  async loadNamed(source: Source, name: string, asking: RequestOptions): Promise<Tree> {
    const tree = await this.#fetch(source, name, undefined, asking, { whole: true });
    if (isSha(tree.sha) && !isDoubtful(tree)) this.keepRoot(tree.sha, tree);
    return tree;
  }

  /** `of` is what is asked for, `sha` the sha of the tree where it is known. */
  async #fetch(
    source: Source,
    of: string,
    sha: string | undefined,
    asking: RequestOptions,
    { atOnce, whole = false }: ListingOptions,
  ): Promise<Tree> {
    const { api } = await source.connect();
    const lines = new Map<string, TreeEntry>();
    const page = async (number: number): Promise<{ readonly short: boolean; readonly fresh: boolean }> => {
      const answer = await api.files.tree({ ...inApi(source), sha: of, page: number, per_page: perPage }, asking);
      const before = lines.size;
      for (const line of answer.items) lines.set(answer.key(line), line);
      return { short: answer.items.length + answer.unreadable.length < perPage, fresh: lines.size > before };
    };
    let complete = (await page(1)).short;
    if (!complete && atOnce !== undefined) complete = addListed(lines, await atOnce());
    for (
      let next = 2, many = 2;
      !complete && (whole || next <= mostPages);
      next += many, many = Math.min(8, many * 2)
    ) {
      const pages = await Promise.all(Array.from({ length: many }, (_, index) => page(next + index)));
      complete = pages.some(({ short, fresh }) => short || !fresh);
    }
    let found = complete ? await shaOf(lines.values(), sha) : undefined;
    // A service may cut pages shorter than asked: go on while the entries are not what the sha stands for.
    for (
      let next = 2;
      sha !== undefined && found !== undefined && found !== sha && (await page(next)).fresh;
      next += 1
    ) {
      found = await shaOf(lines.values(), sha);
    }
    if (sha !== undefined && found !== undefined && found !== sha) {
      this.#log.debug(`the entries of tree ${sha} are those of ${found}`);
    }
    const tree: Tree = { sha: sha ?? found ?? of, entries: readEntries(lines.values()), complete };
    if (!isSha(tree.sha)) return tree;
    if (isDoubtful(tree)) this.#memory.set(tree.sha, tree, { ttl: doubt });
    else this.keep(tree);
    return tree;
  }
}

/** Whether the service may have answered for something else: git keeps no empty folder, and branches are seldom empty. */
const isDoubtful = ({ entries }: Tree): boolean => entries.size === 0;

/** Whether `tree` is there, and all of it where the whole is asked for. */
function serves(tree: Tree | undefined, whole: boolean): tree is Tree {
  return tree !== undefined && (tree.complete || !whole);
}

function kindOf({ mode, type }: { readonly mode?: string | undefined; readonly type?: string | undefined }): EntryKind {
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

/** Adds what `contents` says of the folder; false where that is not all of it. */
function addListed(lines: Map<string, TreeEntry>, listed: readonly FileContent[] | undefined): boolean {
  // Services that cut long lists cut them at round numbers.
  if (listed === undefined || listed.length < lines.size || listed.length % perPage === 0) return false;
  const byName = new Map(Array.from(lines.values(), (line) => [nameOf(line), line]));
  const names = new Set(listed.map(({ name, path }) => name ?? lastOf(path)));
  if ([...byName.keys()].some((name) => !names.has(name))) return false;
  for (const { name: given, path, type, sha } of listed) {
    const name = given ?? lastOf(path);
    if (byName.has(name)) continue;
    const kind = type === 'dir' ? 'tree' : type === 'submodule' ? 'commit' : 'blob';
    const mode = type === 'symlink' ? '120000' : undefined;
    lines.set(name, { path: name, name, sha, type: kind, mode, size: undefined, md5: undefined });
  }
  return true;
}

const rootOf = (commit: string): string => `${commit}^{tree}`;
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const nameOf = (line: TreeEntry): string => line.name ?? line.path.slice(line.path.lastIndexOf('/') + 1);

/** Names that cannot be one segment of a path are left out. */
function readEntries(lines: Iterable<TreeEntry>): Map<string, FolderEntry> {
  const entries = new Map<string, FolderEntry>();
  for (const line of lines) {
    const name = nameOf(line);
    const sha = line.sha ?? '';
    if (!isSafeName(name) || !isSha(sha)) continue;
    entries.set(name, { name, kind: kindOf(line), sha, mode: line.mode?.replace(/^0+/, '') });
  }
  return entries;
}

/** The sha of a tree of these lines; undefined where the service did not tell enough. */
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
    JSON.stringify(Array.from(tree.entries.values(), ({ name, kind, sha, mode }) => [name, kind, sha, mode ?? ''])),
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
  for (const item of items) {
    if (!Array.isArray(item)) return undefined;
    const parts: readonly unknown[] = item;
    const [name, kindName, entrySha, mode] = parts;
    const kind = kinds.find((one) => one === kindName);
    if (typeof name !== 'string' || typeof entrySha !== 'string' || kind === undefined) return undefined;
    entries.set(name, { name, kind, sha: entrySha, mode: typeof mode === 'string' && mode !== '' ? mode : undefined });
  }
  return { sha, entries, complete: true };
}
