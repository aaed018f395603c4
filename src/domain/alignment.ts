import { throwIfCancelled } from '../core/errors.ts';
import { hasMarkers, mergeFiles } from './conflict.ts';
import type { Change, Layer } from './draft.ts';
import type { BaseFile, Drafts } from './drafts.ts';
import type { RemoteBranch } from './writtenBranch.ts';

/** Makes changes start from what the server has now: what both sides changed is merged, or left to a person. */
export class Alignment {
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
      if (open === 'changed') return await this.#rebaseAgain(layer, path, theirs, signal);
      if (open === undefined) return await this.#leaveChoice(layer, path, theirs);
      await this.#drafts.setConflict(layer, path, undefined, theirs);
      return open;
    }
    if (theirs === undefined || change.kind === 'removed') return await this.#leaveChoice(layer, path, theirs);
    const open = await this.#merge(layer, change, change.base, theirs.sha, theirs.sha, signal);
    if (open === 'changed') return await this.#rebaseAgain(layer, path, theirs, signal);
    return open ?? (await this.#leaveChoice(layer, path, theirs));
  }

  /** The draft was saved, moved or discarded during the merge: the new one is merged. */
  async #rebaseAgain(layer: Layer, path: string, theirs: BaseFile, signal: AbortSignal): Promise<readonly string[]> {
    throwIfCancelled(signal);
    const change = this.#drafts.get(layer, path);
    return change === undefined ? [] : await this.rebase(layer, change, theirs, signal);
  }

  async #leaveChoice(layer: Layer, path: string, theirs: BaseFile | undefined): Promise<readonly string[]> {
    await this.#drafts.setConflict(layer, path, { theirs: theirs?.sha, resolve: 'choice' });
    return [path];
  }

  /**
   * Merges into a change what `theirs` changed since `base`; it starts from `start` then. Resolves with its path where
   * that left markers, undefined where these are no texts, `changed` where the change is another one since.
   */
  async #merge(
    layer: Layer,
    { path }: Change,
    base: string | undefined,
    theirs: string,
    start: string | undefined,
    signal: AbortSignal,
  ): Promise<readonly string[] | 'changed' | undefined> {
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
    if (!(await this.#drafts.merged(layer, mine.change, merged.bytes, start, conflict))) return 'changed';
    return merged.conflict ? [path] : [];
  }
}
