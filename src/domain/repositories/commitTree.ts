import { Failure } from '../../core/errors.ts';
import { baseName, parentOf, pathIn } from '../../core/path.ts';
import type { RequestOptions } from '../hosts/source.ts';
import { TooLarge, type Bytes, type BlobOptions } from '../objects/blobs.ts';
import { isSha } from '../objects/gitSha.ts';
import type { PathIndex } from '../objects/pathIndex.ts';
import { loadRecursively } from '../objects/recursiveTree.ts';
import type { EntryKind, FolderEntry, Tree } from '../objects/trees.ts';
import {
  FolderContents,
  folderAt,
  largeTransfer,
  type FolderContentsParts,
  type ListedEntry,
} from './folderContents.ts';
import { emptyTree, isUnfinished, loadTree, walk, type ResolvedPath, type Unfinished, type WalkParts } from './walk.ts';

export interface CommitTreeParts extends Omit<WalkParts, 'listAtOnce'>, FolderContentsParts {
  /** All paths at this commit: `find` uses only memory and disk. Undefined if the service has no list of them. */
  readonly paths: {
    find(): Promise<PathIndex | undefined>;
    load(options: RequestOptions): Promise<PathIndex | undefined>;
  };
}

/** Folders of a commit that are requested one by one; for the next one, all paths are requested. */
const foldersOneByOne = 2;

/** A repository at one commit. Nothing known is requested again. A path that does not exist is undefined. */
export class CommitTree {
  /** Full sha of the commit; undefined: an empty repository. */
  readonly root: string | undefined;
  readonly #parts: CommitTreeParts & WalkParts;
  readonly #contents: FolderContents;
  #foldersAsked = 0;
  #hasPathList = true;

  constructor(parts: CommitTreeParts) {
    const contents = new FolderContents(parts);
    this.#contents = contents;
    this.#parts = { ...parts, listAtOnce: (path, options) => contents.list(path, options) };
    this.root = parts.root;
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#contents.restart();
  }

  /**
   * The entry at `path`, symbolic links followed; `''` is the root of the repository. `isLikely`: the path probably
   * exists, so its folder is requested beside an unknown root and not after it.
   */
  async find(path: string, options: RequestOptions = {}, isLikely = false): Promise<ResolvedPath | undefined> {
    const cached = await this.#resolveFromRoot(path, options, isLikely);
    if (!isUnfinished(cached)) return cached;
    const real = cached.unknown;
    const listed = await this.#listWithSizes(parentOf(real), options);
    const entry = (listed ? this.#contents.entry(real) : undefined) ?? (await this.exact(real, options));
    return entry && { ...entry, linked: entry.linked || real !== path };
  }

  /** The entry at `path` if it is known without a request; links are not followed. */
  async cachedEntry(path: string): Promise<Pick<ResolvedPath, 'kind' | 'mode'> | undefined> {
    const above = await this.#resolveCached(parentOf(path));
    if (isUnfinished(above) || above?.sha === undefined) return undefined;
    return (await this.#parts.trees.find(above.sha))?.entries.get(baseName(path));
  }

  /**
   * The entry at `path` with its bytes, without a request; undefined if one of them is not known. Links are not followed.
   * `size`: bytes; a file with a known size can be without `bytes`.
   */
  async findCached(
    path: string,
  ): Promise<
    { readonly kind: EntryKind; readonly size: number | undefined; readonly bytes: Bytes | undefined } | undefined
  > {
    const above = await walk(this.#parts, parentOf(path), 'nothing', {});
    const isReal =
      above !== undefined && !isUnfinished(above) && above.path === parentOf(path) && above.sha !== undefined;
    const folder = isReal ? await this.#parts.trees.find(above.sha) : undefined;
    const entry = folder?.entries.get(baseName(path)) ?? this.#contents.entry(path);
    if (entry === undefined) return undefined;
    const { kind, sha } = entry;
    const bytes = kind === 'file' && sha !== undefined ? await this.#parts.blobs.find(sha) : undefined;
    const size = sha === undefined ? undefined : this.#parts.blobs.size(sha);
    return { kind, size, bytes };
  }

  /** The complete folder at `path`, whose tree is `sha`; without `sha` the root. */
  async tree(path: string, sha: string | undefined, options: RequestOptions = {}): Promise<Tree> {
    const { trees, source } = this.#parts;
    if (sha !== undefined) return await loadTree(this.#parts, path, sha, options, true);
    return this.root === undefined ? emptyTree : await trees.loadRoot(source, this.root, options, true);
  }

  /** Number of files and folders; Infinity if the service has no list of them. */
  async entryCount(options: RequestOptions): Promise<number> {
    return (await this.#parts.paths.load(options))?.entryCount ?? Infinity;
  }

  /** Loads all folders with a request for each 100 of `entries`, unless git has them. False: there is no such list. */
  async loadAll(entries: number, options: RequestOptions): Promise<boolean> {
    const { trees, source } = this.#parts;
    if (this.root === undefined || (await trees.isInGit(this.root))) return true;
    const { sha } = await this.tree('', undefined, options);
    return isSha(sha) && (await loadRecursively(trees, source, sha, entries, options));
  }

  /**
   * The size of the file `entry` in bytes; undefined if only the download of a large file would tell it. `read`: the
   * caller reads the file next, so the blob is requested instead of the listing of its folder.
   */
  async size(
    { path, kind, sha }: ResolvedPath,
    options: RequestOptions = {},
    purpose: 'know' | 'read' = 'know',
  ): Promise<number | undefined> {
    const { blobs, source, root: ref } = this.#parts;
    if (sha === undefined) return undefined;
    const size = await blobs.findSize(sha);
    if (size !== undefined) return size;
    if (purpose === 'know' && kind === 'file') {
      await this.#listWithSizes(parentOf(path), options);
      const listed = blobs.size(sha);
      if (listed !== undefined) return listed;
    }
    // The size is known only from the blob: the listing was not requested, or the service has none, as for the root.
    try {
      return (await blobs.load(source, sha, { path, ref }, { ...options, limit: largeTransfer })).length;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
    await this.#listWithSizes(parentOf(path), options);
    return blobs.size(sha);
  }

  /** The bytes of `entry`, a file. For a symbolic link without a target, its text. */
  async read(entry: ResolvedPath, reading: BlobOptions = {}): Promise<Bytes> {
    const { blobs, source, root: ref } = this.#parts;
    const { path, kind } = entry;
    if (kind === 'folder' || kind === 'submodule') {
      throw new Failure('invalid', `${path} is a folder`, { field: 'path', reason: 'isFolder', about: [path] });
    }
    const sha = entry.sha ?? (await this.exact(path, reading))?.sha;
    if (sha === undefined)
      throw new Failure('missing', `there is no ${path}`, { field: 'path', reason: 'noFile', about: [path] });
    return await blobs.load(source, sha, { path, ref }, reading);
  }

  /** The entry at `path` from the trees, with a request for each folder of the path that is not cached. */
  async exact(path: string, options: RequestOptions = {}): Promise<ResolvedPath | undefined> {
    const entry = await walk(this.#parts, path, 'everything', options);
    if (!isUnfinished(entry)) return entry;
    // The parent has more entries than are listed one by one.
    const real = entry.unknown;
    const index = await this.#parts.paths.load(options);
    if (index?.kind(real) === 'folder') return folderAt(real);
    if (index?.kind(real) === undefined) return undefined;
    const file = await this.#contents.file(real, options);
    return file ?? { path: real, kind: 'file', sha: undefined, mode: undefined, linked: false };
  }

  async entries(path: string, options: RequestOptions = {}): Promise<ReadonlyMap<string, FolderEntry> | undefined> {
    const folder = await this.exact(path, options);
    if (folder?.kind !== 'folder' || folder.sha === undefined) return undefined;
    if (this.root === undefined) return new Map();
    return (await loadTree(this.#parts, folder.path, folder.sha, options)).entries;
  }

  /** The entries of the folder at `path`, by name; undefined if the folder does not exist. */
  async list(path: string, options: RequestOptions = {}): Promise<ReadonlyMap<string, ListedEntry> | undefined> {
    const { trees } = this.#parts;
    const cached = await this.#resolveFromRoot(path, options);
    const entry = isUnfinished(cached) ? await this.#findFolder(cached.unknown, options) : cached;
    if (entry === undefined) return undefined;
    if (entry.kind === 'submodule') return new Map();
    if (entry.kind !== 'folder')
      throw new Failure('invalid', `${path} is a file`, { field: 'path', reason: 'isNotFolder', about: [path] });
    if (this.root === undefined) return new Map();
    const tree = entry.sha === undefined ? undefined : await trees.find(entry.sha);
    if (tree !== undefined) return await this.#listed(entry.path, tree, options);
    const listed =
      this.#contents.listed(entry.path) ??
      fromIndex(entry.path, await this.#parts.paths.find()) ??
      fromIndex(entry.path, await this.#loadPaths(options));
    if (listed !== undefined) return listed;
    const exact = entry.sha === undefined ? await this.exact(path, options) : entry;
    if (exact?.sha === undefined) return undefined;
    return await this.#listed(exact.path, await loadTree(this.#parts, exact.path, exact.sha, options), options);
  }

  /** Number of names in the listed folder at `path` that are not shown; sends no request. */
  async hidden(path: string): Promise<number> {
    const folder = await this.#resolveCached(path);
    if (isUnfinished(folder) || folder?.kind !== 'folder') return 0;
    const tree = folder.sha === undefined ? undefined : await this.#parts.trees.find(folder.sha);
    return tree?.hidden ?? this.#contents.hidden(folder.path);
  }

  /** The entry at `path` without a request, except for the texts of symbolic links. */
  async #resolveCached(path: string): Promise<ResolvedPath | Unfinished | undefined> {
    const cached = await walk(this.#parts, path, 'links', {});
    if (!isUnfinished(cached)) return cached;
    const real = cached.unknown;
    const entry = this.#contents.entry(real);
    if (entry !== undefined) return real === path ? entry : { ...entry, linked: true };
    const index = await this.#parts.paths.find();
    if (index === undefined) return cached;
    if (index.kind(real) === 'folder') return folderAt(real);
    return index.kind(real) === undefined && index.fileAbove(real) === undefined ? undefined : cached;
  }

  /** Also requests the root: it proves that most probed paths do not exist. `isLikely`: and the folder of `path`. */
  async #resolveFromRoot(
    path: string,
    options: RequestOptions,
    isLikely = false,
  ): Promise<ResolvedPath | Unfinished | undefined> {
    const { trees, source } = this.#parts;
    const cached = await this.#resolveCached(path);
    if (!isUnfinished(cached) || this.root === undefined) return cached;
    // If it fails, it is requested again after the root.
    const folder = isLikely ? this.#contents.list(parentOf(cached.unknown), options).catch(() => undefined) : undefined;
    await trees.loadRoot(source, this.root, options);
    const entry = await this.#resolveCached(path);
    if (isUnfinished(entry)) await folder;
    return entry;
  }

  async #findFolder(path: string, options: RequestOptions): Promise<ResolvedPath | undefined> {
    return (await this.#listWithSizes(path, options)) ? folderAt(path) : await this.exact(path, options);
  }

  async #listWithSizes(folder: string, options: RequestOptions): Promise<boolean> {
    const { trees, hostFacts } = this.#parts;
    if (this.#contents.listed(folder) !== undefined || (await this.#contents.list(folder, options)) !== undefined) {
      const entry = await walk(this.#parts, folder, 'nothing', {});
      const sha = entry === undefined || isUnfinished(entry) || entry.path !== folder ? undefined : entry.sha;
      if (sha !== undefined && (await trees.find(sha)) === undefined)
        await trees.addListed(sha, this.#contents.listed(folder) ?? new Map());
      return true;
    }
    // The service lists no folders, or this folder does not exist.
    const exact = hostFacts.listsFolders && folder !== '' ? await this.exact(folder, options) : undefined;
    if (exact?.kind === 'folder' && exact.path === folder) hostFacts.listsFolders = false;
    return false;
  }

  /** All paths, after some folders were requested one by one; undefined before, and if the service has no list. */
  async #loadPaths(options: RequestOptions): Promise<PathIndex | undefined> {
    this.#foldersAsked += 1;
    if (this.#foldersAsked <= foldersOneByOne || !this.#hasPathList) return undefined;
    const index = await this.#parts.paths.load(options);
    this.#hasPathList = index !== undefined;
    return index;
  }

  async #listed(folder: string, tree: Tree, options: RequestOptions): Promise<ReadonlyMap<string, ListedEntry>> {
    const listed = new Map<string, ListedEntry>();
    for (const { name, kind, sha } of tree.entries.values()) {
      listed.set(name, kind === 'symlink' ? await this.#listedLink(pathIn(folder, name), sha) : { kind, sha });
    }
    if (!tree.complete) {
      const index = await this.#parts.paths.load(options);
      for (const [name, kind] of index?.children(folder) ?? []) {
        if (!listed.has(name)) listed.set(name, { kind, sha: undefined });
      }
    }
    return listed;
  }

  async #listedLink(path: string, sha: string): Promise<ListedEntry> {
    const target = await walk(this.#parts, path, 'nothing', {});
    if (isUnfinished(target)) return { kind: 'symlink', sha };
    return { kind: 'symlink', sha, leadsTo: target?.kind === 'folder' ? 'folder' : 'file' };
  }
}

function fromIndex(folder: string, index: PathIndex | undefined): ReadonlyMap<string, ListedEntry> | undefined {
  if (index?.kind(folder) !== 'folder') return undefined;
  return new Map(Array.from(index.children(folder), ([name, kind]) => [name, { kind, sha: undefined }]));
}
