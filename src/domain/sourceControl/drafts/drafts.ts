import { toBase64 } from '../../../core/base64.ts';
import { Failure } from '../../../core/errors.ts';
import { foldersAbove } from './changeTree.ts';
import { hasMarkers } from '../../text/conflict.ts';
import { isFolder, isMarked, isSameChange, type Change, type DraftConflict, type Layer } from './draft.ts';
import { layers } from './draftStore.ts';
import { blobSha } from '../../objects/gitSha.ts';
import { MovableDrafts } from './movableDrafts.ts';
import { requireKnownName } from '../../objects/readablePath.ts';
import { requireUsableMove, requireUsablePath } from './usablePath.ts';

/** The facts about a file of the branch that a change of it needs. */
export interface BaseFile {
  readonly sha: string;
  readonly mode: string;
  /** Bytes; 0 if it is not known. */
  readonly size: number;
}

export interface Removal {
  readonly path: string;
  readonly base: BaseFile | undefined;
  /** Optional precondition: the draft that the file must still have; `change` undefined: no draft. */
  readonly seen?: { readonly change: Change | undefined };
}

/** A file to move, with the files of the branch at both paths. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly base: BaseFile | undefined;
  readonly targetBase: BaseFile | undefined;
}

export type Undo = () => Promise<void>;

export interface DraftWrite {
  readonly seen?: Removal['seen'];
  /** The editor saves by itself, which resolves no merge: the merge editor begins with the text of the base. */
  readonly isAutomatic?: boolean;
}

const none = new Uint8Array();
const plainFile = '100644';

/** The uncommitted changes of one branch, and the operations on them. */
export class Drafts extends MovableDrafts {
  /**
   * `base`: the file of the branch; content equal to it removes the draft. Text without markers resolves a conflict.
   * @throws Failure of `requireUsablePath`; `conflict` if the draft differs from `seen`
   */
  async write(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    base: BaseFile | undefined,
    { seen, isAutomatic = false }: DraftWrite = {},
  ): Promise<void> {
    requireUsablePath(path);
    const sha = await blobSha(bytes, base?.sha);
    await this.inTurn([path], async () => {
      if (seen !== undefined && !isSameChange(this.effective(path), seen.change)) throw draftChanged(path);
      const below = this.get('staged', path);
      // A resolved conflict stays staged.
      const layer = below?.conflict !== undefined && this.get('working', path) === undefined ? 'staged' : 'working';
      const before = this.effective(path);
      // A draft with remaining conflict markers must not be sent.
      const open = before?.conflict;
      const isOpen = !isMarked(open) || hasMarkers(bytes) || (open.resolve === 'merge' && isAutomatic);
      const conflict = isOpen ? open : undefined;
      const like = layer === 'staged' || below === undefined ? base?.sha : below.sha;
      // Another window may have committed a newer version: then an old text equal to `base` is a change, not a revert.
      const isSeen = like !== base?.sha || !(await this.sent.isPast(path, like));
      if (conflict === undefined && like === sha && isSeen) {
        await this.drop(layer, path);
        return;
      }
      await this.put(
        layer,
        {
          path,
          kind: 'file',
          base: before?.base ?? base?.sha,
          mode: before?.mode ?? base?.mode ?? plainFile,
          sha,
          size: bytes.byteLength,
          held: true,
          from: before?.kind === 'file' ? before.from : undefined,
          conflict,
          modified: Date.now(),
        },
        bytes,
      );
    });
  }

  /** False if the file has a draft, which stays. @throws Failure of `requireUsablePath` */
  async writeMerge(path: string, bytes: Uint8Array<ArrayBuffer>, base: BaseFile): Promise<boolean> {
    requireUsablePath(path);
    const sha = await blobSha(bytes, base.sha);
    return await this.inTurn([path], async () => {
      if (this.effective(path) !== undefined) return false;
      const conflict = { theirs: base.sha, resolve: 'merge', marked: toBase64(bytes) } as const;
      const text = { sha, size: bytes.byteLength, held: true, conflict };
      await this.put(
        'working',
        { ...emptyChange(path), kind: 'file', base: base.sha, mode: base.mode, ...text },
        bytes,
      );
      return true;
    });
  }

  /**
   * Marks files of the branch as removed, and forgets others. Resolves with the skipped paths: their draft differs
   * from `seen`. @throws Failure of `requireKnownName`
   */
  async removeAll(files: readonly Removal[]): Promise<readonly string[]> {
    const paths = files.map(({ path }) => path);
    paths.forEach(requireKnownName);
    return await this.inTurn(paths, async () => {
      const skipped = files.filter(({ path, seen }) => seen && !isSameChange(this.effective(path), seen.change));
      const skippedSet = new Set(skipped);
      await this.each(files, async (file) => {
        if (!skippedSet.has(file)) await this.#remove(file.path, file.base);
      });
      return skipped.map(({ path }) => path);
    });
  }

  /** The removal of a file of this name stays. @throws Failure of `requireUsablePath` */
  async createFolder(path: string): Promise<void> {
    requireUsablePath(path);
    await this.inTurn([path], () => {
      const before = this.effective(path);
      const removal = before?.kind === 'removed' ? ({ ...before, isFolder: true } as const) : undefined;
      return this.put('working', removal ?? emptyFolder(path), none);
    });
  }

  /** Forgets the folders, not what is in them. */
  async dropFolders(paths: readonly string[]): Promise<void> {
    await this.inTurn(paths, () => this.each(paths, async (path) => await this.#dropFolder(path)));
  }

  /** Moves files without a change of their content, one after the other. @throws Failure of `requireUsablePath` */
  async renameAll(files: readonly Renaming[]): Promise<void> {
    for (const { from, to } of files) requireUsableMove(from, to);
    const paths = new Set(files.flatMap(({ from, to }) => [from, to]));
    await this.inTurn([...paths], async () => {
      for (const file of files) await this.#rename(file);
    });
  }

  /** Gives changed files the mode 100755. Links and files without a change keep their mode. */
  async makeExecutable(paths: readonly string[]): Promise<void> {
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        const change = this.effective(path);
        if (change?.kind !== 'file' || change.mode !== plainFile) return;
        const layer = this.layerOf(change);
        await this.put(layer, { ...change, mode: '100755', modified: Date.now() }, await this.storedBytes(layer, path));
      }),
    );
  }

  async stage(paths: readonly string[]): Promise<void> {
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        const change = this.get('working', path);
        if (change === undefined || change.kind === 'folder') return;
        const bytes = await this.storedBytes('working', change.path);
        const nothingLeft = change.kind === 'removed' && change.base === undefined;
        if (nothingLeft) await this.drop('staged', path);
        else await this.put('staged', change, bytes);
        await this.drop('working', path);
      }),
    );
  }

  async unstage(paths: readonly string[]): Promise<void> {
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        const change = this.get('staged', path);
        if (change === undefined) return;
        if (this.get('working', path) === undefined) {
          await this.put('working', change, await this.storedBytes('staged', change.path));
        }
        await this.drop('staged', path);
      }),
    );
  }

  /** Drops changes of both layers, or of `only`. The returned function restores them, over any newer drafts. */
  async discard(paths: readonly string[], only?: Layer): Promise<Undo> {
    const discarded: { layer: Layer; change: Change; bytes: Uint8Array<ArrayBuffer> }[] = [];
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        for (const layer of only === undefined ? layers : [only]) {
          const change = this.get(layer, path);
          if (change === undefined) continue;
          discarded.push({ layer, change, bytes: await this.storedBytes(layer, change.path) });
          await this.drop(layer, path);
        }
      }),
    );
    return () =>
      this.inTurn(paths, () => this.each(discarded, ({ layer, change, bytes }) => this.put(layer, change, bytes)));
  }

  /** Records that `changes` are about to be sent, before their result is known. */
  async sending(...changes: readonly Change[]): Promise<void> {
    await this.inTurn([], () => this.sent.add(changes));
  }

  /** Whether pushes of this computer (any window) changed `path` on the server from `base` to `sha`. */
  async isOwnPush(path: string, base: string | undefined, sha: string | undefined): Promise<boolean> {
    return await this.sent.leads(path, base, sha);
  }

  /** The server now has `sha` (undefined: no file). Drops an equal change. A different change gets the file as its base. */
  async committed(layer: Layer, path: string, sha: string | undefined): Promise<void> {
    await this.inTurn([path], async () => {
      await this.sent.arrived(path, sha);
      for (const one of layer === 'staged' ? layers : (['working'] as const)) {
        const change = this.get(one, path);
        if (change === undefined || change.kind === 'folder') continue;
        const done = change.kind === 'removed' ? sha === undefined : change.sha === sha;
        if (done) {
          if (one === 'working' && change.isFolder === true) await this.put(one, emptyFolder(path), none);
          else await this.drop(one, path);
          // The staged change is older than the committed working change.
          if (layer === 'working') await this.drop('staged', path);
        } else await this.put(one, { ...change, base: sha, from: undefined }, await this.storedBytes(one, change.path));
      }
      // A folder with a file on the server needs no folder draft.
      for (const folder of sha === undefined ? [] : foldersAbove(path))
        if (this.get('working', folder)?.kind === 'folder') await this.drop('working', folder);
    });
  }

  /**
   * Replaces the change `seen` by its merge with the server version. `base`: blob sha on the server. Resolves with
   * the merged change (undefined: it equals that version), or with `changed` if the draft is no longer `seen`: the newer
   * draft is not part of the merge, and stays.
   */
  async merged(
    layer: Layer,
    seen: Change,
    bytes: Uint8Array<ArrayBuffer>,
    base: string | undefined,
    conflict?: DraftConflict,
  ): Promise<Change | 'changed' | undefined> {
    const { path } = seen;
    const sha = await blobSha(bytes, base);
    return await this.inTurn([path], async () => {
      const change = this.get(layer, path);
      if (change === undefined || !isSameChange(change, seen)) return 'changed';
      if (sha === base && conflict === undefined) {
        await this.drop(layer, path);
        return undefined;
      }
      const merged: Change = {
        ...change,
        kind: 'file',
        base,
        sha,
        size: bytes.byteLength,
        held: true,
        conflict,
        modified: Date.now(),
      };
      await this.put(layer, merged, bytes);
      return merged;
    });
  }

  /** Marks a change as conflicting, or as resolved (undefined). `base`: new base of the change. */
  async setConflict(
    layer: Layer,
    path: string,
    conflict: DraftConflict | undefined,
    base?: { readonly sha: string | undefined },
  ): Promise<void> {
    await this.inTurn([path], async () => {
      const change = this.get(layer, path);
      if (change === undefined) return;
      const bytes = await this.storedBytes(layer, change.path);
      await this.put(layer, { ...change, conflict, base: base === undefined ? change.base : base.sha }, bytes);
    });
  }

  async #rename({ from, to, base, targetBase }: Renaming): Promise<void> {
    const change = this.effective(from);
    if (isFolder(change)) {
      await this.#dropFolder(from);
      await this.put('working', emptyFolder(to), none);
      return;
    }
    const bytes = change === undefined ? none : await this.storedBytes(this.layerOf(change), from);
    const content =
      change ??
      (base === undefined ? undefined : { ...emptyChange(from), sha: base.sha, size: base.size, mode: base.mode });
    if (content === undefined) return;
    const origin = change?.from ?? (base === undefined ? undefined : from);
    if (targetBase?.sha === content.sha) {
      await this.drop('working', to);
      await this.drop('staged', to);
    } else {
      await this.put(
        'working',
        {
          ...content,
          path: to,
          kind: 'file',
          base: this.effective(to)?.base ?? targetBase?.sha,
          held: change?.held ?? false,
          from: origin === to ? undefined : origin,
          conflict: undefined,
          modified: Date.now(),
        },
        bytes,
      );
    }
    await this.#remove(from, base);
  }

  async #dropFolder(path: string): Promise<void> {
    const change = this.effective(path);
    if (change?.kind === 'folder') await this.drop('working', path);
    else if (change?.isFolder === true) await this.put('working', { ...change, isFolder: undefined }, none);
  }

  async #remove(path: string, base: BaseFile | undefined): Promise<void> {
    const staged = this.get('staged', path);
    const started = this.effective(path)?.base ?? base?.sha;
    if (started === undefined && staged === undefined) await this.drop('working', path);
    else
      await this.put(
        'working',
        { ...emptyChange(path), kind: 'removed', base: started, mode: base?.mode ?? plainFile },
        none,
      );
  }
}

export const draftChanged = (path: string): Failure =>
  new Failure('conflict', `the draft of ${path} changed`, { field: 'path', reason: 'draftChanged', about: [path] });

const emptyFolder = (path: string): Change => ({ ...emptyChange(path), kind: 'folder' });

const emptyChange = (path: string): Change => ({
  path,
  kind: 'file',
  base: undefined,
  mode: plainFile,
  sha: undefined,
  size: 0,
  held: false,
  from: undefined,
  conflict: undefined,
  modified: Date.now(),
});
