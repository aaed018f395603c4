import { Failure } from '../../../core/errors.ts';
import { isSameChange, type Change, type Layer } from './draft.ts';
import { DraftStore, layers, type DraftContent } from './draftStore.ts';

export type MovedDrafts = Readonly<Record<Layer, ReadonlyMap<string, Change>>>;

const nothingMoved: MovedDrafts = { working: new Map(), staged: new Map() };

export class MovableDrafts extends DraftStore {
  /** Under the locks of both. @throws Failure `conflict`, before any move, if both have different drafts of a file */
  async moveTo(other: MovableDrafts): Promise<MovedDrafts> {
    return await this.inTurnWith(other, async () => {
      const all = this.effectiveBelow('').map(({ path }) => path);
      const both = all.filter((path) => this.#isTaken(path, other, nothingMoved));
      if (both.length > 0) {
        throw new Failure('conflict', `drafts of both branches: ${both.join(', ')}`, {
          field: 'to',
          reason: 'draftedThere',
          about: both,
        });
      }
      const moved: MovedDrafts = {
        working: new Map(this.changes('working').map((change) => [change.path, change])),
        staged: new Map(this.changes('staged').map((change) => [change.path, change])),
      };
      await this.each(all, (path) => this.#move(path, other, nothingMoved));
      return moved;
    });
  }

  /** Moves what was saved here after `moved`. Resolves with the paths of which `other` has a later draft. */
  async moveRest(other: MovableDrafts, moved = nothingMoved): Promise<readonly string[]> {
    return await this.inTurnWith(other, async () => {
      const all = this.effectiveBelow('').map(({ path }) => path);
      const taken = new Set(all.filter((path) => this.#isTaken(path, other, moved)));
      const free = all.filter((path) => !taken.has(path));
      await this.each(free, (path) => this.#move(path, other, moved));
      return [...taken];
    });
  }

  /** Drops those of `changes` that are still the effective changes of their paths, also on disk. */
  async discardSame(changes: readonly Change[]): Promise<void> {
    const paths = changes.map(({ path }) => path);
    await this.inTurn(paths, () =>
      this.each(changes, async (change) => {
        if (!isSameChange(this.effective(change.path), change)) return;
        for (const layer of layers) if (this.get(layer, change.path) !== undefined) await this.drop(layer, change.path);
      }),
    );
  }

  /**
   * How the changes of `paths` are now; undefined if there are none. The returned function restores them, over any newer
   * drafts, without those of the paths that it gets.
   */
  async remember(paths: readonly string[]): Promise<((except?: readonly string[]) => Promise<void>) | undefined> {
    const places = [...new Set(paths)].flatMap((path) => layers.map((layer) => ({ path, layer })));
    const before = await this.inTurn(paths, async () => {
      const drafts: { readonly path: string; readonly layer: Layer; readonly draft: DraftContent | undefined }[] = [];
      for (const { path, layer } of places) {
        const draft = this.get(layer, path) === undefined ? undefined : await this.stored(layer, path);
        drafts.push({ path, layer, draft });
      }
      return drafts;
    });
    if (before.every(({ draft }) => draft === undefined)) return undefined;
    return (except = []) =>
      this.inTurn(paths, () =>
        this.each(before, async ({ path, layer, draft }) => {
          if (except.includes(path)) return;
          if (draft !== undefined) await this.put(layer, draft.change, draft.bytes);
          else if (this.get(layer, path) !== undefined) await this.drop(layer, path);
        }),
      );
  }

  /** Whether `other` has a draft at `path` that differs from the draft here and from the moved one. */
  #isTaken(path: string, other: MovableDrafts, moved: MovedDrafts): boolean {
    const here = (layer: Layer): Change | undefined => this.get(layer, path);
    const there = (layer: Layer): Change | undefined => other.get(layer, path);
    const isThere = layers.every((layer) => here(layer) === undefined || isSameChange(here(layer), there(layer)));
    const isFree = layers.every((layer) =>
      [undefined, here(layer), moved[layer].get(path)].some((change) => isSameChange(change, there(layer))),
    );
    return !isThere && !isFree;
  }

  /** Writes all drafts to `other` before it drops them here. After a crash in between, another move completes it. */
  async #move(path: string, other: MovableDrafts, moved: MovedDrafts): Promise<void> {
    const drafts = new Map<Layer, DraftContent>();
    for (const layer of layers) {
      const draft = await this.stored(layer, path);
      if (draft !== undefined) drafts.set(layer, draft);
    }
    for (const [layer, { change, bytes }] of drafts) await other.put(layer, change, bytes);
    for (const [layer, { change, bytes }] of drafts) await this.dropSame(layer, change, bytes);
    for (const layer of layers) {
      const earlier = moved[layer].get(path);
      // The earlier moved draft would hide the newer one.
      if (!drafts.has(layer) && earlier !== undefined && isSameChange(other.get(layer, path), earlier))
        await other.drop(layer, path);
    }
  }
}
