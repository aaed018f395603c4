import { Batch, type GitObject } from './batch.ts';
import { git } from './command.ts';
import { LastUsed } from './lastUsed.ts';
import { formatCommit, formatTree, parseCommit, parseTree, storeObject } from './objects.ts';
import type { Commit, ObjectType, Place, Signature, TreeEntry } from './objects.ts';

export interface TagRef {
  readonly name: string;
  /** The commit of the ref. */
  readonly commit: string;
  /** The tag object of an annotated tag. */
  readonly object?: string;
}

export interface Refs {
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, TagRef>;
  /** The heads of pull requests: `refs/merge-requests/41/head`. */
  readonly pulls: ReadonlyMap<number, string>;
}

export interface WalkEntry extends TreeEntry {
  /** Path relative to the listed tree. */
  readonly path: string;
}

const refFolders = ['refs/heads', 'refs/tags', 'refs/merge-requests'];
const pullPattern = /^refs\/merge-requests\/(\d+)\/head$/;
const shaPattern = /^[0-9a-f]{40}$/;
const idleFor = 20_000;

/** A bare git repository on disk. Reads go through git processes that stay open while they are used. */
export class GitRepository {
  readonly directory: string;
  readonly #batches = new Map<string, Batch>();
  readonly #trees = new LastUsed<string, Promise<readonly TreeEntry[] | undefined>>(2_000);
  readonly #walks = new LastUsed<string, Promise<readonly WalkEntry[]>>(4);
  readonly #computed = new LastUsed<string, Promise<unknown>>(50);
  #refs: Promise<Refs> | undefined;
  #writing: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Runs a git command that only reads. */
  ask(args: readonly string[]): Promise<Buffer> {
    return git(this.directory, args);
  }

  /** Runs any git command here. The next request sees its changes. */
  async run(args: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
    try {
      return await git(this.directory, args, input);
    } finally {
      this.changed();
    }
  }

  /** Must be called when another program wrote refs. */
  changed(): void {
    this.#refs = undefined;
  }

  refs(): Promise<Refs> {
    return (this.#refs ??= this.#readRefs());
  }

  async #readRefs(): Promise<Refs> {
    const format = '%(refname)%00%(objectname)%00%(objecttype)%00%(*objectname)%00%(*objecttype)';
    const lines = (await this.ask(['for-each-ref', `--format=${format}`, ...refFolders])).toString().split('\n');
    const branches = new Map<string, string>();
    const tags = new Map<string, TagRef>();
    const pulls = new Map<number, string>();
    for (const line of lines) {
      const [ref = '', sha = '', type = '', target = '', targetType = ''] = line.split('\0');
      const [, pull] = pullPattern.exec(ref) ?? [];
      if (pull !== undefined) pulls.set(Number(pull), sha);
      else if (ref.startsWith('refs/heads/')) branches.set(ref.slice(11), sha);
      else if (type === 'commit') tags.set(ref.slice(10), { name: ref.slice(10), commit: sha });
      else if (targetType !== '') {
        const name = ref.slice(10);
        // A tag can name another tag.
        const found = targetType === 'tag' ? await this.#batch('--batch-check').read(`${sha}^{}`) : undefined;
        const { type: foundType, sha: commit } = found ?? { type: targetType, sha: target };
        if (foundType === 'commit') tags.set(name, { name, commit, object: sha });
      }
    }
    return { branches, tags, pulls };
  }

  /** The commit that a branch, a tag or a sha (also a short one) names. */
  async resolve(name: string, kinds: readonly ('branch' | 'tag' | 'commit')[]): Promise<string | undefined> {
    const { branches, tags } = await this.refs();
    const branch = kinds.includes('branch') ? branches.get(name.replace(/^refs\/heads\//, '')) : undefined;
    const tag = kinds.includes('tag') ? tags.get(name.replace(/^refs\/tags\//, ''))?.commit : undefined;
    if (branch !== undefined || tag !== undefined) return branch ?? tag;
    if (!kinds.includes('commit') || !/^[0-9a-f]{7,40}$/.test(name)) return undefined;
    const object = await this.#batch('--batch-check').read(`${name}^{commit}`);
    return object?.sha;
  }

  /** The commit of anything that git understands. */
  async revision(name: string): Promise<string | undefined> {
    return (await this.#batch('--batch-check').read(`${name}^{commit}`))?.sha;
  }

  async object(sha: string): Promise<GitObject | undefined> {
    return shaPattern.test(sha) ? await this.#batch('--batch').read(sha) : undefined;
  }

  /** Size and type of each object, in the order of `shas`. */
  async headers(shas: readonly string[]): Promise<(GitObject | undefined)[]> {
    return await this.#batch('--batch-check').readAll(shas);
  }

  async commit(sha: string): Promise<Commit | undefined> {
    const object = await this.object(sha);
    return object?.type === 'commit' ? parseCommit(sha, object.data) : undefined;
  }

  /** The entries of a tree in git's order; undefined if `sha` is not a tree. */
  tree(sha: string): Promise<readonly TreeEntry[] | undefined> {
    return this.#trees.get(sha, async () => {
      const object = await this.object(sha);
      return object?.type === 'tree' ? parseTree(object.data) : undefined;
    });
  }

  /** Everything below a tree, folders included. */
  walk(tree: string): Promise<readonly WalkEntry[]> {
    return this.#walks.get(tree, async () => {
      const lines = (await this.ask(['ls-tree', '-r', '-t', '-z', tree])).toString().split('\0');
      return lines.filter(Boolean).map((line) => {
        const tab = line.indexOf('\t');
        const path = line.slice(tab + 1);
        const [mode = '', , sha = ''] = line.slice(0, tab).split(' ');
        return { mode, sha, path, name: path.slice(path.lastIndexOf('/') + 1) };
      });
    });
  }

  /** The entry at `path` below a tree; the tree itself for the empty path. */
  async entry(tree: string, path: string): Promise<TreeEntry | undefined> {
    let entry: TreeEntry | undefined = { mode: '040000', name: '', sha: tree };
    for (const name of path === '' ? [] : path.split('/')) {
      const entries: readonly TreeEntry[] | undefined = await this.tree(entry.sha);
      entry = entries?.find((child) => child.name === name);
      if (entry === undefined) return undefined;
    }
    return entry;
  }

  /** A cached figure of a commit. */
  computed<T>(key: string, compute: () => Promise<T>): Promise<T> {
    return this.#computed.get(key, compute) as Promise<T>;
  }

  store(type: ObjectType, data: Uint8Array): Promise<string> {
    return storeObject(this.directory, type, data);
  }

  /** Puts an entry at each path, or removes the one there. Returns the new tree; undefined if it is empty. */
  async replace(tree: string | undefined, places: ReadonlyMap<string, Place | undefined>): Promise<string | undefined> {
    const entries = tree === undefined ? [] : ((await this.tree(tree)) ?? []);
    const changed = new Map<string, Place | undefined>();
    const below = new Map<string, Map<string, Place | undefined>>();
    for (const [path, place] of places) {
      const slash = path.indexOf('/');
      const name = slash < 0 ? path : path.slice(0, slash);
      if (slash < 0) changed.set(name, place);
      else below.set(name, (below.get(name) ?? new Map<string, Place | undefined>()).set(path.slice(slash + 1), place));
    }
    for (const [name, inner] of below) {
      // A file that takes the place of a folder: the files of the folder are removed with it.
      if (changed.get(name) !== undefined && [...inner.values()].every((place) => place === undefined)) continue;
      const old = changed.has(name) ? changed.get(name) : entries.find((child) => child.name === name);
      const sha = await this.replace(old?.mode === '040000' ? old.sha : undefined, inner);
      changed.set(name, sha === undefined ? undefined : { mode: '040000', sha });
    }
    const added = [...changed].flatMap(([name, place]) => (place === undefined ? [] : [{ name, ...place }]));
    const all = [...entries.filter(({ name }) => !changed.has(name)), ...added];
    return all.length === 0 ? undefined : await this.store('tree', formatTree(all));
  }

  async makeCommit(commit: {
    tree: string | undefined;
    parents: readonly string[];
    author: Signature;
    committer: Signature;
    message: string;
  }): Promise<string> {
    const tree = commit.tree ?? (await this.store('tree', Buffer.alloc(0)));
    return await this.store('commit', formatCommit({ ...commit, tree }));
  }

  /** Moves a ref; `from` undefined: it must not exist yet. Rejects if the ref has moved. */
  async updateRef(ref: string, to: string, from: string | undefined): Promise<void> {
    const known = await this.refs();
    await this.run(['update-ref', ref, to, from ?? '0'.repeat(40)]);
    if (!ref.startsWith('refs/heads/')) return;
    const branches = new Map(known.branches).set(ref.slice('refs/heads/'.length), to);
    this.#refs = Promise.resolve({ ...known, branches });
  }

  /** Runs writers one after another, so that no writer starts from a head that another one is moving. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#writing.then(work, work);
    this.#writing = turn.catch(() => undefined);
    return turn;
  }

  #batch(mode: '--batch' | '--batch-check'): Batch {
    this.#restSoon();
    const open = this.#batches.get(mode);
    if (open !== undefined) return open;
    const batch: Batch = new Batch(this.directory, mode, () => {
      if (this.#batches.get(mode) === batch) this.#batches.delete(mode);
    });
    this.#batches.set(mode, batch);
    return batch;
  }

  #restSoon(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if ([...this.#batches.values()].every((batch) => batch.idle)) this.rest();
      else this.#restSoon();
    }, idleFor).unref();
  }

  /** Ends the processes; they start again on demand. */
  rest(): void {
    clearTimeout(this.#idle);
    for (const batch of this.#batches.values()) batch.close();
    this.#batches.clear();
  }
}
