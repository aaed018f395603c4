import { Failure } from '../../core/errors.ts';
import { isSameChange, type Change, type Layer } from './draft.ts';
import { DraftStore, layers, type DraftContent } from './draftStore.ts';

/** What was moved to another branch, as it was written there: by layer, then by path. */
export type Moved = Readonly<Record<Layer, ReadonlyMap<string, Change>>>;

const nothingMoved: Moved = { working: new Map(), staged: new Map() };

/** Drafts that can go to another branch. */
export class MovableDrafts extends DraftStore {
  /**
   * Puts every change into the drafts of another branch, and forgets it here. Throws `conflict`, with nothing moved, where
   * both have a different draft of one file. Nobody writes to either branch meanwhile.
   */
  async moveTo(other: MovableDrafts): Promise<Moved> {
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
      const moved: Moved = {
        working: new Map(this.changes('working').map((change) => [change.path, change])),
        staged: new Map(this.changes('staged').map((change) => [change.path, change])),
      };
      await this.each(all, (path) => this.#move(path, other, nothingMoved));
      return moved;
    });
  }

  /**
   * Moves also what was saved here since `moved` went to `other`. Resolves with the paths that stay, since there is a
   * later draft of them there.
   */
  async moveRest(other: MovableDrafts, moved = nothingMoved): Promise<readonly string[]> {
    return await this.inTurnWith(other, async () => {
      const all = this.effectiveBelow('').map(({ path }) => path);
      const taken = new Set(all.filter((path) => this.#isTaken(path, other, moved)));
      const free = all.filter((path) => !taken.has(path));
      await this.each(free, (path) => this.#move(path, other, moved));
      return [...taken];
    });
  }

  /** Whether `other` has a draft at `path` that is neither the one of here nor the one that was moved. */
  #isTaken(path: string, other: MovableDrafts, moved: Moved): boolean {
    const here = (layer: Layer): Change | undefined => this.get(layer, path);
    const there = (layer: Layer): Change | undefined => other.get(layer, path);
    const isThere = layers.every((layer) => here(layer) === undefined || isSameChange(here(layer), there(layer)));
    const isFree = layers.every((layer) =>
      [undefined, here(layer), moved[layer].get(path)].some((change) => isSameChange(change, there(layer))),
    );
    return !isThere && !isFree;
  }

  /** All is there before anything is dropped here: after a crash in between, moving again ends it. */
  async #move(path: string, other: MovableDrafts, moved: Moved): Promise<void> {
    const drafts = new Map<Layer, DraftContent>();
    for (const layer of layers) {
      const draft = await this.stored(layer, path);
      if (draft !== undefined) drafts.set(layer, draft);
    }
    for (const [layer, { change, bytes }] of drafts) await other.put(layer, change, bytes);
    for (const [layer, { change, bytes }] of drafts) await this.dropSame(layer, change, bytes);
    for (const layer of layers) {
      const earlier = moved[layer].get(path);
      // It would cover what was saved since.
      if (!drafts.has(layer) && earlier !== undefined && isSameChange(other.get(layer, path), earlier))
        await other.drop(layer, path);
    }
  }
}
