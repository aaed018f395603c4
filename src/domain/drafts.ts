import { foldersAbove } from './changeTree.ts';
import { hasMarkers } from './conflict.ts';
import { isSameChange, type Change, type Conflict, type Layer } from './draft.ts';
import { layers } from './draftStore.ts';
import { blobSha } from './gitSha.ts';
import { MovableDrafts } from './movableDrafts.ts';

/** A file of the branch, as far as a change of it has to know it. */
export interface BaseFile {
  readonly sha: string;
  readonly mode: string;
  /** Bytes; 0 where it is not known. */
  readonly size: number;
}

/** A file to remove. */
export interface Removal {
  readonly path: string;
  /** The file of the branch, if there is one. */
  readonly base: BaseFile | undefined;
  /** Where given: the draft that it must still have, undefined for none. */
  readonly seen?: { readonly change: Change | undefined };
}

/** A file to move, with the files of the branch at both places. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly base: BaseFile | undefined;
  readonly targetBase: BaseFile | undefined;
}

/** What was discarded, to bring it back. */
export type Undo = () => Promise<void>;

const none = new Uint8Array();
const plainFile = '100644';

/** The changes of one branch that are not committed, and what may become of them. */
export class Drafts extends MovableDrafts {
  /** Keeps new content of a file. `base`: the file of the branch, if there is one. Content like the branch's is no change. */
  async write(path: string, bytes: Uint8Array<ArrayBuffer>, base: BaseFile | undefined): Promise<void> {
    const sha = await blobSha(bytes, base?.sha);
    await this.inTurn([path], async () => {
      const below = this.get('staged', path);
      // What is resolved stays staged.
      const layer = below?.conflict !== undefined && this.get('working', path) === undefined ? 'staged' : 'working';
      const before = this.effective(path);
      // Saved with some of its conflicts still marked, it is not to be sent.
      const open = before?.conflict;
      const conflict = open?.resolve === 'markers' && !hasMarkers(bytes) ? undefined : open;
      const like = layer === 'staged' || below === undefined ? base?.sha : below.sha;
      // A window that has not seen yet what another one committed would take an old text for the branch's.
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

  /** Removes a file: what the branch has is marked, what only a draft had is forgotten. */
  async remove(path: string, base: BaseFile | undefined): Promise<void> {
    await this.removeAll([{ path, base }]);
  }

  /** Removes files. Resolves with the paths that were left alone, since their draft is another one than `seen`. */
  async removeAll(files: readonly Removal[]): Promise<readonly string[]> {
    const paths = files.map(({ path }) => path);
    return await this.inTurn(paths, async () => {
      const left = files.filter(({ path, seen }) => seen && !isSameChange(this.effective(path), seen.change));
      const leftAlone = new Set(left);
      await this.each(files, async (file) => {
        if (!leftAlone.has(file)) await this.#remove(file.path, file.base);
      });
      return left.map(({ path }) => path);
    });
  }

  async createFolder(path: string): Promise<void> {
    await this.inTurn([path], () => this.put('working', { ...emptyChange(path), kind: 'folder' }, none));
  }

  /** Moves a file, its content untouched. `base` and `targetBase`: the files of the branch at both places. */
  async rename(from: string, to: string, base: BaseFile | undefined, targetBase: BaseFile | undefined): Promise<void> {
    await this.renameAll([{ from, to, base, targetBase }]);
  }

  /** Moves files, one after the other. */
  async renameAll(files: readonly Renaming[]): Promise<void> {
    const paths = new Set(files.flatMap(({ from, to }) => [from, to]));
    await this.inTurn([...paths], async () => {
      for (const file of files) await this.#rename(file);
    });
  }

  async stage(paths: readonly string[]): Promise<void> {
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        const change = this.get('working', path);
        if (change === undefined || change.kind === 'folder') return;
        const bytes = await this.held('working', change.path);
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
          await this.put('working', change, await this.held('staged', change.path));
        }
        await this.drop('staged', path);
      }),
    );
  }

  /** Forgets changes of both layers. The returned function brings them back, also when they were changed since. */
  async discard(paths: readonly string[], only?: Layer): Promise<Undo> {
    const kept: { layer: Layer; change: Change; bytes: Uint8Array<ArrayBuffer> }[] = [];
    await this.inTurn(paths, () =>
      this.each([...new Set(paths)], async (path) => {
        for (const layer of only === undefined ? layers : [only]) {
          const change = this.get(layer, path);
          if (change === undefined) continue;
          kept.push({ layer, change, bytes: await this.held(layer, change.path) });
          await this.drop(layer, path);
        }
      }),
    );
    return () =>
      this.inTurn(paths, () => this.each(kept, ({ layer, change, bytes }) => this.put(layer, change, bytes)));
  }

  /** Notes that `change` is sent now, whatever comes of it. */
  async sending(change: Change): Promise<void> {
    await this.inTurn([], () => this.sent.add(change));
  }

  /** Whether the server came from `base` to `sha` at `path` by what was sent from here, by whichever window. */
  async isOwn(path: string, base: string | undefined, sha: string | undefined): Promise<boolean> {
    return await this.sent.leads(path, base, sha);
  }

  /** The server now has `sha` (undefined: nothing) at `path`: a change that says the same is done, another starts from there. */
  async committed(layer: Layer, path: string, sha: string | undefined): Promise<void> {
    await this.inTurn([path], async () => {
      await this.sent.arrived(path, sha);
      for (const one of layer === 'staged' ? layers : (['working'] as const)) {
        const change = this.get(one, path);
        if (change === undefined || change.kind === 'folder') continue;
        const done = change.kind === 'removed' ? sha === undefined : change.sha === sha;
        if (done) {
          await this.drop(one, path);
          // What is staged below was saved before.
          if (layer === 'working') await this.drop('staged', path);
        } else await this.put(one, { ...change, base: sha, from: undefined }, await this.held(one, change.path));
      }
      // With a file in it on the server, a folder needs no draft any more.
      for (const folder of sha === undefined ? [] : foldersAbove(path))
        if (this.get('working', folder)?.kind === 'folder') await this.drop('working', folder);
    });
  }

  /**
   * Replaces the change `seen` after a merge of its bytes with what the server has: `base` is the server's blob. Resolves
   * with false, and changes nothing, where the draft is another one by now: it was not merged.
   */
  async merged(
    layer: Layer,
    seen: Change,
    bytes: Uint8Array<ArrayBuffer>,
    base: string | undefined,
    conflict?: Conflict,
  ): Promise<boolean> {
    const { path } = seen;
    const sha = await blobSha(bytes, base);
    return await this.inTurn([path], async () => {
      const change = this.get(layer, path);
      if (change === undefined || !isSameChange(change, seen)) return false;
      if (sha === base && conflict === undefined) await this.drop(layer, path);
      else {
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
      }
      return true;
    });
  }

  /** Marks a change as waiting for a person's choice, or as decided. */
  async setConflict(
    layer: Layer,
    path: string,
    conflict: Conflict | undefined,
    base?: { readonly sha: string | undefined },
  ): Promise<void> {
    await this.inTurn([path], async () => {
      const change = this.get(layer, path);
      if (change === undefined) return;
      const bytes = await this.held(layer, change.path);
      await this.put(layer, { ...change, conflict, base: base === undefined ? change.base : base.sha }, bytes);
    });
  }

  async #rename({ from, to, base, targetBase }: Renaming): Promise<void> {
    const change = this.effective(from);
    if (change?.kind === 'folder') {
      await this.drop('working', from);
      await this.put('working', { ...emptyChange(to), kind: 'folder' }, none);
      return;
    }
    const bytes = change === undefined ? none : await this.held(this.layerOf(change), from);
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
