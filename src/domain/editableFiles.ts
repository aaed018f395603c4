import { Failure, type FileReason } from '../core/errors.ts';
import { isSafeName } from './address.ts';
import type { Blobs } from './blobs.ts';
import type { Change } from './draft.ts';
import type { BaseFile, Drafts } from './drafts.ts';
import { baseFile } from './remoteBranch.ts';
import { missing, type FileStatus, type ReadOptions, type RepositoryFiles } from './repositoryFiles.ts';
import type { Listed } from './snapshot.ts';
import type { Asking } from './source.ts';

/** A branch with the drafts on top: what a person sees and edits. Nothing here reaches the service but reading. */
export class EditableFiles {
  readonly files: RepositoryFiles;
  readonly drafts: Drafts;
  readonly #blobs: Blobs;
  readonly #landed = new Map<string, { readonly change: Change; readonly commit: string | undefined }>();

  constructor(files: RepositoryFiles, drafts: Drafts, blobs: Blobs) {
    this.files = files;
    this.drafts = drafts;
    this.#blobs = blobs;
  }

  /** Throws a Failure `missing` where nothing stands at `path`. `read`: its bytes are asked for next. */
  async stat(path: string, asking: Asking = {}, purpose: 'know' | 'read' = 'know'): Promise<FileStatus> {
    const change = this.#effective(path);
    if (change?.kind === 'removed') return missing(path);
    if (change?.kind === 'file') return this.#statusOf(change);
    if (change?.kind === 'folder' || this.#draftedBelow(path).length > 0) return folderStatus(change?.modified ?? 0);
    const status = await this.files.stat(path, asking, purpose);
    if (status.linked && !this.#isPlain) {
      const real = await this.#followed(path, asking);
      if (real !== path) return { ...(await this.stat(real, asking, purpose)), linked: true };
    }
    return status.kind === 'folder' && (await this.#isEmptied(path, asking)) ? missing(path) : status;
  }

  async list(path: string, asking: Asking = {}): Promise<ReadonlyMap<string, Listed>> {
    const drafted = this.#draftedBelow(path);
    const inDraft = drafted.length > 0 || this.#effective(path)?.kind === 'folder';
    const listed = new Map(await this.#baseList(path, inDraft, asking));
    const real = this.#isPlain || inDraft ? path : await this.#followed(path, asking);
    const start = real === '' ? 0 : real.length + 1;
    for (const change of this.#below(real)) {
      const rest = change.path.slice(start);
      const slash = rest.indexOf('/');
      const name = slash < 0 ? rest : rest.slice(0, slash);
      if (slash < 0 && change.kind === 'removed') listed.delete(name);
      else if (slash < 0) listed.set(name, { kind: change.kind === 'folder' ? 'folder' : 'file', sha: change.sha });
      else if (change.kind !== 'removed') listed.set(name, { kind: 'folder', sha: listed.get(name)?.sha });
      else if (await this.#isEmptied(join(real, name), asking)) listed.delete(name);
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
    if (there !== undefined && create && !overwrite) throw new Failure('conflict', `${path} exists`, { field: 'path' });
    const real = there === undefined ? await this.#newPlace(path) : await this.#followed(path, {});
    await this.drafts.write(real, new Uint8Array(bytes), await this.#base(real));
  }

  async createFolder(path: string): Promise<void> {
    if ((await this.#find(path)) !== undefined) throw new Failure('conflict', `${path} exists`, { field: 'path' });
    await this.drafts.createFolder(await this.#newPlace(path));
  }

  /** Removes a file or a folder with all it holds. */
  async remove(given: string, recursive: boolean): Promise<void> {
    const there = (await this.#find(given)) ?? missing(given);
    const path = await this.#place(given);
    // A link is removed itself, not what it leads to.
    if (there.kind !== 'folder' || (await this.#isLink(path))) {
      await this.drafts.remove(path, await this.#base(path));
      return;
    }
    const inside = await this.#filesBelow(path);
    if (inside.length > 0 && !recursive) refuse('isNotEmpty', path);
    for (const file of inside) await this.drafts.remove(file, await this.#base(file));
    const folders = this.#below(path).filter(({ kind }) => kind === 'folder');
    await this.drafts.discard([path, ...folders.map((folder) => folder.path)], 'working');
  }

  /** Moves a file or a folder with all it holds; contents are not fetched. */
  async rename(given: string, givenTo: string, overwrite: boolean): Promise<void> {
    const there = (await this.#find(given)) ?? missing(given);
    const target = await this.#find(givenTo);
    if (target !== undefined && !overwrite) throw new Failure('conflict', `${givenTo} exists`, { field: 'path' });
    if (there.kind === 'submodule') refuse('isFolder', given);
    const [from, to] = [await this.#place(given), await this.#newPlace(givenTo)];
    const folder = there.kind === 'folder' && !(await this.#isLink(from));
    if (isWithin(to, from) && folder) refuse('intoItself', to);
    if (target !== undefined) await this.remove(to, true);
    const moved = folder ? await this.#filesBelow(from) : [from];
    for (const path of moved) {
      const place = `${to}${path.slice(from.length)}`;
      await this.drafts.rename(path, place, await this.#base(path), await this.#base(place));
    }
    if (!folder) return;
    const folders = this.#below(from).filter(({ kind }) => kind === 'folder');
    for (const { path } of folders)
      await this.drafts.rename(path, `${to}${path.slice(from.length)}`, undefined, undefined);
    if (moved.length === 0 && folders.length === 0) {
      await this.drafts.discard([from], 'working');
      await this.drafts.createFolder(to);
    }
  }

  /** What was committed from here, until the branch was read again: `file` undefined where it was removed. */
  land(path: string, file: BaseFile | undefined): void {
    const kind = file === undefined ? 'removed' : 'file';
    const sha = file?.sha;
    const change: Change = { ...landedChange, path, kind, base: sha, sha, size: file?.size ?? 0, modified: Date.now() };
    this.#landed.set(path, { change, commit: this.files.state?.head.commit });
  }

  /** Whether what a reader sees at `path` is what was committed from here. */
  landedAt(path: string): Change | undefined {
    const landed = this.#landed.get(path);
    if (landed?.commit === this.files.state?.head.commit) return landed?.change;
    this.#landed.delete(path);
    return undefined;
  }

  async #readLanded({ sha }: Change): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return sha === undefined ? undefined : await this.#blobs.find(sha);
  }

  /** The change that a reader sees: a draft, else what was just committed. */
  #effective(path: string): Change | undefined {
    return this.drafts.effective(path) ?? this.landedAt(path);
  }

  #below(path: string): readonly Change[] {
    const drafted = this.drafts.effectiveBelow(path);
    if (this.#landed.size === 0) return drafted;
    const seen = new Map(drafted.map((change) => [change.path, change]));
    for (const at of [...this.#landed.keys()]) {
      const change = this.landedAt(at);
      if (change !== undefined && !seen.has(at) && isWithin(at, path)) seen.set(at, change);
    }
    return [...seen.values()].filter((change) => change.path !== path);
  }

  /** Whether the branch is seen as it was read. */
  get #isPlain(): boolean {
    return this.drafts.isEmpty && this.#landed.size === 0;
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
  async #followed(path: string, asking: Asking): Promise<string> {
    if (path === '' || this.#effective(path) !== undefined) return path;
    const found = await (await this.files.snapshot()).find(path, asking);
    return found !== undefined && found.kind !== 'symlink' ? found.path : await this.#place(path);
  }

  /** Where an entry itself stands: links on the way are followed, the entry is not. */
  async #place(path: string): Promise<string> {
    const folder = parentOf(path);
    if (folder === '' || this.#draftedBelow(folder).length > 0 || this.#effective(folder) !== undefined) return path;
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
    if (this.#effective(path) !== undefined || this.#draftedBelow(path).length > 0) return false;
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

  /** Files and folders that only drafts put below `path`. */
  #draftedBelow(path: string): readonly string[] {
    return this.#below(path).flatMap((change) => (change.kind === 'removed' ? [] : [change.path]));
  }

  async #baseList(path: string, drafted: boolean, asking: Asking): Promise<ReadonlyMap<string, Listed>> {
    try {
      return await this.files.list(path, asking);
    } catch (error) {
      if (drafted && error instanceof Failure && (error.kind === 'missing' || error.kind === 'invalid'))
        return new Map();
      throw error;
    }
  }

  /** Whether drafts removed everything that a folder of the branch holds: git knows no empty folders. */
  async #isEmptied(path: string, asking: Asking): Promise<boolean> {
    if (path === '' || !this.#below(path).some(({ kind }) => kind === 'removed')) return false;
    if (this.#draftedBelow(path).length > 0) return false;
    for (const [name, { kind }] of await this.#baseList(path, true, asking)) {
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

function refuse(reason: FileReason, path: string): never {
  throw new Failure('invalid', `${reason}: ${path}`, { field: 'path', reason });
}
