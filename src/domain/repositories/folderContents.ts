import { LRUCache } from 'lru-cache';
import { entryCache } from '../../core/entryCache.ts';
import type { FileContent } from '../../api/record/content.ts';
import { SharedRequests, type SharedOptions } from '../../api/throttle/sharedPriority.ts';
import { isFailure } from '../../core/errors.ts';
import { baseName, pathIn } from '../../core/path.ts';
import { isFileName } from '../hosts/address.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { largeFile, limited, TooLarge } from '../objects/blobs.ts';
import { isSha } from '../objects/gitSha.ts';
import { readablePath } from '../objects/readablePath.ts';
import type { EntryKind } from '../objects/trees.ts';
import type { ResolvedPath, WalkParts } from './walk.ts';

export interface ListedEntry {
  readonly kind: EntryKind;
  readonly sha: string | undefined;
  /** Target of a symbolic link, if it is known without a request. */
  readonly leadsTo?: 'file' | 'folder';
}

export interface FolderContentsParts extends Pick<WalkParts, 'source' | 'root' | 'blobs'> {
  /** Shared by all commits of a host: whether the service answers `contents` of a folder with a list. */
  readonly hostFacts: { listsFolders: boolean };
  /** Shas of files that an earlier session read at this commit, by path. */
  readonly located: Iterable<readonly [path: string, sha: string]>;
}

/** Bytes that are downloaded without asking the user; Base64 adds a third. */
export const largeTransfer = largeFile * 1.4;

type Contents = FileContent | readonly FileContent[] | undefined;

/** GET …/contents/{path} at one commit: all shas and sizes of a folder by one request, but not the modes of files. */
export class FolderContents {
  readonly #parts: FolderContentsParts;
  readonly #entries = entryCache<ResolvedPath>(20_000);
  readonly #folders = new LRUCache<string, ReadonlyMap<string, ListedEntry>>({ max: 500 });
  readonly #hidden = new Map<string, number>();
  readonly #running = new SharedRequests<string, Contents>();

  constructor(parts: FolderContentsParts) {
    this.#parts = parts;
    for (const [path, sha] of parts.located) this.#entries.set(path, { ...file, path, sha });
  }

  /** See `SharedRequests.restart`. */
  restart(): void {
    this.#running.restart();
  }

  /** The entry at `path`, if its folder was listed or an earlier session read the file; no symbolic links. */
  entry(path: string): ResolvedPath | undefined {
    return this.#entries.get(path);
  }

  /** The entries of `folder` by name; undefined if it was not listed. */
  listed(folder: string): ReadonlyMap<string, ListedEntry> | undefined {
    return this.#folders.get(folder);
  }

  hidden(folder: string): number {
    return this.#hidden.get(folder) ?? 0;
  }

  /** Undefined for the root, and if the service returns no list. */
  async list(folder: string, options: RequestOptions): Promise<readonly FileContent[] | undefined> {
    if (folder === '' || !this.#parts.hostFacts.listsFolders) return undefined;
    const contents = await this.#load(folder, options);
    if (contents === undefined || 'path' in contents || contents.length === 0) return undefined;
    this.#keep(folder, contents);
    return contents;
  }

  /** Undefined unless `path` is a file, link or submodule. */
  async file(path: string, options: RequestOptions): Promise<ResolvedPath | undefined> {
    const content = await this.#load(path, options);
    return content !== undefined && 'path' in content ? entryOf(path, content) : undefined;
  }

  async #load(path: string, options: RequestOptions): Promise<Contents> {
    const { source, blobs, root: ref } = this.#parts;
    const ask = async (shared: SharedOptions): Promise<Contents> => {
      const { api } = await source.connect();
      try {
        const answer = await limited({ ...shared, limit: largeTransfer }, (call) =>
          api.files.content({ ...inApi(source), path, ref }, call),
        );
        if (!('path' in answer) || answer.type === 'submodule') return answer;
        const taken = await blobs.take(answer);
        return taken === undefined ? answer : { ...answer, sha: taken.sha };
      } catch (error) {
        // Services reject folders with different errors.
        if (error instanceof TooLarge || isFailure(error, 'missing', 'invalid', 'refused', 'broken')) return undefined;
        throw error;
      }
    };
    return await this.#running.run(path, ask, options);
  }

  #keep(folder: string, contents: readonly FileContent[]): void {
    const listed = new Map<string, ListedEntry>();
    let hidden = 0;
    for (const content of contents) {
      const name = readablePath(content.name ?? baseName(content.path));
      if (!isFileName(name)) {
        hidden += 1;
        continue;
      }
      const path = pathIn(folder, name);
      const entry = entryOf(path, content) ?? folderAt(path, content.sha);
      listed.set(name, { kind: entry.kind, sha: entry.sha });
      // A link is followed when its path is requested.
      if (entry.kind === 'symlink') continue;
      this.#entries.set(path, entry);
      if (entry.kind === 'file' && entry.sha !== undefined && content.size !== undefined) {
        this.#parts.blobs.setSize(entry.sha, content.size);
      }
    }
    this.#folders.set(folder, listed);
    if (hidden > 0) this.#hidden.set(folder, hidden);
  }
}

const file = { kind: 'file', mode: undefined, linked: false } as const;

export function folderAt(path: string, sha?: string): ResolvedPath {
  return { path, kind: 'folder', sha, mode: undefined, linked: false };
}

function entryOf(path: string, { type, sha: named }: FileContent): ResolvedPath | undefined {
  if (type === 'dir' || type === 'tree') return undefined;
  const kind: EntryKind = type === 'symlink' ? 'symlink' : type === 'submodule' ? 'submodule' : 'file';
  const sha = named !== undefined && isSha(named) ? named : undefined;
  return { ...file, path, kind, sha };
}
