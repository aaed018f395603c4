import { hasMarkers, mergeFiles } from '../text/conflict.ts';
import type { Change, Layer } from '../drafts/draft.ts';
import type { BaseFile, Drafts } from '../drafts/drafts.ts';
import type { RemoteBranch } from './writtenBranch.ts';

/** Makes changes start from what the server has now: what both sides changed is merged, or left to a person. */
export class Rebaser {
  readonly #drafts: Drafts;
  readonly #remote: RemoteBranch;
  readonly #labels: { readonly mine: string; readonly theirs: string };

  /** `labels` stand in conflict markers. */
  constructor(drafts: Drafts, remote: RemoteBranch, labels: { readonly mine: string; readonly theirs: string }) {
    this.#drafts = drafts;
    this.#remote = remote;
    this.#labels = labels;
  }

  /** The paths about which a person has to decide before `change` can be sent. */
  async openAt(layer: Layer, change: Change, signal: AbortSignal): Promise<readonly string[]> {
    if (change.conflict?.resolve === 'choice') return [change.path];
    if (change.conflict?.resolve === 'markers') {
      const content = await this.#drafts.content(layer, change.path);
      if (content !== undefined && hasMarkers(content.bytes)) return [change.path];
      await this.#drafts.setConflict(layer, change.path, undefined);
    }
    const theirs = await this.#remote.file(change.path, signal);
    if (theirs?.sha === change.base && theirs?.sha !== change.sha) return [];
    return await this.rebase(layer, change, theirs, signal);
  }

  /** Brings `change` onto `theirs`. Resolves with the paths where that is for a person. */
  async rebase(
    layer: Layer,
    change: Change,
    theirs: BaseFile | undefined,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { path } = change;
    if (theirs?.sha === change.sha || (await this.#drafts.isOwn(path, change.base, theirs?.sha))) {
      await this.#drafts.committed(layer, path, theirs?.sha);
      return [];
    }
    const moved = this.#drafts.changes(layer).find(({ kind, from }) => kind === 'file' && from === path);
    if (theirs !== undefined && change.kind === 'removed' && moved !== undefined) {
      // What others changed moves along.
      const open = await this.#merge(layer, moved, change.base, theirs.sha, moved.base, signal);
      if (open === undefined) return await this.#leaveChoice(layer, path, theirs);
      await this.#drafts.setConflict(layer, path, undefined, theirs);
      return open;
    }
    if (theirs === undefined || change.kind === 'removed') return await this.#leaveChoice(layer, path, theirs);
    const open = await this.#merge(layer, change, change.base, theirs.sha, theirs.sha, signal);
    return open ?? (await this.#leaveChoice(layer, path, theirs));
  }

  async #leaveChoice(layer: Layer, path: string, theirs: BaseFile | undefined): Promise<readonly string[]> {
    await this.#drafts.setConflict(layer, path, { theirs: theirs?.sha, resolve: 'choice' });
    return [path];
  }

  /**
   * Merges into a change what `theirs` changed since `base`; it starts from `start` then. Resolves with its path where
   * that left markers, undefined where these are no texts.
   */
  async #merge(
    layer: Layer,
    { path }: Change,
    base: string | undefined,
    theirs: string,
    start: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    const mine = await this.#drafts.content(layer, path);
    if (mine === undefined) return [];
    const other = await this.#remote.blob(theirs, signal);
    const merged =
      mine.change.sha === base
        ? { bytes: other, conflict: false }
        : mergeFiles(
            base === undefined ? new Uint8Array() : await this.#remote.blob(base, signal),
            mine.bytes,
            other,
            this.#labels,
          );
    if (merged === undefined) return undefined;
    const conflict = merged.conflict ? ({ theirs: start, resolve: 'markers' } as const) : undefined;
    await this.#drafts.merged(layer, path, merged.bytes, start, conflict);
    return merged.conflict ? [path] : [];
  }
}
