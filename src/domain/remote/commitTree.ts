import { LRUCache } from 'lru-cache';
import type { FileContent } from '../../api/record/content.ts';
import { SharedRequests, type Shared } from '../../api/throttle/sharedPriority.ts';
import { Failure, isFailure } from '../../core/errors.ts';
import { isSafeName } from '../hosting/address.ts';
import { limited, TooLarge, type Bytes, type BlobOptions } from '../objects/blobs.ts';
import { isSha } from '../objects/gitSha.ts';
import { Burst, Expectation } from './pace.ts';
import type { PathIndex } from '../objects/pathIndex.ts';
import { inApi, type RequestOptions } from '../hosting/source.ts';
import type { FolderEntry, EntryKind, Tree } from '../objects/trees.ts';
import { emptyTree, isUnfinished, loadTree, walk, type ResolvedPath, type Unfinished, type WalkParts } from './walk.ts';

/** One line of a folder. */
export interface Listed {
  readonly kind: EntryKind;
  /** Undefined where only the name is known. */
  readonly sha: string | undefined;
  /** What a symbolic link leads to, where that is known without asking. */
  readonly leadsTo?: 'file' | 'folder';
}

export interface SnapshotParts extends Omit<WalkParts, 'listAtOnce'> {
  /** All paths at this commit: kept ones only, or fetched; undefined where the service does not tell. */
  readonly paths: {
    find(): Promise<PathIndex | undefined>;
    load(asking: RequestOptions): Promise<PathIndex | undefined>;
  };
  /** Shared by all snapshots of a host: whether it answers `contents` of a folder with a list. */
  readonly habits: { listsFolders: boolean };
  /** Shas of files that were found at this commit before, by path. */
  readonly located: Iterable<readonly [path: string, sha: string]>;
  readonly now: () => number;
}

/** Bytes that are fetched without a question; Base64 takes a third more. */
export const largeFile = 10 * 1024 * 1024;
export const largeTransfer = largeFile * 1.4;
/** More names than these make a path deep. */
const deep = 3;
/** This many folders one after another are opened by a program: from then on the whole tree is asked for at once. */
const aWalk = 3;

/** What editors read of a folder of theirs as soon as one is opened, and mostly the only file in it. */
const soleFiles: ReadonlyMap<string, string> = new Map([['.vscode', 'settings.json']]);

/** A repository at one commit. What is known is never asked for again; a path that is not there is undefined. */
export class CommitTree {
  /** Full sha of the commit, or of the root folder where only that is known; undefined: an empty repository. */
  readonly root: string | undefined;
  /** How contents are asked for: the sha of the commit, or the name of the tag. */
  readonly ref: string | undefined;
  readonly #parts: SnapshotParts & WalkParts;
  readonly #burst: Burst;
  readonly #expectation: Expectation;
  /** Found by path, without the folders above. */
  readonly #located = new LRUCache<string, ResolvedPath>({ max: 20_000 });
  readonly #listings = new LRUCache<string, ReadonlyMap<string, Listed>>({ max: 500 });
  /** Links that were listed before anybody knew where they lead. */
  readonly #unfollowed = new Set<string>();
  readonly #askedForSole = new Set<string>();
  readonly #asking = new SharedRequests<string, FileContent | readonly FileContent[] | 'large' | undefined>();

  constructor(parts: SnapshotParts) {
    this.#parts = { ...parts, listAtOnce: (path, asking) => this.#contents(path, asking) };
    this.root = parts.root;
    this.ref = parts.ref;
    this.#burst = new Burst(parts.now);
    this.#expectation = new Expectation(parts.now);
    for (const [path, sha] of parts.located) {
      this.#located.set(path, { path, kind: 'file', sha, mode: undefined, linked: false });
    }
  }

  /** What stands at `path`; for the root of the repository `''`. `read`: its bytes are asked for next. */
  async find(
    path: string,
    asking: RequestOptions = {},
    purpose: 'know' | 'read' = 'know',
  ): Promise<ResolvedPath | undefined> {
    if (purpose === 'read') this.#expectation.read(path);
    const known = purpose === 'read' ? await this.#known(path) : await this.#knownFromRoot(path, asking);
    if (!isUnfinished(known)) return known;
    const real = known.unknown;
    if (isNear(real)) {
      await this.#askForSole(parentOf(real), asking);
      return await this.exact(real, asking);
    }
    const found =
      purpose === 'read' || (await this.#willBeRead(real))
        ? await this.#findByContent(real, asking)
        : await this.#findInFolder(real, asking);
    return found && { ...found, linked: found.linked || real !== path };
  }

  /** What stands at `path` as far as this computer knows, links not followed; asks nobody. */
  async known(path: string): Promise<Pick<ResolvedPath, 'kind' | 'mode'> | undefined> {
    const above = await this.#known(parentOf(path));
    if (isUnfinished(above) || above?.sha === undefined) return undefined;
    return (await this.#parts.trees.find(above.sha))?.entries.get(path.slice(path.lastIndexOf('/') + 1));
  }

  /** Whether `path` was listed as a link to who knows what; said once. */
  wasUnfollowed(path: string): boolean {
    return this.#unfollowed.delete(path);
  }

  /** The folder at `path`, whose tree is `sha`; the root where that is undefined. Complete, however long it is. */
  async tree(path: string, sha: string | undefined, asking: RequestOptions = {}): Promise<Tree> {
    const { trees, source } = this.#parts;
    if (sha !== undefined) return await loadTree(this.#parts, path, sha, asking, true);
    return this.root === undefined ? emptyTree : await trees.loadRoot(source, this.root, asking, true);
  }

  /** Bytes of `found`, a file; undefined where that is told only by fetching a large one. */
  async size(
    found: ResolvedPath,
    asking: RequestOptions = {},
    purpose: 'know' | 'read' = 'know',
  ): Promise<number | undefined> {
    const { blobs, source } = this.#parts;
    const { sha, path } = found;
    if (sha === undefined) return undefined;
    const known = blobs.size(sha) ?? (await blobs.find(sha))?.length;
    if (known !== undefined) {
      if (path.includes('/')) this.#expectation.noted(path);
      return known;
    }
    const wanted = purpose === 'read' || found.kind === 'symlink' || (await this.#expectation.expects(path));
    // Somebody may have begun to read it meanwhile, or be done already.
    const meanwhile = blobs.size(sha);
    if (meanwhile !== undefined) return meanwhile;
    if (wanted || blobs.isLoading(sha)) {
      try {
        const bytes = await blobs.load(source, sha, { path, ref: this.ref }, { ...asking, limit: largeTransfer });
        return bytes.length;
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
      }
    }
    await this.#listByContent(parentOf(path), asking);
    return blobs.size(sha);
  }

  /** The bytes of `found`, a file; of a symbolic link that leads nowhere, its text. */
  async read(found: ResolvedPath, reading: BlobOptions = {}): Promise<Bytes> {
    const { blobs, source } = this.#parts;
    const { path, kind } = found;
    if (kind === 'folder' || kind === 'submodule') {
      throw new Failure('invalid', `${path} is a folder`, { field: 'path', reason: 'isFolder', about: [path] });
    }
    const sha = found.sha ?? (await this.exact(path, reading))?.sha;
    if (sha === undefined)
      throw new Failure('missing', `there is no ${path}`, { field: 'path', reason: 'noFile', about: [path] });
    return await blobs.load(source, sha, { path, ref: this.ref }, reading);
  }

  /** What stands at `path` as the trees say it, with a request for each folder on the way that is not kept. */
  async exact(path: string, asking: RequestOptions = {}): Promise<ResolvedPath | undefined> {
    return await this.#findByWalking(path, asking);
  }

  /** What the folder at `path` holds as its tree says it. */
  async entries(path: string, asking: RequestOptions = {}): Promise<ReadonlyMap<string, FolderEntry> | undefined> {
    const found = await this.exact(path, asking);
    if (found?.kind !== 'folder' || found.sha === undefined) return undefined;
    if (this.root === undefined) return new Map();
    return (await loadTree(this.#parts, found.path, found.sha, asking)).entries;
  }

  /** What the folder at `path` holds, by name; undefined where there is no such folder. */
  async list(path: string, asking: RequestOptions = {}): Promise<ReadonlyMap<string, Listed> | undefined> {
    const { trees } = this.#parts;
    const known = await this.#known(path);
    const found = isUnfinished(known) ? await this.#findFolder(known.unknown, asking) : known;
    if (found === undefined) return undefined;
    if (found.kind === 'submodule') return new Map();
    if (found.kind !== 'folder')
      throw new Failure('invalid', `${path} is a file`, { field: 'path', reason: 'isNotFolder', about: [path] });
    if (this.root === undefined) return new Map();
    const kept = found.sha === undefined ? undefined : await trees.find(found.sha);
    if (kept !== undefined) return await this.#listed(found.path, kept, asking);
    const byPath = this.#listings.get(found.path) ?? this.#fromIndex(found.path, await this.#parts.paths.find());
    if (byPath !== undefined) return byPath;
    const count = this.#burst.begin();
    try {
      const index = count >= aWalk ? await this.#parts.paths.load(asking) : undefined;
      const walked = index && this.#fromIndex(found.path, index);
      if (walked !== undefined) return walked;
      const exact = found.sha === undefined ? await this.exact(path, asking) : found;
      if (exact?.sha === undefined) return undefined;
      return await this.#listed(exact.path, await loadTree(this.#parts, exact.path, exact.sha, asking), asking);
    } finally {
      this.#burst.end();
    }
  }

  /**
   * Whether a file will be read after somebody asked about it, so that its bytes are fetched at once. Deep ones are
   * opened by links; for the others their folder is listed, which answers for the neighbours too.
   */
  async #willBeRead(path: string): Promise<boolean> {
    return path.split('/').length > deep && (await this.#expectation.expects(path));
  }

  /** What can be said of `path` without a request, but for the texts of symbolic links. */
  async #known(path: string): Promise<ResolvedPath | Unfinished | undefined> {
    const known = await walk(this.#parts, path, 'links', {});
    if (!isUnfinished(known)) return known;
    const real = known.unknown;
    const located = this.#located.get(real);
    if (located !== undefined) return located;
    const listing = this.#listings.get(parentOf(real));
    if (listing !== undefined && !listing.has(real.slice(real.lastIndexOf('/') + 1))) return undefined;
    const index = await this.#parts.paths.find();
    if (index === undefined) return known;
    if (index.kind(real) === 'folder') return foundFolder(real);
    return index.kind(real) === undefined && index.fileAbove(real) === undefined ? undefined : known;
  }

  /**
   * As `#known`, but first asks for the root where that costs little: editors look for much that no repository has,
   * mostly near its root, and before the root is there.
   */
  async #knownFromRoot(path: string, asking: RequestOptions): Promise<ResolvedPath | Unfinished | undefined> {
    const { trees, source } = this.#parts;
    const known = await this.#known(path);
    if (!isUnfinished(known) || this.root === undefined) return known;
    const isNearRoot = path.split('/').length < deep;
    if (isNearRoot || trees.isLoadingRoot(this.root)) await trees.loadRoot(source, this.root, asking);
    else if ((await trees.findRoot(this.root)) === undefined) return known;
    // The root may have arrived while one looked.
    return await this.#known(path);
  }

  /**
   * Asks for the file that `folder` mostly holds alone. Where the shas say that it does, this answers for the whole
   * folder, so that listing it and reading the file are one request.
   */
  async #askForSole(folder: string, asking: RequestOptions): Promise<void> {
    const { trees, source } = this.#parts;
    const name = soleFiles.get(folder);
    if (name === undefined || this.root === undefined || this.#askedForSole.has(folder)) return;
    const entry = (await trees.loadRoot(source, this.root, asking)).entries.get(folder);
    if (entry?.kind !== 'folder' || (await trees.find(entry.sha)) !== undefined) return;
    const content = await this.#content(pathIn(folder, name), asking).catch((error: unknown) => {
      // What came damaged says nothing: whoever reads it asks for it again.
      if (!isFailure(error, 'unreadable')) throw error;
      return undefined;
    });
    this.#askedForSole.add(folder);
    const found =
      content !== undefined && content !== 'large' && 'path' in content ? foundFile(folder, content) : undefined;
    if (found?.sha !== undefined) await trees.learnSole(entry.sha, name, found.sha);
  }

  /** Asks for what the folder holds at once. */
  async #findFolder(path: string, asking: RequestOptions): Promise<ResolvedPath | undefined> {
    return isNear(path) ? await this.exact(path, asking) : await this.#findByContent(path, asking);
  }

  /** Asks for the file itself, so that reading it afterwards costs nothing. */
  async #findByContent(path: string, asking: RequestOptions): Promise<ResolvedPath | undefined> {
    const content = await this.#content(path, asking);
    if (content === 'large') return await this.#findInFolder(path, asking);
    if (content !== undefined && 'path' in content) {
      const found = foundFile(path, content);
      // A link is followed folder by folder.
      if (found?.sha !== undefined && found.kind === 'file') {
        this.#located.set(path, found);
        return found;
      }
    }
    if (content !== undefined && !('path' in content) && content.length > 0) {
      this.#learn(path, content);
      return foundFolder(path);
    }
    return await this.#findByWalking(path, asking);
  }

  /** Asks for the folder that holds `path`, which answers for its neighbours too. */
  async #findInFolder(path: string, asking: RequestOptions): Promise<ResolvedPath | undefined> {
    const listed = await this.#listByContent(parentOf(path), asking);
    return (listed ? this.#located.get(path) : undefined) ?? (await this.#findByWalking(path, asking));
  }

  /** Goes down from the root, folder by folder: what this says is certain. */
  async #findByWalking(path: string, asking: RequestOptions): Promise<ResolvedPath | undefined> {
    const found = await walk(this.#parts, path, 'everything', asking);
    if (!isUnfinished(found)) return found;
    // In a folder with more entries than are listed one by one.
    const real = found.unknown;
    const index = await this.#parts.paths.load(asking);
    if (index?.kind(real) === 'folder') return foundFolder(real);
    if (index?.kind(real) === undefined) return undefined;
    const content = await this.#content(real, asking);
    const asked =
      content !== undefined && content !== 'large' && 'path' in content ? foundFile(real, content) : undefined;
    return asked ?? { path: real, kind: 'file', sha: undefined, mode: undefined, linked: false };
  }

  /** Learns sizes and shas of all that the folder holds; false where the service does not tell. */
  async #listByContent(folder: string, asking: RequestOptions): Promise<boolean> {
    if (this.#listings.has(folder)) return true;
    const contents = await this.#contents(folder, asking);
    if (contents !== undefined) return true;
    // Whether this service lists no folders, or this one is not there.
    const exact = this.#parts.habits.listsFolders && folder !== '' ? await this.exact(folder, asking) : undefined;
    if (exact?.kind === 'folder' && exact.path === folder) this.#parts.habits.listsFolders = false;
    return false;
  }

  /** GET …/contents/{path} of a folder, with what it says learned; undefined where the service does not do that. */
  async #contents(folder: string, asking: RequestOptions): Promise<readonly FileContent[] | undefined> {
    if (folder === '' || !this.#parts.habits.listsFolders) return undefined;
    const content = await this.#content(folder, asking);
    if (content === undefined || content === 'large' || 'path' in content || content.length === 0) return undefined;
    this.#learn(folder, content);
    return content;
  }

  async #content(
    path: string,
    asking: RequestOptions,
  ): Promise<FileContent | readonly FileContent[] | 'large' | undefined> {
    const { source, blobs } = this.#parts;
    const ask = async (shared: Shared): Promise<FileContent | readonly FileContent[] | 'large' | undefined> => {
      const { api } = await source.connect();
      try {
        const answer = await limited({ ...shared, limit: largeTransfer }, (options) =>
          api.files.content({ ...inApi(source), path, ref: this.ref }, options),
        );
        if (!('path' in answer) || answer.type === 'submodule') return answer;
        const taken = await blobs.take(answer);
        return taken === undefined ? answer : { ...answer, sha: taken.sha };
      } catch (error) {
        if (error instanceof TooLarge) return 'large';
        // Folders are refused in many ways; the trees tell what it is.
        if (isFailure(error, 'missing', 'invalid', 'refused', 'broken')) return undefined;
        throw error;
      }
    };
    return await this.#asking.run(path, ask, asking);
  }

  #learn(folder: string, contents: readonly FileContent[]): void {
    const listed = new Map<string, Listed>();
    for (const content of contents) {
      const name = content.name ?? content.path.slice(content.path.lastIndexOf('/') + 1);
      if (!isSafeName(name)) continue;
      const path = pathIn(folder, name);
      const found = foundFile(path, content) ?? foundFolder(path, content.sha);
      listed.set(name, { kind: found.kind, sha: found.sha });
      // A link is followed when somebody asks for it.
      if (found.kind === 'symlink') continue;
      this.#located.set(path, found);
      if (found.kind === 'file' && found.sha !== undefined && content.size !== undefined) {
        this.#parts.blobs.learnSize(found.sha, content.size);
      }
    }
    this.#listings.set(folder, listed);
  }

  async #listed(folder: string, tree: Tree, asking: RequestOptions): Promise<ReadonlyMap<string, Listed>> {
    const listed = new Map<string, Listed>();
    for (const { name, kind, sha } of tree.entries.values()) {
      listed.set(name, kind === 'symlink' ? await this.#listedLink(pathIn(folder, name), sha) : { kind, sha });
    }
    if (!tree.complete) {
      const index = await this.#parts.paths.load(asking);
      for (const [name, kind] of index?.children(folder) ?? []) {
        if (!listed.has(name)) listed.set(name, { kind, sha: undefined });
      }
    }
    return listed;
  }

  /** A link is followed as far as that costs nothing: whoever opens it learns more. */
  async #listedLink(path: string, sha: string): Promise<Listed> {
    const target = await walk(this.#parts, path, 'nothing', {});
    if (isUnfinished(target)) {
      this.#unfollowed.add(path);
      return { kind: 'symlink', sha };
    }
    return { kind: 'symlink', sha, leadsTo: target?.kind === 'folder' ? 'folder' : 'file' };
  }

  #fromIndex(folder: string, index: PathIndex | undefined): ReadonlyMap<string, Listed> | undefined {
    if (index?.kind(folder) !== 'folder') return undefined;
    return new Map(Array.from(index.children(folder), ([name, kind]) => [name, { kind, sha: undefined }]));
  }
}

/** In the root, or what editors look for in every folder that is opened: looked up in the trees, which answers for all of it. */
const isNear = (path: string): boolean => !path.includes('/') || path.startsWith('.');

const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function foundFolder(path: string, sha?: string): ResolvedPath {
  return { path, kind: 'folder', sha, mode: undefined, linked: false };
}

/** What `contents` says of a path; undefined for a folder. */
function foundFile(path: string, { type, sha: named }: FileContent): ResolvedPath | undefined {
  if (type === 'dir' || type === 'tree') return undefined;
  const kind: EntryKind = type === 'symlink' ? 'symlink' : type === 'submodule' ? 'submodule' : 'file';
  const sha = named !== undefined && isSha(named) ? named : undefined;
  return { path, kind, sha, mode: undefined, linked: false };
}
