import { eachLimited, lazily, SerialQueue } from '../../../core/async.ts';
import { sameBytes } from '../../../core/bytes.ts';
import { Emitter, type Event } from '../../../core/emitter.ts';
import { Failure, wrongValue } from '../../../core/errors.ts';
import { requires } from '../../../core/requirement.ts';
import type { Storage } from '../../../core/storage.ts';
import { ChangeTree, type ChangeNode } from './changeTree.ts';
import { encodeDraft, isSameChange, type Change, type DraftBranch, type Layer } from './draft.ts';
import { draftFolder, draftIn, DraftReader, keepDamaged, nameHash, type DraftHeader } from './draftStorage.ts';
import { blobSha } from '../../objects/gitSha.ts';
import { PushLedger } from './pushLedger.ts';

export interface DraftContent {
  readonly change: Change;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Both layers, the effective one first. */
export const layers: readonly Layer[] = ['working', 'staged'];

const filesAtOnce = 16;

/**
 * Stores the drafts of one branch: one file on disk for each draft, and the metadata in memory. A change survives a
 * crash after its method has resolved. A window sees the changes of other windows after `load`.
 */
export class DraftStore {
  readonly branch: DraftBranch;
  protected readonly sent: PushLedger;
  readonly #storage: Storage;
  readonly #folder: () => Promise<string>;
  readonly #blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>;
  readonly #onDamaged: (name: string) => void;
  readonly #layers: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
  readonly #sorted = new Map<Layer, readonly Change[]>();
  readonly #effective = new ChangeTree();
  readonly #changed = new Emitter<readonly string[]>();
  /** Paths changed by the current operation, still without an event. */
  readonly #unreported = new Set<string>();
  /** For each full read in progress: the paths updated since it began. The result of the read may be older for them. */
  readonly #updatedDuringRead = new Set<Set<string>>();
  readonly #reader: () => Promise<DraftReader>;
  readonly #turns = new SerialQueue();
  readonly #loads = new SerialQueue();

  /** `blob` reads a blob; `path` is its path in the branch. `onDamaged` gets the storage name of a damaged draft. */
  constructor(
    storage: Storage,
    branch: DraftBranch,
    blob: (sha: string, path: string) => Promise<Uint8Array<ArrayBuffer>>,
    onDamaged: (name: string) => void = () => undefined,
  ) {
    this.#storage = storage;
    this.branch = branch;
    this.sent = new PushLedger(storage, branch);
    this.#blob = blob;
    this.#onDamaged = onDamaged;
    this.#folder = lazily(() => draftFolder(branch));
    this.#reader = lazily(async () => new DraftReader(storage, await this.#folder()));
  }

  /** Fires once for each operation, with the changed paths. */
  readonly onDidChange: Event<readonly string[]> = this.#changed.event;

  /** Reads all drafts from disk: at the start, and after another window wrote. Only a following `load` waits for it. */
  async load(): Promise<void> {
    await this.#loads.run(() => this.#readAll((apply) => this.#inTurn(apply)));
    await this.#keepLater((await this.#reader()).damaged);
  }

  /** Reads the drafts of one path from disk, because another window may have written them. */
  async look(path: string): Promise<void> {
    await this.#keepLater(await this.#inTurn(() => this.#readPath(path)));
  }

  /** Changes of one layer, sorted by path. */
  changes(layer: Layer): readonly Change[] {
    const cached = this.#sorted.get(layer);
    if (cached !== undefined) return cached;
    const sorted = [...this.#layers[layer].values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#sorted.set(layer, sorted);
    return sorted;
  }

  /** Undefined: the file of the branch is unchanged. */
  effective(path: string): Change | undefined {
    return this.#effective.get(path);
  }

  get(layer: Layer, path: string): Change | undefined {
    return this.#layers[layer].get(path);
  }

  get isEmpty(): boolean {
    return this.#effective.size === 0;
  }

  effectiveBelow(path: string): readonly Change[] {
    return [...this.#effective.below(path)];
  }

  /** Undefined if nothing changed at `path` or below. */
  nodeAt(path: string): ChangeNode | undefined {
    return this.#effective.at(path);
  }

  /** @throws Failure `unreadable` if the bytes are not those that were saved */
  async content(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const content = await this.#whole(layer, path);
    if (content?.change.held === true && (await blobSha(content.bytes, content.change.sha)) !== content.change.sha)
      throw isDamaged(path);
    return content;
  }

  /** The bytes of the effective change at `path`, also if they are damaged; undefined: the file of the branch is unchanged. */
  async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return ((await this.#whole('working', path)) ?? (await this.#whole('staged', path)))?.bytes;
  }

  async #whole(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const draft = await this.stored(layer, path);
    if (draft === undefined) {
      // Damaged after it was read.
      if ((await this.#storage.read(await this.#nameOf(layer, path))) !== undefined) throw isDamaged(path);
      return undefined;
    }
    const { change, bytes } = draft;
    const elsewhere = change.kind === 'file' && !change.held && change.sha !== undefined;
    return { change, bytes: elsewhere ? await this.#blob(change.sha, change.from ?? path) : bytes };
  }

  /** The stored change; `bytes` is empty if the change refers to a blob. */
  protected async stored(layer: Layer, path: string): Promise<DraftContent | undefined> {
    const name = await this.#nameOf(layer, path);
    const stored = await this.#storage.read(name);
    return stored && (await draftIn(name, stored));
  }

  /** Empty if it refers to a blob. @throws Failure `missing` if the draft is not on disk */
  protected async storedBytes(layer: Layer, path: string): Promise<Uint8Array<ArrayBuffer>> {
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
    // Only edited content must survive a power failure.
    const durable = change.kind === 'file';
    await this.#storage.write(await this.#nameOf(layer, change.path), whole, { durable });
    this.#set(layer, change.path, change);
  }

  protected async drop(layer: Layer, path: string): Promise<void> {
    await this.#storage.remove(await this.#nameOf(layer, path));
    this.#set(layer, path, undefined);
  }

  /** Drops the draft if it is still `change` with `bytes`; otherwise updates the memory from disk. */
  protected async dropSame(layer: Layer, change: Change, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const draft = await this.stored(layer, change.path);
    if (draft === undefined || !isSameChange(draft.change, change) || !sameBytes(draft.bytes, bytes))
      this.#set(layer, change.path, draft?.change);
    else await this.drop(layer, change.path);
  }

  protected async each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    await eachLimited(items, filesAtOnce, work);
  }

  protected layerOf(change: Change): Layer {
    return this.#layers.working.get(change.path) === change ? 'working' : 'staged';
  }

  /** Runs one operation at a time over all windows. Reads `paths` from disk before `work`. */
  protected inTurn<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#locked(async () => {
      await this.each(paths, async (path) => await this.#keep(await this.#readPath(path)));
      return await work();
    });
  }

  /** As `inTurn` for both branches, with their drafts read before. The order of the names prevents a deadlock. */
  protected async inTurnWith<T>(other: DraftStore, work: () => Promise<T>): Promise<T> {
    const [here, there] = [await this.#folder(), await other.#folder()];
    if (here === there) throw wrongValue('to', requires('otherBranch'));
    const [first, second] = here < there ? [this, other] : [other, this];
    return await first.#locked(() =>
      second.#locked(async () => {
        for (const one of [this, other]) {
          await one.#readAll((apply) => apply());
          await one.#keep((await one.#reader()).damaged);
        }
        return await work();
      }),
    );
  }

  /** Reads all drafts from disk; `turn` schedules the update of the memory. */
  async #readAll(turn: (apply: () => Promise<void>) => Promise<void>): Promise<void> {
    const newer = new Set<string>();
    this.#updatedDuringRead.add(newer);
    try {
      const drafts = await (await this.#reader()).read();
      await turn(() => {
        this.#updatedDuringRead.delete(newer);
        this.#apply(drafts, newer);
        return Promise.resolve();
      });
    } finally {
      this.#updatedDuringRead.delete(newer);
    }
  }

  #apply(drafts: readonly DraftHeader[], newer: ReadonlySet<string>): void {
    const read: Record<Layer, Map<string, Change>> = { working: new Map(), staged: new Map() };
    for (const { layer, change } of drafts) read[layer].set(change.path, change);
    for (const layer of layers) {
      const paths = new Set([...this.#layers[layer].keys(), ...read[layer].keys()]);
      for (const path of paths) if (!newer.has(path)) this.#update(layer, path, read[layer].get(path));
    }
  }

  async #readPath(path: string): Promise<readonly string[]> {
    const names = await Promise.all(layers.map((layer) => this.#nameOf(layer, path)));
    const files = await Promise.all(names.map((name) => this.#storage.read(name)));
    const read = await Promise.all(
      files.map(async (file, index) => (file === undefined ? undefined : await draftIn(names[index] ?? '', file))),
    );
    for (const paths of this.#updatedDuringRead) paths.add(path);
    for (const [index, layer] of layers.entries()) this.#update(layer, path, read[index]?.change);
    return names.filter((_name, index) => files[index] !== undefined && read[index] === undefined);
  }

  /** Moves damaged files out of the drafts. Call it under the lock of the branch. */
  async #keep(damaged: readonly string[]): Promise<void> {
    for (const name of damaged) {
      const damagedName = await keepDamaged(this.#storage, name);
      if (damagedName !== undefined) this.#onDamaged(damagedName);
    }
  }

  async #keepLater(damaged: readonly string[]): Promise<void> {
    // On a disk that is full or read-only the file stays where it is, and no save can replace it.
    if (damaged.length > 0) await this.#locked(() => this.#keep(damaged)).catch(() => undefined);
  }

  #update(layer: Layer, path: string, change: Change | undefined): void {
    if (!isSameChange(this.#layers[layer].get(path), change)) this.#set(layer, path, change);
  }

  #set(layer: Layer, path: string, change: Change | undefined): void {
    const changes = this.#layers[layer];
    for (const paths of this.#updatedDuringRead) paths.add(path);
    if (change === undefined && !changes.has(path)) return;
    if (change === undefined) changes.delete(path);
    else changes.set(path, change);
    this.#sorted.delete(layer);
    this.#effective.set(path, this.#layers.working.get(path) ?? this.#layers.staged.get(path));
    this.#unreported.add(path);
  }

  async #nameOf(layer: Layer, path: string): Promise<string> {
    return `${await this.#folder()}/${layer}-${await nameHash(path)}`;
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    return await this.#inTurn(async () => await this.#storage.lock(await this.#folder(), {}, work));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return await this.#turns.run(() => work().finally(() => this.#report()));
  }

  #report(): void {
    const paths = [...this.#unreported];
    this.#unreported.clear();
    if (paths.length > 0) this.#changed.fire(paths);
  }
}

const isDamaged = (path: string): Failure =>
  new Failure('unreadable', `the draft of ${path} is damaged`, {
    field: 'path',
    reason: 'draftDamaged',
    about: [path],
  });
