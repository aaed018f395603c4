import { eachLimited, lazily } from '../../core/async.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { Storage } from '../../core/storage.ts';
import { ChangeTree, type ChangeNode } from './changeTree.ts';
import { decodeDraft, encodeDraft, isSameChange, type Change, type DraftBranch, type Layer } from './draft.ts';
import { draftFolder, DraftReader, nameHash, type DraftHeader } from './draftStorage.ts';
import { PushLedger } from './pushLedger.ts';

/** A change and its bytes, read at once. */
export interface DraftContent {
  readonly change: Change;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Both layers, what a reader sees first. */
export const layers: readonly Layer[] = ['working', 'staged'];

/** Files that are read or written at the same time. */
const atOnce = 16;

/**
 * What is kept of the drafts of one branch: each in a file of its own on disk, and their changes in memory. What a method
 * has resolved survives a crash. Two windows see each other's changes after `load`.
 */
export class DraftStore {
  readonly branch: DraftBranch;
  /** What was sent of them. */
  protected readonly sent: PushLedger;
  readonly #storage: Storage;
  readonly #folder: () => Promise<string>;
  readonly #blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly #layers: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
  readonly #sorted = new Map<Layer, readonly Change[]>();
  /** What a reader sees. */
  readonly #seen = new ChangeTree();
  readonly #changed = new Emitter<readonly string[]>();
  /** Paths that changed in the turn that is now. */
  readonly #untold = new Set<string>();
  /** Paths that became known while all are read, by reading: what was read of them may be older. */
  readonly #newer = new Set<Set<string>>();
  readonly #reader: () => Promise<DraftReader>;
  #queue: Promise<unknown> = Promise.resolve();
  #loading: Promise<unknown> = Promise.resolve();

  /** `blob` reads the bytes of a blob of the repository, which stands at `path` in the branch. */
  constructor(
    storage: Storage,
    branch: DraftBranch,
    blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>,
  ) {
    this.#storage = storage;
    this.branch = branch;
    this.sent = new PushLedger(storage, branch);
    this.#blob = blob;
    this.#folder = lazily(() => draftFolder(branch));
    this.#reader = lazily(async () => new DraftReader(storage, await this.#folder()));
  }

  /** Fires with the paths whose content or presence changed, once for each operation. */
  readonly onDidChange: Event<readonly string[]> = this.#changed.event;

  /** Reads what is on disk: at the start, and after another window wrote. Nothing waits for it but the next reading. */
  async load(): Promise<void> {
    const loading = this.#loading.then(() => this.#readAll((apply) => this.#inTurn(apply)));
    this.#loading = loading.catch(() => undefined);
    await loading;
  }

  /** Reads what is on disk at one path: before somebody relies on it, whoever wrote there last. */
  async look(path: string): Promise<void> {
    await this.#inTurn(() => this.#look(path));
  }

  /** Changes of one layer, by path. */
  changes(layer: Layer): readonly Change[] {
    const known = this.#sorted.get(layer);
    if (known !== undefined) return known;
    const sorted = [...this.#layers[layer].values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#sorted.set(layer, sorted);
    return sorted;
  }

  /** The change that a reader of `path` sees; undefined: the file of the branch. */
  effective(path: string): Change | undefined {
    return this.#seen.get(path);
  }

  get(layer: Layer, path: string): Change | undefined {
    return this.#layers[layer].get(path);
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** Every changed path below `path` (`''`: all), as a reader sees it. */
  effectiveBelow(path: string): readonly Change[] {
    return [...this.#seen.below(path)];
  }

  /** What a reader sees of the changes at `path` and below, by name; undefined where there are none. */
  nodeAt(path: string): ChangeNode | undefined {
    return this.#seen.at(path);
  }

  /** The change at `path` together with its bytes, as they are on disk; undefined: there is none. */
  async content(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const draft = await this.stored(layer, path);
    if (draft === undefined) return undefined;
    const { change, bytes } = draft;
    const elsewhere = change.kind === 'file' && !change.held && change.sha !== undefined;
    return { change, bytes: elsewhere ? await this.#blob(change.sha, change.from ?? path) : bytes };
  }

  /** The bytes that a reader of `path` sees; undefined: the file of the branch. */
  async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return ((await this.content('working', path)) ?? (await this.content('staged', path)))?.bytes;
  }

  /** What is on disk of a change: its bytes are none where it refers to a blob. */
  protected async stored(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const stored = await this.#storage.read(await this.#nameOf(layer, path));
    return stored === undefined ? undefined : decodeDraft(stored);
  }

  /** Bytes to write along with a change: none where it refers to a blob. */
  protected async held(layer: Layer, path: string): Promise<Uint8Array<ArrayBuffer>> {
    const draft = await this.stored(layer, path);
    if (draft === undefined)
      throw new Failure('missing', `the draft of ${path} is no longer on disk`, {
        field: 'path',
        reason: 'noDraftOnDisk',
        about: [path],
      });
    return draft.bytes;
  }

  protected async put(layer: Layer, change: Change, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const whole = encodeDraft({ layer, branch: this.branch, change, bytes });
    // Only what was typed has to survive a power failure right afterwards.
    const durable = change.kind === 'file';
    await this.#storage.write(await this.#nameOf(layer, change.path), whole, { durable });
    this.#set(layer, change.path, change);
  }

  protected async drop(layer: Layer, path: string): Promise<void> {
    await this.#storage.remove(await this.#nameOf(layer, path));
    this.#set(layer, path, undefined);
  }

  /** Drops what is at `path` where it is still `change` with `bytes`. */
  protected async dropSame(layer: Layer, change: Change, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const draft = await this.stored(layer, change.path);
    if (draft === undefined || !isSameChange(draft.change, change) || !isEqual(draft.bytes, bytes))
      this.#set(layer, change.path, draft?.change);
    else await this.drop(layer, change.path);
  }

  /** Does `work` for each path, several at a time. */
  protected async each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    await eachLimited(items, atOnce, work);
  }

  protected layerOf(change: Change): Layer {
    return this.#layers.working.get(change.path) === change ? 'working' : 'staged';
  }

  /** One change at a time in all windows: each sees at `paths` what the ones before it have written. */
  protected inTurn<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await this.each(paths, (path) => this.#look(path));
      return await work();
    });
  }

  /**
   * As `inTurn` for this branch and another one, of which everything that is on disk was read. Locks are taken in the
   * order of their names, so that two windows that work in opposite directions never wait for each other for good.
   */
  protected async inTurnWith<T>(other: DraftStore, work: () => Promise<T>): Promise<T> {
    const [here, there] = [await this.#folder(), await other.#folder()];
    if (here === there) throw wrongValue('to', requires('otherBranch'));
    const [first, second] = here < there ? [this, other] : [other, this];
    return await first.#alone(() =>
      second.#alone(async () => {
        for (const one of [this, other]) await one.#readAll((apply) => apply());
        return await work();
      }),
    );
  }

  /** Reads everything on disk, then lets `turn` make it known. */
  async #readAll(turn: (apply: () => Promise<void>) => Promise<void>): Promise<void> {
    const newer = new Set<string>();
    this.#newer.add(newer);
    try {
      const drafts = await (await this.#reader()).read();
      await turn(() => {
        this.#newer.delete(newer);
        this.#apply(drafts, newer);
        return Promise.resolve();
      });
    } finally {
      this.#newer.delete(newer);
    }
  }

  #apply(drafts: readonly DraftHeader[], newer: ReadonlySet<string>): void {
    const found: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
    for (const { layer, change } of drafts) found[layer].set(change.path, change);
    for (const layer of layers) {
      const paths = new Set([...this.#layers[layer].keys(), ...found[layer].keys()]);
      for (const path of paths) if (!newer.has(path)) this.#learn(layer, path, found[layer].get(path));
    }
  }

  async #look(path: string): Promise<void> {
    const found = await Promise.all(layers.map((layer) => this.stored(layer, path)));
    for (const paths of this.#newer) paths.add(path);
    for (const [index, layer] of layers.entries()) this.#learn(layer, path, found[index]?.change);
  }

  #learn(layer: Layer, path: string, change: Change | undefined): void {
    if (!isSameChange(this.#layers[layer].get(path), change)) this.#set(layer, path, change);
  }

  #set(layer: Layer, path: string, change: Change | undefined): void {
    const changes = this.#layers[layer];
    for (const paths of this.#newer) paths.add(path);
    if (change === undefined && !changes.has(path)) return;
    if (change === undefined) changes.delete(path);
    else changes.set(path, change);
    this.#sorted.delete(layer);
    this.#seen.set(path, this.#layers.working.get(path) ?? this.#layers.staged.get(path));
    this.#untold.add(path);
  }

  async #nameOf(layer: Layer, path: string): Promise<string> {
    return `${await this.#folder()}/${layer}-${await nameHash(path)}`;
  }

  /** One at a time in all windows. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    return await this.#inTurn(async () => await this.#storage.lock(await this.#folder(), {}, work));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work).finally(() => this.#tell());
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #tell(): void {
    const paths = [...this.#untold];
    this.#untold.clear();
    if (paths.length > 0) this.#changed.fire(paths);
  }
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
