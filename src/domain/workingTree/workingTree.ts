import { Failure } from '../../core/errors.ts';
import type { FileReason } from '../../core/failureReason.ts';
import { isSafeName } from '../hosting/address.ts';
import type { Blobs } from '../objects/blobs.ts';
import { ChangeTree, type ChangeNode } from '../drafts/changeTree.ts';
import type { Change } from '../drafts/draft.ts';
import type { BaseFile, Drafts, Removal, Renaming } from '../drafts/drafts.ts';
import { baseFile } from '../commit/remoteBranchWriter.ts';
import { missing, type FileStatus, type ReadOptions, type RemoteRef } from '../remote/remoteRef.ts';
import type { Listed } from '../remote/folderContents.ts';
import type { RequestOptions } from '../hosting/source.ts';

/** A branch with the drafts on top: what a person sees and edits. Nothing here reaches the service but reading. */
export class WorkingTree {
  readonly files: RemoteRef;
  readonly drafts: Drafts;
  readonly #blobs: Blobs;
  /** What was committed from here while the branch was known to be at `commit`. */
  #landed: { readonly commit: string | undefined; readonly changes: ChangeTree } = {
    commit: undefined,
    changes: new ChangeTree(),
  };

  constructor(files: RemoteRef, drafts: Drafts, blobs: Blobs) {
    this.files = files;
    this.drafts = drafts;
    this.#blobs = blobs;
  }

  /** Throws a Failure `missing` where nothing stands at `path`. `read`: its bytes are asked for next. */
  async stat(path: string, asking: RequestOptions = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    const change = this.#effective(path);
    if (change?.kind === 'removed') return missing(path);
    if (change?.kind === 'file') return this.#statusOf(change);
    if (change?.kind === 'folder' || this.#isDraftedBelow(path)) return folderStatus(change?.modified ?? 0);
    const status = await this.files.stat(path, asking, purpose);
    if (status.linked && !this.#isPlain) {
      const real = await this.#followed(path, asking);
      if (real !== path) return { ...(await this.stat(real, asking, purpose)), linked: true };
    }
    return status.kind === 'folder' && (await this.#isEmptied(path, asking)) ? missing(path) : status;
  }

  async list(path: string, asking: RequestOptions = {}): Promise<ReadonlyMap<string, Listed>> {
    const inDraft = this.#isDraftedBelow(path) || this.#effective(path)?.kind === 'folder';
    const listed = new Map(await this.#baseList(path, inDraft, asking));
    const real = this.#isPlain || inDraft ? path : await this.#followed(path, asking);
    for (const name of this.#changedIn(real)) {
      const inside = join(real, name);
      const change = this.#effective(inside);
      if (change !== undefined && change.kind !== 'removed') listed.set(name, { kind: change.kind, sha: change.sha });
      else if (this.#isDraftedBelow(inside)) listed.set(name, { kind: 'folder', sha: listed.get(name)?.sha });
      else if (change !== undefined || (await this.#isEmptied(inside, asking))) listed.delete(name);
    }
    return listed;
  }

  async read(path: string, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const change = this.#effective(path);
    if (change?.kind === 'removed') return missing(path);
    if (change?.kind === 'folder') return refuse('isFolder', path);
    if (change?.kind === 'file') {
      // What was only moved may be large: fetched as it would be where it was.
      const moved = !change.held && change.from !== undefined && (await this.#base(change.from))?.sha === change.sha;
      if (moved) return await this.files.read(change.from, options);
      return (await this.drafts.read(path)) ?? (await this.#readLanded(change)) ?? missing(path);
    }
    const real = this.#isPlain ? path : await this.#followed(path, options);
    return real === path ? await this.files.read(path, options) : await this.read(real, options);
  }

  /** Keeps a draft. Throws `missing` or `conflict` as `create` and `overwrite` say, `missing` without a parent folder. */
  async write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    { create, overwrite }: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const there = await this.#find(path);
    if (there?.kind === 'folder' || there?.kind === 'submodule') refuse('isFolder', path);
    if (there === undefined && !create) missing(path);
    if (there !== undefined && create && !overwrite) throw exists(path);
    const real = there === undefined ? await this.#newPlace(path) : await this.#followed(path, {});
    await this.drafts.write(real, new Uint8Array(bytes), await this.#base(real));
  }

  async createFolder(path: string): Promise<void> {
    if ((await this.#find(path)) !== undefined) throw exists(path);
    await this.drafts.createFolder(await this.#newPlace(path));
  }

  /** Where an entry itself stands, and its draft there. */
  async draftAt(given: string): Promise<{ readonly path: string; readonly change: Change | undefined }> {
    const path = await this.#place(given);
    return { path, change: this.drafts.effective(path) };
  }

  /**
   * Removes a file or a folder with all it holds. `seen`: the drafts of its files, by path, as they must still be. Resolves
   * with the files that were left alone, since they have another draft by now.
   */
  async remove(
    given: string,
    recursive: boolean,
    seen?: ReadonlyMap<string, Change | undefined>,
  ): Promise<readonly string[]> {
    const there = (await this.#find(given)) ?? missing(given);
    const path = await this.#place(given);
    const removal = async (file: string): Promise<Removal> => ({
      path: file,
      base: await this.#base(file),
      ...(seen === undefined ? {} : { seen: { change: seen.get(file) } }),
    });
    // A link is removed itself, not what it leads to.
    if (there.kind !== 'folder' || (await this.#isLink(path)))
      return await this.drafts.removeAll([await removal(path)]);
    const inside = await this.#filesBelow(path);
    if (inside.length > 0 && !recursive) refuse('isNotEmpty', path);
    const files: Removal[] = [];
    for (const file of inside) files.push(await removal(file));
    const left = await this.drafts.removeAll(files);
    await this.drafts.discard([path, ...this.#foldersBelow(path)], 'working');
    return left;
  }

  /** Moves a file or a folder with all it holds; contents are not fetched. */
  async rename(given: string, givenTo: string, overwrite: boolean): Promise<void> {
    const there = (await this.#find(given)) ?? missing(given);
    const target = await this.#find(givenTo);
    if (target !== undefined && !overwrite) throw exists(givenTo);
    if (there.kind === 'submodule') refuse('isFolder', given);
    const [from, to] = [await this.#place(given), await this.#newPlace(givenTo)];
    const folder = there.kind === 'folder' && !(await this.#isLink(from));
    if (isWithin(to, from) && folder) refuse('intoItself', to);
    if (target !== undefined) await this.remove(to, true);
    const moved = folder ? await this.#filesBelow(from) : [from];
    const files: Renaming[] = [];
    for (const path of moved) {
      const place = `${to}${path.slice(from.length)}`;
      files.push({ from: path, to: place, base: await this.#base(path), targetBase: await this.#base(place) });
    }
    await this.drafts.renameAll(files);
    if (!folder) return;
    const folders = this.#foldersBelow(from);
    await this.drafts.renameAll(
      folders.map((path) => ({
        from: path,
        to: `${to}${path.slice(from.length)}`,
        base: undefined,
        targetBase: undefined,
      })),
    );
    if (moved.length === 0 && folders.length === 0) {
      await this.drafts.discard([from], 'working');
      await this.drafts.createFolder(to);
    }
  }

  /** What was committed from here, until the branch was read again: `file` undefined where it was removed. */
  markCommitted(path: string, file: BaseFile | undefined): void {
    const kind = file === undefined ? 'removed' : 'file';
    const sha = file?.sha;
    const change: Change = { ...landedChange, path, kind, base: sha, sha, size: file?.size ?? 0, modified: Date.now() };
    this.#landedNow().set(path, change);
  }

  /** Whether what a reader sees at `path` is what was committed from here. */
  landedAt(path: string): Change | undefined {
    return this.#landedNow().get(path);
  }

  /** Forgets what was committed before the branch was read again. */
  #landedNow(): ChangeTree {
    const commit = this.files.state?.head.commit;
    if (this.#landed.commit !== commit) this.#landed = { commit, changes: new ChangeTree() };
    return this.#landed.changes;
  }

  async #readLanded({ sha }: Change): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return sha === undefined ? undefined : await this.#blobs.find(sha);
  }

  /** The change that a reader sees: a draft, else what was just committed. */
  #effective(path: string): Change | undefined {
    return this.drafts.effective(path) ?? this.landedAt(path);
  }

  /** What was committed from here below `path` and is not covered by a draft. */
  *#landedBelow(path: string): Iterable<Change> {
    for (const change of this.#landedNow().below(path))
      if (this.drafts.effective(change.path) === undefined) yield change;
  }

  #foldersBelow(path: string): string[] {
    const folders = this.drafts.effectiveBelow(path).filter(({ kind }) => kind === 'folder');
    return folders.map((folder) => folder.path);
  }

  /** Names in the folder `path` at or below which something changed. */
  #changedIn(path: string): ReadonlySet<string> {
    const names = (node: ChangeNode | undefined): Iterable<string> => node?.children.keys() ?? [];
    return new Set([...names(this.drafts.nodeAt(path)), ...names(this.#landedNow().at(path))]);
  }

  /** Whether drafts put files or folders below `path`. */
  #isDraftedBelow(path: string): boolean {
    if ((this.drafts.nodeAt(path)?.present ?? 0) > 0) return true;
    if ((this.#landedNow().at(path)?.present ?? 0) === 0) return false;
    return [...this.#landedBelow(path)].some(({ kind }) => kind !== 'removed');
  }

  /** Whether the branch is seen as it was read. */
  get #isPlain(): boolean {
    return this.drafts.isEmpty && this.#landedNow().size === 0;
  }

  #statusOf({ sha, size, modified }: Change): FileStatus {
    const known = size === 0 && sha !== undefined ? this.#blobs.size(sha) : undefined;
    return { kind: 'file', linked: false, sha, size: known ?? size, mtime: modified, ctime: modified };
  }

  async #find(path: string): Promise<FileStatus | undefined> {
    try {
      return await this.stat(path);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** Where links lead: what is saved through them is what is behind them. */
  async #followed(path: string, asking: RequestOptions): Promise<string> {
    if (path === '' || this.#effective(path) !== undefined) return path;
    const found = await (await this.files.snapshot()).find(path, asking);
    return found !== undefined && found.kind !== 'symlink' ? found.path : await this.#place(path);
  }

  /** Where an entry itself stands: links on the way are followed, the entry is not. */
  async #place(path: string): Promise<string> {
    const folder = parentOf(path);
    if (folder === '' || this.#isDraftedBelow(folder) || this.#effective(folder) !== undefined) return path;
    const found = await (await this.files.snapshot()).find(folder);
    return found?.kind === 'folder' ? `${found.path}${path.slice(folder.length)}` : path;
  }

  /** Where something new is put; throws where that cannot be. */
  async #newPlace(path: string): Promise<string> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!isSafeName(name) || name.toLowerCase() === '.git') refuse('unusableName', path);
    if ((await this.stat(parentOf(path))).kind !== 'folder') refuse('isNotFolder', parentOf(path));
    return await this.#place(path);
  }

  async #isLink(path: string): Promise<boolean> {
    if (this.#effective(path) !== undefined || this.#isDraftedBelow(path)) return false;
    return path !== '' && (await this.files.stat(path)).linked && (await this.#followed(path, {})) !== path;
  }

  /** The file of the branch at `path`, links not followed: without a request where it was read. */
  async #base(path: string): Promise<BaseFile | undefined> {
    const landed = this.landedAt(path);
    if (landed !== undefined) {
      const { sha, mode, size } = landed;
      return sha === undefined ? undefined : { sha, mode, size };
    }
    const snapshot = await this.files.snapshot();
    const found = await snapshot.find(path);
    if (found === undefined) return undefined;
    if (found.kind === 'file' && !found.linked && found.sha !== undefined) {
      const mode = found.mode ?? (await snapshot.known(path))?.mode ?? '100644';
      return { sha: found.sha, mode, size: this.#blobs.size(found.sha) ?? 0 };
    }
    return await baseFile(this.files, this.#blobs, path);
  }

  async #baseList(path: string, drafted: boolean, asking: RequestOptions): Promise<ReadonlyMap<string, Listed>> {
    try {
      return await this.files.list(path, asking);
    } catch (error) {
      if (drafted && error instanceof Failure && (error.kind === 'missing' || error.kind === 'invalid'))
        return new Map();
      throw error;
    }
  }

  /** Whether drafts removed everything that a folder of the branch holds: git knows no empty folders. */
  async #isEmptied(path: string, asking: RequestOptions): Promise<boolean> {
    if (path === '' || this.#isDraftedBelow(path)) return false;
    const [drafted, landed] = [this.drafts.nodeAt(path), this.#landedNow().at(path)];
    if (drafted === undefined && landed === undefined) return false;
    const listed = await this.#baseList(path, true, asking);
    // What is gone is a change each: with fewer of them something is left.
    if ((drafted?.children.size ?? 0) + (landed?.children.size ?? 0) < listed.size) return false;
    for (const [name, { kind }] of listed) {
      const inside = join(path, name);
      const gone =
        kind === 'folder' ? await this.#isEmptied(inside, asking) : this.#effective(inside)?.kind === 'removed';
      if (!gone) return false;
    }
    return true;
  }

  /** Every file below a folder, as a person sees it. */
  async #filesBelow(path: string): Promise<string[]> {
    const found: string[] = [];
    for (const [name, { kind }] of await this.list(path)) {
      const inside = join(path, name);
      if (kind === 'folder') found.push(...(await this.#filesBelow(inside)));
      else if (kind !== 'submodule') found.push(inside);
    }
    return found;
  }
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const isWithin = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);
const landedChange = { mode: '100644', held: false, from: undefined, conflict: undefined } as const;
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
