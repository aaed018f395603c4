import { throwIfCancelled } from '../../../core/errors.ts';
import { isMarked, type Change, type Layer } from '../drafts/draft.ts';
import { looksLikePointer } from '../../lfs/pointer.ts';
import type { BaseFile, Drafts } from '../drafts/drafts.ts';
import { hasMarkers, mergeFiles } from '../../text/conflict.ts';
import type { AgreedCommit } from './agreedCommit.ts';
import type { RemoteBranch } from './writtenBranch.ts';

export interface ConflictLabels {
  readonly mine: string;
  readonly theirs: string;
}

/** Rebases changes on the server version: changes of both sides are merged, or left to the user as a conflict. */
export class Rebaser {
  readonly #drafts: Drafts;
  readonly #remoteBranch: RemoteBranch;
  readonly #labels: ConflictLabels;
  readonly #agreed: AgreedCommit | undefined;

  /** `agreed`: learns what became of its drafts. */
  constructor(drafts: Drafts, remoteBranch: RemoteBranch, labels: ConflictLabels, agreed?: AgreedCommit) {
    this.#agreed = agreed;
    this.#drafts = drafts;
    this.#remoteBranch = remoteBranch;
    this.#labels = labels;
  }

  /** Rebases `change` if necessary. Resolves with the paths of the conflicts that the user must resolve first. */
  async openAt(layer: Layer, change: Change, signal: AbortSignal): Promise<readonly string[]> {
    if (change.conflict?.resolve === 'choice') return [change.path];
    if (change.conflict?.resolve === 'merge') return [change.path];
    if (isMarked(change.conflict)) {
      const content = await this.#drafts.content(layer, change.path);
      if (content !== undefined && hasMarkers(content.bytes)) return [change.path];
      await this.#drafts.setConflict(layer, change.path, undefined);
    }
    const theirs = await this.#remoteBranch.file(change.path, signal);
    if (theirs?.sha === change.base && theirs?.sha !== change.sha) return [];
    return await this.rebase(layer, change, theirs, signal);
  }

  /** Rebases `change` on `theirs` (undefined: removed). Resolves with the paths of the conflicts. */
  async rebase(
    layer: Layer,
    change: Change,
    theirs: BaseFile | undefined,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const { path } = change;
    if (theirs?.sha === change.sha || (await this.#drafts.isOwnPush(path, change.base, theirs?.sha))) {
      await this.#drafts.committed(layer, path, theirs?.sha);
      this.#agreed?.committed(path, theirs?.sha);
      return [];
    }
    const moved = this.#drafts.changes(layer).find(({ kind, from }) => kind === 'file' && from === path);
    if (theirs !== undefined && change.kind === 'removed' && moved !== undefined) {
      // The file was renamed here: their change is merged into the renamed file.
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

  /** Rebases the newer draft: it was saved, moved or discarded during the merge of the older one. */
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
   * Merges the difference from `base` to `theirs` into a change, which gets the base `start`. Its path: it has markers;
   * undefined: a version is binary; `changed`: the draft was replaced meanwhile.
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
    const other = await this.#remoteBranch.blob(theirs, signal);
    const merged =
      mine.change.sha === base
        ? { bytes: other, conflict: false }
        : mergeContents(
            base === undefined ? new Uint8Array() : await this.#remoteBranch.blob(base, signal),
            mine.bytes,
            other,
            this.#labels,
          );
    if (merged === undefined) return undefined;
    const conflict = merged.conflict ? ({ theirs: start, resolve: 'markers' } as const) : undefined;
    const after = await this.#drafts.merged(layer, mine.change, merged.bytes, start, conflict);
    if (after === 'changed') return 'changed';
    this.#agreed?.merged(layer, mine.change, after);
    return merged.conflict ? [path] : [];
  }
}

/** As `mergeFiles`. The lines of a pointer of Git LFS are not those of its content: undefined, as for a binary file. */
const mergeContents: typeof mergeFiles = (base, mine, theirs, names) =>
  looksLikePointer(base) || looksLikePointer(theirs) ? undefined : mergeFiles(base, mine, theirs, names);
