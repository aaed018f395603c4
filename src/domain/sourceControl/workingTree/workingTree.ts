import { Failure, unlessFailed } from '../../../core/errors.ts';
import type { FileReason } from '../../../core/failureReason.ts';
import { parentOf, pathIn } from '../../../core/path.ts';
import type { Blobs } from '../../objects/blobs.ts';
import { isFolder, isGone, type Change } from '../drafts/draft.ts';
import { MtimeStore } from '../../refs/mtimeStore.ts';
import type { BaseFile, Drafts, DraftWrite, Removal, Renaming } from '../drafts/drafts.ts';
import { ignoredDrafts } from '../drafts/ignoredDrafts.ts';
import { requireUsablePath } from '../drafts/usablePath.ts';
import { baseFile } from '../commit/remoteBranchWriter.ts';
import { LocalChanges } from './localChanges.ts';
import type { ReadOptions } from '../../repositories/readWithConfirmation.ts';
import { missing, type FileStatus, type RemoteRef } from '../../repositories/remoteRef.ts';
import type { ListedEntry } from '../../repositories/folderContents.ts';
import { RepositoryRules, type RuleFile } from '../../rules/repositoryRules.ts';
import type { RequestOptions, Source } from '../../hosts/source.ts';
import type { StoredFile } from '../../lfs/lfsContents.ts';
import { isContent, isInLfs, readPointer } from '../../lfs/pointer.ts';

/** The files of a branch with the drafts applied. Reads may send requests; writes change only local drafts. */
export class WorkingTree {
  readonly remote: RemoteRef;
  readonly drafts: Drafts;
  readonly changes: LocalChanges;
  readonly rules = new RepositoryRules(async (...place) => await this.#ruleFile(...place));
  readonly #blobs: Blobs;
  readonly #source: Source;
  /** A restored draft has its earlier time, and the editor reads a file again only if it has a later one. */
  readonly #times = new MtimeStore({ since: 0, stamps: [] }, Date.now);

  constructor(remote: RemoteRef, drafts: Drafts, blobs: Blobs, source: Source) {
    this.#source = source;
    this.remote = remote;
    this.drafts = drafts;
    this.changes = new LocalChanges(remote, drafts);
    this.#blobs = blobs;
  }

  /** The paths of the drafts that `.gitignore` ignores. */
  async ignored(options: RequestOptions = {}): Promise<ReadonlySet<string>> {
    return await ignoredDrafts(this.drafts, this.rules.now(options));
  }

  /** `purpose`: `read` if the bytes are requested next. @throws Failure `missing` if there is no entry at `path` */
  async stat(path: string, options: RequestOptions = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    const status = await this.#stat(path, options, purpose);
    if (status.kind !== 'file') return status;
    const since = this.#times.mtime(path, status.sha, undefined, false);
    return this.changes.effective(path) === undefined ? status : { ...status, mtime: Math.max(status.mtime, since) };
  }

  async #stat(path: string, options: RequestOptions, purpose: 'know' | 'read'): Promise<FileStatus> {
    const change = this.changes.effective(path);
    if (isGone(change)) return missing(path);
    if (change?.kind === 'file') return this.#statusOf(change);
    if (isFolder(change) || this.changes.addsBelow(path)) return folderStatus(change?.modified ?? 0);
    const status = await this.remote.stat(path, options, purpose);
    if (status.linked && !this.changes.isEmpty) {
      const real = await this.targetOf(path, options);
      if (real !== path) return { ...(await this.#stat(real, options, purpose)), linked: true };
    }
    return status.kind === 'folder' && (await this.#isEmptied(path, options)) ? missing(path) : status;
  }

  async list(path: string, options: RequestOptions = {}): Promise<ReadonlyMap<string, ListedEntry>> {
    const inDraft = this.changes.addsBelow(path) || isFolder(this.changes.effective(path));
    const listed = new Map(await this.#baseList(path, inDraft, options));
    const real = this.changes.isEmpty || inDraft ? path : await this.targetOf(path, options);
    for (const name of this.changes.namesIn(real)) {
      const inside = pathIn(real, name);
      const change = this.changes.effective(inside);
      if (change?.kind === 'file') listed.set(name, { kind: 'file', sha: change.sha });
      else if (isFolder(change)) listed.set(name, { kind: 'folder', sha: undefined });
      else if (this.changes.addsBelow(inside)) listed.set(name, { kind: 'folder', sha: listed.get(name)?.sha });
      else if (change !== undefined || (await this.#isEmptied(inside, options))) listed.delete(name);
    }
    return listed;
  }

  /** The content, also of a file of Git LFS. */
  async read(path: string, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return await this.shown(await this.readStored(path, options), options);
  }

  /** What `read` shows for a file as git has it, or as it is drafted. */
  async shown(file: StoredFile, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return (await this.remote.lfs?.shown(this.#source, this.rules, file, options)) ?? file.bytes;
  }

  /** The draft, else the file as git has it, at its path without links. */
  async readStored(path: string, options: ReadOptions = {}): Promise<StoredFile> {
    const change = this.changes.effective(path);
    if (isGone(change)) return missing(path);
    if (isFolder(change)) return refuse('isFolder', path);
    if (change?.kind === 'file') {
      // A moved file without changes may be large: read it from the branch at its earlier path.
      const moved = !change.held && change.from !== undefined && (await this.#base(change.from))?.sha === change.sha;
      if (moved) return { ...(await this.remote.readStored(change.from, options)), path };
      const bytes = (await this.drafts.read(path)) ?? (await this.#readCommitted(change)) ?? missing(path);
      return { path, sha: change.sha, bytes };
    }
    const real = this.changes.isEmpty ? path : await this.targetOf(path, options);
    return real === path ? await this.remote.readStored(path, options) : await this.readStored(real, options);
  }

  /**
   * As {@link Drafts.write}. @throws Failure `missing` without the parent folder, or the file unless `create`;
   * `conflict` if the file exists, `create` is true and `overwrite` false, or if its draft differs from `seen`
   */
  async write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    { create, overwrite }: { readonly create: boolean; readonly overwrite: boolean },
    how?: DraftWrite,
  ): Promise<void> {
    const there = await this.#find(path);
    if (there?.kind === 'folder' || there?.kind === 'submodule') refuse('isFolder', path);
    if (there === undefined && !create) missing(path);
    if (there !== undefined && create && !overwrite) throw exists(path);
    const real = there === undefined ? await this.#newEntryPath(path) : await this.targetOf(path, {});
    const base = await this.#base(real);
    const stored = (await this.#pointerOf(real, bytes, base)) ?? new Uint8Array(bytes);
    await this.drafts.write(real, stored, base, how);
  }

  /** The file of the branch, if it is the pointer to exactly these bytes: then nothing is changed. No request. */
  async #pointerOf(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    base: BaseFile | undefined,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    // Its size is known only if its content was shown.
    if (base === undefined || this.remote.lfs?.size(base.sha) !== bytes.length) return undefined;
    const stored = await this.#blobs.find(base.sha);
    const pointer = stored && readPointer(stored);
    if (stored === undefined || pointer === undefined || !(await isContent(bytes, pointer))) return undefined;
    return (await isInLfs(this.rules.now(), path, stored)) ? stored : undefined;
  }

  async createFolder(path: string): Promise<void> {
    if ((await this.#find(path)) !== undefined) throw exists(path);
    await this.drafts.createFolder(await this.#newEntryPath(path));
  }

  /** The path of an entry without links in its parent folders, and its draft. */
  async draftAt(requestedPath: string): Promise<{ readonly path: string; readonly change: Change | undefined }> {
    const path = await this.#entryPath(requestedPath);
    return { path, change: this.drafts.effective(path) };
  }

  /**
   * Removes a file or a folder with its content. `seen`: its expected files, with their drafts. Resolves with the files
   * that were skipped, because they are not expected or have another draft.
   */
  async remove(
    requestedPath: string,
    recursive: boolean,
    seen?: ReadonlyMap<string, Change | undefined>,
  ): Promise<readonly string[]> {
    const there = (await this.#find(requestedPath)) ?? missing(requestedPath);
    const path = await this.#entryPath(requestedPath);
    const removal = async (file: string): Promise<Removal> => ({
      path: file,
      base: await this.#base(file),
      ...(seen === undefined ? {} : { seen: { change: seen.get(file) } }),
    });
    // Remove a link itself, not its target.
    if (there.kind !== 'folder' || (await this.#isLink(path)))
      return await this.drafts.removeAll([await removal(path)]);
    const inside = await this.#filesBelow(path);
    if (inside.length > 0 && !recursive) refuse('isNotEmpty', path);
    const unexpected = seen === undefined ? [] : inside.filter((file) => !seen.has(file));
    const files: Removal[] = [];
    for (const file of inside) if (!unexpected.includes(file)) files.push(await removal(file));
    const skipped = [...unexpected, ...(await this.drafts.removeAll(files))];
    await this.drafts.dropFolders([path, ...this.changes.foldersBelow(path)]);
    return skipped;
  }

  /** Reads no bytes. `check` gets all paths before and after, without links, and can throw before they move. */
  async rename(
    requestedPath: string,
    requestedTarget: string,
    overwrite: boolean,
    check?: (paths: readonly string[]) => void,
  ): Promise<void> {
    const there = (await this.#find(requestedPath)) ?? missing(requestedPath);
    const target = await this.#find(requestedTarget);
    if (target !== undefined && !overwrite) throw exists(requestedTarget);
    if (there.kind === 'submodule') refuse('isFolder', requestedPath);
    const [from, to] = [await this.#entryPath(requestedPath), await this.#newEntryPath(requestedTarget)];
    const folder = there.kind === 'folder' && !(await this.#isLink(from));
    if (isWithin(to, from) && folder) refuse('intoItself', to);
    if (target !== undefined) await this.remove(to, true);
    const moved = folder ? await this.#filesBelow(from) : [from];
    const files: Renaming[] = [];
    for (const path of moved) {
      const place = `${to}${path.slice(from.length)}`;
      files.push({ from: path, to: place, base: await this.#base(path), targetBase: await this.#base(place) });
    }
    check?.(files.flatMap((file) => [file.from, file.to]));
    await this.drafts.renameAll(files);
    if (!folder) return;
    const folders = this.changes.foldersBelow(from);
    await this.drafts.renameAll(
      folders.map((path) => ({
        from: path,
        to: `${to}${path.slice(from.length)}`,
        base: undefined,
        targetBase: undefined,
      })),
    );
    await this.drafts.dropFolders([from]);
    if (moved.length === 0 && folders.length === 0) await this.drafts.createFolder(to);
  }

  async #ruleFile(folder: string, name: string, options: RequestOptions): Promise<RuleFile | undefined> {
    const path = pathIn(folder, name);
    const change = this.changes.effective(path);
    if (change === undefined) return await this.remote.ruleFile(folder, name, options);
    return change.kind === 'file' && change.mode !== linkMode
      ? { sha: change.sha, read: async () => (await this.readStored(path, options)).bytes }
      : undefined;
  }

  async #readCommitted({ sha }: Change): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return sha === undefined ? undefined : await this.#blobs.find(sha);
  }

  #statusOf({ sha, size, modified }: Change): FileStatus {
    const blobSize = size === 0 && sha !== undefined ? this.#blobs.size(sha) : undefined;
    const known = this.remote.lfs?.size(sha) ?? blobSize ?? size;
    return { kind: 'file', linked: false, sha, size: known, mtime: modified, ctime: modified };
  }

  async #find(path: string): Promise<FileStatus | undefined> {
    return await unlessFailed(this.stat(path), 'missing');
  }

  /** The path after following all links. A write through a link changes its target. */
  async targetOf(path: string, options: RequestOptions): Promise<string> {
    if (path === '' || this.changes.effective(path) !== undefined) return path;
    const entry = await (await this.remote.snapshot()).find(path, options);
    return entry !== undefined && entry.kind !== 'symlink' ? entry.path : await this.#entryPath(path);
  }

  /** The path of an entry after following the links in its parent folders, but not the entry itself. */
  async #entryPath(path: string): Promise<string> {
    const folder = parentOf(path);
    if (folder === '' || this.changes.addsBelow(folder) || this.changes.effective(folder) !== undefined) return path;
    const folderEntry = await (await this.remote.snapshot()).find(folder);
    return folderEntry?.kind === 'folder' ? `${folderEntry.path}${path.slice(folder.length)}` : path;
  }

  /** The path for a new entry. @throws Failure `invalid` for an unusable name, or if the parent is not a folder */
  async #newEntryPath(path: string): Promise<string> {
    requireUsablePath(path);
    if ((await this.stat(parentOf(path))).kind !== 'folder') refuse('isNotFolder', parentOf(path));
    return await this.#entryPath(path);
  }

  async #isLink(path: string): Promise<boolean> {
    if (this.changes.effective(path) !== undefined || this.changes.addsBelow(path)) return false;
    return path !== '' && (await this.remote.stat(path)).linked && (await this.targetOf(path, {})) !== path;
  }

  /** The file of the branch at `path`, without following links. Sends no request if the path is cached. */
  async #base(path: string): Promise<BaseFile | undefined> {
    const committed = this.changes.committedAt(path);
    if (committed !== undefined) {
      const { sha, mode, size } = committed;
      return sha === undefined ? undefined : { sha, mode, size };
    }
    const snapshot = await this.remote.snapshot();
    const entry = await snapshot.find(path);
    if (entry === undefined) return undefined;
    if (entry.kind === 'file' && !entry.linked && entry.sha !== undefined) {
      const mode = entry.mode ?? (await snapshot.cachedEntry(path))?.mode ?? '100644';
      return { sha: entry.sha, mode, size: this.#blobs.size(entry.sha) ?? 0 };
    }
    return await baseFile(this.remote, this.#blobs, path);
  }

  async #baseList(path: string, drafted: boolean, options: RequestOptions): Promise<ReadonlyMap<string, ListedEntry>> {
    const listing = this.remote.list(path, options);
    return drafted ? ((await unlessFailed(listing, 'missing', 'invalid')) ?? new Map()) : await listing;
  }

  /** Whether changes removed all entries of a folder of the branch: git has no empty folders. */
  async #isEmptied(path: string, options: RequestOptions): Promise<boolean> {
    if (path === '' || this.changes.addsBelow(path)) return false;
    const changed = this.changes.namesIn(path).size;
    if (changed === 0) return false;
    const listed = await this.#baseList(path, true, options);
    // Each removed entry is a change: with fewer changes than entries the folder is not empty.
    if (changed < listed.size) return false;
    for (const [name, { kind }] of listed) {
      const inside = pathIn(path, name);
      const gone = kind === 'folder' ? await this.#isEmptied(inside, options) : isGone(this.changes.effective(inside));
      if (!gone) return false;
    }
    return true;
  }

  async #filesBelow(path: string): Promise<string[]> {
    const files: string[] = [];
    for (const [name, { kind }] of await this.list(path)) {
      const inside = pathIn(path, name);
      if (kind === 'folder') files.push(...(await this.#filesBelow(inside)));
      else if (kind !== 'submodule') files.push(inside);
    }
    return files;
  }
}

const linkMode = '120000';
const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
const folderStatus = (mtime: number): FileStatus => ({
  kind: 'folder',
  linked: false,
  sha: undefined,
  size: 0,
  mtime,
  ctime: mtime,
});

function exists(path: string): Failure {
  return new Failure('conflict', `${path} exists`, { field: 'path', reason: 'fileExists', about: [path] });
}

function refuse(reason: FileReason, path: string): never {
  throw new Failure('invalid', `${reason}: ${path}`, { field: 'path', reason, about: [path] });
}
