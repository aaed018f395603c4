import { Emitter, type Event } from '../core/emitter.ts';
import { Failure } from '../core/errors.ts';
import type { Storage } from '../core/storage.ts';
import { hasMarkers } from './conflict.ts';
import { draftFolder, nameHash, storedDrafts } from './draftStorage.ts';
import { blobSha } from './gitSha.ts';
import { decodeDraft, encodeDraft, type Change, type Conflict, type DraftBranch, type Layer } from './draft.ts';

/** A file of the branch, as far as a change of it has to know it. */
export interface BaseFile {
  readonly sha: string;
  readonly mode: string;
  /** Bytes; 0 where it is not known. */
  readonly size: number;
}

/** A change and its bytes, read at once. */
export interface DraftContent {
  readonly change: Change;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What was discarded, to bring it back. */
export type Undo = () => Promise<void>;

const none = new Uint8Array();
const plainFile = '100644';

/**
 * The changes of one branch that are not committed, each in a file of its own. What a method has resolved survives a
 * crash. Two windows see each other's changes after `load`.
 */
export class Drafts {
  readonly branch: DraftBranch;
  readonly #storage: Storage;
  readonly #blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly #layers: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
  readonly #changed = new Emitter<readonly string[]>();
  #queue: Promise<unknown> = Promise.resolve();

  /** `blob` reads the bytes of a blob of the repository, which stands at `path` in the branch. */
  constructor(
    storage: Storage,
    branch: DraftBranch,
    blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.#storage = storage;
    this.branch = branch;
    this.#blob = blob;
  }

  /** Fires with the paths whose content or presence changed. */
  readonly onDidChange: Event<readonly string[]> = this.#changed.event;

  /** Reads what is on disk: at the start, and after another window wrote. */
  async load(): Promise<void> {
    await this.#inTurn(async () => {
      const found: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
      for (const draft of await storedDrafts(this.#storage, await draftFolder(this.branch))) {
        found[draft.layer].set(draft.change.path, draft.change);
      }
      const before = new Map(this.#all());
      for (const layer of layers) {
        this.#layers[layer].clear();
        for (const [path, change] of found[layer]) this.#layers[layer].set(path, change);
      }
      const after = new Map(this.#all());
      const differ = [...new Set([...before.keys(), ...after.keys()])].filter(
        (key) => !same(before.get(key), after.get(key)),
      );
      this.#fire(differ.map((key) => key.slice(key.indexOf('/') + 1)));
    });
  }

  /** Reads what is on disk at one path: before somebody relies on it, whoever wrote there last. */
  async look(path: string): Promise<void> {
    await this.#inTurn(async () => {
      for (const layer of layers) {
        const stored = await this.#storage.read(await this.#nameOf(layer, path));
        const change = stored === undefined ? undefined : decodeDraft(stored)?.change;
        if (same(this.#layers[layer].get(path), change)) continue;
        if (change === undefined) this.#layers[layer].delete(path);
        else this.#layers[layer].set(path, change);
        this.#fire([path]);
      }
    });
  }

  /** Changes of one layer, by path. */
  changes(layer: Layer): readonly Change[] {
    return [...this.#layers[layer].values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The change that a reader of `path` sees; undefined: the file of the branch. */
  effective(path: string): Change | undefined {
    return this.#layers.working.get(path) ?? this.#layers.staged.get(path);
  }

  get(layer: Layer, path: string): Change | undefined {
    return this.#layers[layer].get(path);
  }

  get isEmpty(): boolean {
    return layers.every((layer) => this.#layers[layer].size === 0);
  }

  /** Every changed path below `path` (`''`: all), as a reader sees it. */
  effectiveBelow(path: string): readonly Change[] {
    const prefix = path === '' ? '' : `${path}/`;
    const seen = new Map([...this.#layers.staged, ...this.#layers.working]);
    return [...seen.values()].filter((change) => change.path.startsWith(prefix));
  }

  /** The change at `path` together with its bytes, as they are on disk; undefined: there is none. */
  async content(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const stored = await this.#storage.read(await this.#nameOf(layer, path));
    const draft = stored === undefined ? undefined : decodeDraft(stored);
    if (draft === undefined) return undefined;
    const { change } = draft;
    const elsewhere = change.kind === 'file' && !change.held && change.sha !== undefined;
    return { change, bytes: elsewhere ? await this.#blob(change.sha, change.from ?? path) : draft.bytes };
  }

  /** The bytes that a reader of `path` sees; undefined: the file of the branch. */
  async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return ((await this.content('working', path)) ?? (await this.content('staged', path)))?.bytes;
  }

  /** Bytes to write along with a change: none where it refers to a blob. */
  async #held(layer: Layer, path: string): Promise<Uint8Array<ArrayBuffer>> {
    const stored = await this.#storage.read(await this.#nameOf(layer, path));
    const draft = stored === undefined ? undefined : decodeDraft(stored);
    if (draft === undefined)
      throw new Failure('missing', `the draft of ${path} is no longer on disk`, { field: 'path', words: path });
    return draft.bytes;
  }

  /** Keeps new content of a file. `base`: the file of the branch, if there is one. Content like the branch's is no change. */
  async write(path: string, bytes: Uint8Array<ArrayBuffer>, base: BaseFile | undefined): Promise<void> {
    const sha = await blobSha(bytes, base?.sha);
    await this.#inTurn(async () => {
      const below = this.#layers.staged.get(path);
      // What is resolved stays staged.
      const layer = below?.conflict !== undefined && !this.#layers.working.has(path) ? 'staged' : 'working';
      const before = this.effective(path);
      // Saved with some of its conflicts still marked, it is not to be sent.
      const open = before?.conflict;
      const conflict = open?.resolve === 'markers' && !hasMarkers(bytes) ? undefined : open;
      const like = layer === 'staged' || below === undefined ? base?.sha : below.sha;
      if (conflict === undefined && like === sha) {
        await this.#drop(layer, path);
        return;
      }
      await this.#put(
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
    await this.#inTurn(() => this.#remove(path, base));
  }

  async createFolder(path: string): Promise<void> {
    await this.#inTurn(() => this.#put('working', { ...emptyChange(path), kind: 'folder' }, none));
  }

  /** Moves a file, its content untouched. `base` and `targetBase`: the files of the branch at both places. */
  async rename(from: string, to: string, base: BaseFile | undefined, targetBase: BaseFile | undefined): Promise<void> {
    await this.#inTurn(async () => {
      const change = this.effective(from);
      if (change?.kind === 'folder') {
        await this.#drop('working', from);
        await this.#put('working', { ...emptyChange(to), kind: 'folder' }, none);
        return;
      }
      const bytes = change === undefined ? none : await this.#held(this.#layerOf(change), from);
      const content =
        change ??
        (base === undefined ? undefined : { ...emptyChange(from), sha: base.sha, size: base.size, mode: base.mode });
      if (content === undefined) return;
      const origin = change?.from ?? (base === undefined ? undefined : from);
      if (targetBase?.sha === content.sha) {
        await this.#drop('working', to);
        await this.#drop('staged', to);
      } else {
        await this.#put(
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
    });
  }

  async stage(paths: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const path of paths) {
        const change = this.#layers.working.get(path);
        if (change === undefined || change.kind === 'folder') continue;
        const bytes = await this.#held('working', change.path);
        const nothingLeft = change.kind === 'removed' && change.base === undefined;
        if (nothingLeft) await this.#drop('staged', path);
        else await this.#put('staged', change, bytes);
        await this.#drop('working', path);
      }
    });
  }

  async unstage(paths: readonly string[]): Promise<void> {
    await this.#inTurn(async () => {
      for (const path of paths) {
        const change = this.#layers.staged.get(path);
        if (change === undefined) continue;
        if (!this.#layers.working.has(path)) {
          await this.#put('working', change, await this.#held('staged', change.path));
        }
        await this.#drop('staged', path);
      }
    });
  }

  /** Forgets changes of both layers. The returned function brings them back, also when they were changed since. */
  async discard(paths: readonly string[], only?: Layer): Promise<Undo> {
    const kept: { layer: Layer; change: Change; bytes: Uint8Array<ArrayBuffer> }[] = [];
    await this.#inTurn(async () => {
      for (const layer of layers) {
        if (only !== undefined && only !== layer) continue;
        for (const path of paths) {
          const change = this.#layers[layer].get(path);
          if (change === undefined) continue;
          kept.push({ layer, change, bytes: await this.#held(layer, change.path) });
          await this.#drop(layer, path);
        }
      }
    });
    return () =>
      this.#inTurn(async () => {
        for (const { layer, change, bytes } of kept) await this.#put(layer, change, bytes);
      });
  }

  /** The server now has `sha` (undefined: nothing) at `path`: a change that says the same is done, another starts from there. */
  async committed(layer: Layer, path: string, sha: string | undefined): Promise<void> {
    await this.#inTurn(async () => {
      for (const one of layer === 'staged' ? layers : (['working'] as const)) {
        const change = this.#layers[one].get(path);
        if (change === undefined || change.kind === 'folder') continue;
        const done = change.kind === 'removed' ? sha === undefined : change.sha === sha;
        if (done) {
          await this.#drop(one, path);
          // What is staged below was saved before.
          if (layer === 'working') await this.#drop('staged', path);
        } else await this.#put(one, { ...change, base: sha, from: undefined }, await this.#held(one, change.path));
      }
      // With a file in it on the server, a folder needs no draft any more.
      const folders = this.changes('working').filter(({ kind }) => kind === 'folder');
      for (const folder of sha === undefined ? [] : folders)
        if (path.startsWith(`${folder.path}/`)) await this.#drop('working', folder.path);
    });
  }

  /** Replaces a change after a merge with what the server has: `base` is the server's blob. */
  async merged(
    layer: Layer,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    base: string | undefined,
    conflict?: Conflict,
  ): Promise<void> {
    const sha = await blobSha(bytes, base);
    await this.#inTurn(async () => {
      const change = this.#layers[layer].get(path) ?? emptyChange(path);
      if (sha === base && conflict === undefined) await this.#drop(layer, path);
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
        await this.#put(layer, merged, bytes);
      }
    });
  }

  /** Marks a change as waiting for a person's choice, or as decided. */
  async setConflict(
    layer: Layer,
    path: string,
    conflict: Conflict | undefined,
    base?: { readonly sha: string | undefined },
  ): Promise<void> {
    await this.#inTurn(async () => {
      const change = this.#layers[layer].get(path);
      if (change === undefined) return;
      const bytes = await this.#held(layer, change.path);
      await this.#put(layer, { ...change, conflict, base: base === undefined ? change.base : base.sha }, bytes);
    });
  }

  /**
   * Puts every change also into the drafts of another branch, and forgets it here. Throws `conflict`, with nothing moved,
   * where both have a draft of one file.
   */
  async moveTo(other: Drafts): Promise<void> {
    await other.load();
    const both = this.effectiveBelow('').filter(({ path }) => other.effective(path) !== undefined);
    if (both.length > 0) {
      const words = both.map(({ path }) => path).join(', ');
      throw new Failure('conflict', `drafts of both branches: ${words}`, {
        field: 'to',
        reason: 'draftedThere',
        words,
      });
    }
    const moved: { layer: Layer; change: Change; bytes: Uint8Array<ArrayBuffer> }[] = [];
    for (const layer of layers) {
      for (const change of this.changes(layer)) {
        moved.push({ layer, change, bytes: await this.#held(layer, change.path) });
      }
    }
    await other.#inTurn(async () => {
      for (const { layer, change, bytes } of moved) await other.#put(layer, change, bytes);
    });
    await this.discard(moved.map(({ change }) => change.path));
  }

  async #remove(path: string, base: BaseFile | undefined): Promise<void> {
    const staged = this.#layers.staged.get(path);
    const started = this.effective(path)?.base ?? base?.sha;
    if (started === undefined && staged === undefined) await this.#drop('working', path);
    else
      await this.#put(
        'working',
        { ...emptyChange(path), kind: 'removed', base: started, mode: base?.mode ?? plainFile },
        none,
      );
  }

  async #put(layer: Layer, change: Change, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const whole = encodeDraft({ layer, branch: this.branch, change, bytes });
    await this.#storage.write(await this.#nameOf(layer, change.path), whole);
    this.#layers[layer].set(change.path, change);
    this.#fire([change.path]);
  }

  async #drop(layer: Layer, path: string): Promise<void> {
    await this.#storage.remove(await this.#nameOf(layer, path));
    if (this.#layers[layer].delete(path)) this.#fire([path]);
  }

  async #nameOf(layer: Layer, path: string): Promise<string> {
    return `${await draftFolder(this.branch)}/${layer}-${await nameHash(path)}`;
  }

  *#all(): Iterable<[string, Change]> {
    for (const layer of layers) for (const [path, change] of this.#layers[layer]) yield [`${layer}/${path}`, change];
  }

  #layerOf(change: Change): Layer {
    return this.#layers.working.get(change.path) === change ? 'working' : 'staged';
  }

  #fire(paths: readonly string[]): void {
    if (paths.length > 0) this.#changed.fire([...new Set(paths)]);
  }

  /** One change at a time: each sees the ones before it complete. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

const layers: readonly Layer[] = ['working', 'staged'];

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

const same = (a: Change | undefined, b: Change | undefined): boolean =>
  a?.sha === b?.sha &&
  a?.kind === b?.kind &&
  a?.base === b?.base &&
  a?.modified === b?.modified &&
  a?.conflict?.theirs === b?.conflict?.theirs &&
  a?.conflict?.resolve === b?.conflict?.resolve;
