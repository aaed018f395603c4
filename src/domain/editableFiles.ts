import { Failure } from '../core/errors.ts';
import type { Blobs } from './blobs.ts';
import type { Drafts } from './drafts.ts';
import { baseFile } from './remoteBranch.ts';
import type { FileStatus, ReadOptions, RepositoryFiles } from './repositoryFiles.ts';
import type { Listed } from './snapshot.ts';
import type { Asking } from './source.ts';

/** A branch with the drafts on top: what a person sees and edits. Nothing here reaches the service but reading. */
export class EditableFiles {
  readonly files: RepositoryFiles;
  readonly drafts: Drafts;
  readonly #blobs: Blobs;

  constructor(files: RepositoryFiles, drafts: Drafts, blobs: Blobs) {
    this.files = files;
    this.drafts = drafts;
    this.#blobs = blobs;
  }

  /** Throws a Failure `missing` where nothing stands at `path`. */
  async stat(path: string, asking: Asking = {}): Promise<FileStatus> {
    const change = this.drafts.effective(path);
    if (change?.kind === 'removed') return missing(path);
    if (change?.kind === 'file') {
      const { sha, size, modified } = change;
      return { kind: 'file', linked: false, sha, size, mtime: modified, ctime: modified };
    }
    if (change?.kind === 'folder' || this.#draftedBelow(path).length > 0) return folderStatus(change?.modified ?? 0);
    const status = await this.files.stat(path, asking);
    return status.kind === 'folder' && (await this.#isEmptied(path, asking)) ? missing(path) : status;
  }

  async list(path: string, asking: Asking = {}): Promise<ReadonlyMap<string, Listed>> {
    const drafted = this.#draftedBelow(path);
    const listed = new Map(
      await this.#baseList(path, drafted.length > 0 || this.drafts.effective(path)?.kind === 'folder', asking),
    );
    const start = path === '' ? 0 : path.length + 1;
    for (const change of this.drafts.effectiveBelow(path)) {
      const rest = change.path.slice(start);
      const slash = rest.indexOf('/');
      const name = slash < 0 ? rest : rest.slice(0, slash);
      if (slash < 0 && change.kind === 'removed') listed.delete(name);
      else if (slash < 0) listed.set(name, { kind: change.kind === 'folder' ? 'folder' : 'file', sha: change.sha });
      else if (change.kind !== 'removed') listed.set(name, { kind: 'folder', sha: listed.get(name)?.sha });
      else if (await this.#isEmptied(join(path, name), asking)) listed.delete(name);
    }
    return listed;
  }

  async read(path: string, options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const change = this.drafts.effective(path);
    if (change?.kind === 'removed') return missing(path);
    if (change?.kind === 'file') return (await this.drafts.read(path)) ?? missing(path);
    return await this.files.read(path, options);
  }

  /** Keeps a draft. Throws `missing` or `conflict` as `create` and `overwrite` say, `missing` without a parent folder. */
  async write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    { create, overwrite }: { readonly create: boolean; readonly overwrite: boolean },
  ): Promise<void> {
    const there = await this.#find(path);
    if (there?.kind === 'folder' || there?.kind === 'submodule')
      throw new Failure('invalid', `${path} is a folder`, { field: 'path' });
    if (there === undefined && !create) missing(path);
    if (there !== undefined && create && !overwrite) throw new Failure('conflict', `${path} exists`, { field: 'path' });
    if (there === undefined) await this.stat(parentOf(path));
    const real = there === undefined ? path : await this.#realPath(path);
    await this.drafts.write(real, new Uint8Array(bytes), await this.#base(real));
  }

  async createFolder(path: string): Promise<void> {
    if ((await this.#find(path)) !== undefined) throw new Failure('conflict', `${path} exists`, { field: 'path' });
    await this.stat(parentOf(path));
    await this.drafts.createFolder(path);
  }

  /** Removes a file or a folder with all it holds. */
  async remove(path: string, recursive: boolean): Promise<void> {
    const there = (await this.#find(path)) ?? missing(path);
    if (there.kind !== 'folder') {
      await this.drafts.remove(path, await this.#base(path));
      return;
    }
    const inside = await this.#filesBelow(path);
    if (inside.length > 0 && !recursive) throw new Failure('invalid', `${path} is not empty`, { field: 'path' });
    for (const file of inside) await this.drafts.remove(file, await this.#base(file));
    const folders = this.drafts.effectiveBelow(path).filter(({ kind }) => kind === 'folder');
    await this.drafts.discard([path, ...folders.map((folder) => folder.path)], 'working');
  }

  /** Moves a file or a folder with all it holds; contents are not fetched. */
  async rename(from: string, to: string, overwrite: boolean): Promise<void> {
    const there = (await this.#find(from)) ?? missing(from);
    const target = await this.#find(to);
    if (target !== undefined && !overwrite) throw new Failure('conflict', `${to} exists`, { field: 'path' });
    if (isWithin(to, from) && there.kind === 'folder')
      throw new Failure('invalid', `${to} is inside ${from}`, { field: 'path' });
    await this.stat(parentOf(to));
    if (target !== undefined) await this.remove(to, true);
    const moved = there.kind === 'folder' ? await this.#filesBelow(from) : [from];
    for (const path of moved) {
      const place = `${to}${path.slice(from.length)}`;
      await this.drafts.rename(path, place, await this.#base(path), await this.#base(place));
    }
    if (there.kind !== 'folder') return;
    const folders = this.drafts.effectiveBelow(from).filter(({ kind }) => kind === 'folder');
    for (const { path } of folders)
      await this.drafts.rename(path, `${to}${path.slice(from.length)}`, undefined, undefined);
    if (moved.length === 0 && folders.length === 0) {
      await this.drafts.discard([from], 'working');
      await this.drafts.createFolder(to);
    }
  }

  async #find(path: string): Promise<FileStatus | undefined> {
    try {
      return await this.stat(path);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** Where a link leads: what is saved through it is the file behind it. */
  async #realPath(path: string): Promise<string> {
    if (this.drafts.effective(path) !== undefined) return path;
    const found = await (await this.files.snapshot()).find(path);
    return found?.kind === 'file' ? found.path : path;
  }

  async #base(path: string): ReturnType<typeof baseFile> {
    return await baseFile(this.files, this.#blobs, path);
  }

  /** Files and folders that only drafts put below `path`. */
  #draftedBelow(path: string): readonly string[] {
    return this.drafts.effectiveBelow(path).flatMap((change) => (change.kind === 'removed' ? [] : [change.path]));
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
    if (path === '' || !this.drafts.effectiveBelow(path).some(({ kind }) => kind === 'removed')) return false;
    if (this.#draftedBelow(path).length > 0) return false;
    for (const [name, { kind }] of await this.#baseList(path, true, asking)) {
      const inside = join(path, name);
      const gone =
        kind === 'folder' ? await this.#isEmptied(inside, asking) : this.drafts.effective(inside)?.kind === 'removed';
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
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const folderStatus = (mtime: number): FileStatus => ({
  kind: 'folder',
  linked: false,
  sha: undefined,
  size: 0,
  mtime,
  ctime: mtime,
});

function missing(path: string): never {
  throw new Failure('missing', `there is no ${path === '' ? 'root' : path}`, { field: 'path' });
}
