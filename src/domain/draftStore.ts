import { Emitter, type Event } from '../core/emitter.ts';
import { Failure } from '../core/errors.ts';
import type { Storage } from '../core/storage.ts';
import { decodeDraft, encodeDraft, type Change, type DraftBranch, type Layer } from './draft.ts';
import { draftFolder, DraftReader, nameHash } from './draftStorage.ts';
import { Sent } from './sent.ts';

/** A change and its bytes, read at once. */
export interface DraftContent {
  readonly change: Change;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Both layers, what a reader sees first. */
export const layers: readonly Layer[] = ['working', 'staged'];

/**
 * What is kept of the drafts of one branch: each in a file of its own on disk, and their changes in memory. What a method
 * has resolved survives a crash. Two windows see each other's changes after `load`.
 */
export class DraftStore {
  readonly branch: DraftBranch;
  /** What was sent of them. */
  protected readonly sent: Sent;
  readonly #storage: Storage;
  readonly #blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly #layers: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
  readonly #changed = new Emitter<readonly string[]>();
  #reader: DraftReader | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** `blob` reads the bytes of a blob of the repository, which stands at `path` in the branch. */
  constructor(
    storage: Storage,
    branch: DraftBranch,
    blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.#storage = storage;
    this.branch = branch;
    this.sent = new Sent(storage, branch);
    this.#blob = blob;
  }

  /** Fires with the paths whose content or presence changed. */
  readonly onDidChange: Event<readonly string[]> = this.#changed.event;

  /** Reads what is on disk: at the start, and after another window wrote. */
  async load(): Promise<void> {
    await this.#inTurn(async () => {
      const found: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
      this.#reader ??= new DraftReader(this.#storage, await draftFolder(this.branch));
      for (const draft of await this.#reader.read()) {
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
    await this.#inTurn(() => this.#look(path));
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
  protected async held(layer: Layer, path: string): Promise<Uint8Array<ArrayBuffer>> {
    const stored = await this.#storage.read(await this.#nameOf(layer, path));
    const draft = stored === undefined ? undefined : decodeDraft(stored);
    if (draft === undefined)
      throw new Failure('missing', `the draft of ${path} is no longer on disk`, { field: 'path', words: path });
    return draft.bytes;
  }

  protected async put(layer: Layer, change: Change, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const whole = encodeDraft({ layer, branch: this.branch, change, bytes });
    await this.#storage.write(await this.#nameOf(layer, change.path), whole);
    this.#layers[layer].set(change.path, change);
    this.#fire([change.path]);
  }

  protected async drop(layer: Layer, path: string): Promise<void> {
    await this.#storage.remove(await this.#nameOf(layer, path));
    if (this.#layers[layer].delete(path)) this.#fire([path]);
  }

  async #look(path: string): Promise<void> {
    for (const layer of layers) {
      const stored = await this.#storage.read(await this.#nameOf(layer, path));
      const change = stored === undefined ? undefined : decodeDraft(stored)?.change;
      if (same(this.#layers[layer].get(path), change)) continue;
      if (change === undefined) this.#layers[layer].delete(path);
      else this.#layers[layer].set(path, change);
      this.#fire([path]);
    }
  }

  async #nameOf(layer: Layer, path: string): Promise<string> {
    return `${await draftFolder(this.branch)}/${layer}-${await nameHash(path)}`;
  }

  *#all(): Iterable<[string, Change]> {
    for (const layer of layers) for (const [path, change] of this.#layers[layer]) yield [`${layer}/${path}`, change];
  }

  protected layerOf(change: Change): Layer {
    return this.#layers.working.get(change.path) === change ? 'working' : 'staged';
  }

  #fire(paths: readonly string[]): void {
    if (paths.length > 0) this.#changed.fire([...new Set(paths)]);
  }

  /** One change at a time in all windows: each sees at `paths` what the ones before it have written. */
  protected inTurn<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#inTurn(
      async () =>
        await this.#storage.lock(await draftFolder(this.branch), {}, async () => {
          for (const path of paths) await this.#look(path);
          return await work();
        }),
    );
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

const same = (a: Change | undefined, b: Change | undefined): boolean =>
  a?.sha === b?.sha &&
  a?.kind === b?.kind &&
  a?.base === b?.base &&
  a?.modified === b?.modified &&
  a?.conflict?.theirs === b?.conflict?.theirs &&
  a?.conflict?.resolve === b?.conflict?.resolve;
